import type { Language } from '#app/i18n/language.ts';
import type { Actor } from '#app/services/actor.ts';
import { execute } from '#db/connection.ts';

/** Stores the language of an account that has none yet. */
export async function setFirstLanguage(userId: string, lng: Language): Promise<void> {
  await execute('UPDATE users SET lng = $lng WHERE id = $id AND lng IS NULL', { id: userId, lng });
}

/** Stores an account's language, used for its mails. */
export async function setLanguage(actor: Actor, lng: Language): Promise<void> {
  await execute('UPDATE users SET lng = $lng WHERE id = $id AND (lng IS NULL OR lng <> $lng)', { id: actor.id, lng });
}
