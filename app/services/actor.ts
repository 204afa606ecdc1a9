import type { Language } from '#app/i18n/language.ts';
import type { UserRole } from '#db/models/user.ts';

/** Who asks. Every service takes it first; the CLI passes the person it was told to act for. */
export type Actor = {
  id: string;
  email: string;
  displayName: string | null;
  /** An uploaded picture's or a web address. */
  imageUrl: string | null;
  role: UserRole;
  lng: Language | null;
};
