import type { Language } from '#app/i18n/language.ts';
import type { UserRole } from '#db/models/user.ts';

/** The account on whose behalf a request or command runs. First parameter of every service. */
export type Actor = {
  id: string;
  email: string;
  displayName: string | null;
  /** URL of an uploaded or external image. */
  imageUrl: string | null;
  role: UserRole;
  lng: Language | null;
};
