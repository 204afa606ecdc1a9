import { config } from '#app/config.server.ts';
import type { Language } from '#app/i18n/language.ts';

type Person = { lng: Language | null } | null | undefined;

/** Returns the language of a mail: that of the first of these people who has chosen one, else the installation's. */
export const mailLanguage = (...people: Person[]): Language =>
  people.find((person) => person?.lng)?.lng ?? config().defaultLanguage;
