import type { Language } from '#app/i18n/language.ts';
import type { UserRole } from '#db/models/user.ts';

/** The account a request or command acts for. Every service takes it first; the CLI passes the selected account. */
export type Actor = {
  id: string;
  email: string;
  displayName: string | null;
  /** URL of an uploaded or external image. */
  imageUrl: string | null;
  role: UserRole;
  lng: Language | null;
};
