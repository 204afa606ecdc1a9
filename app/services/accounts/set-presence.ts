import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';

/** Returns true if the actor is shown to others as a reader. */
export async function showsReading(actor: Actor): Promise<boolean> {
  const user = await (await models()).User.findByPk(actor.id, { attributes: ['hidesReading'] });
  return user?.hidesReading === 0;
}

/** Sets whether the actor is shown to others as a reader. Editors are always shown. */
export async function setReadingPresence(actor: Actor, isShown: boolean): Promise<void> {
  const changes = { hidesReading: isShown ? 0 : 1, updatedAt: Date.now() };
  await (await models()).User.update(changes, { where: { id: actor.id } });
}
