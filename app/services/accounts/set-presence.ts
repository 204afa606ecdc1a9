import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';

/** Returns whether others see that the actor reads a document. */
export async function showsReading(actor: Actor): Promise<boolean> {
  const user = await (await models()).User.findByPk(actor.id, { attributes: ['hidesReading'] });
  return user?.hidesReading === 0;
}

/** Sets whether others see that the actor reads a document. Writing together always shows. */
export async function setReadingPresence(actor: Actor, isShown: boolean): Promise<void> {
  const changes = { hidesReading: isShown ? 0 : 1, updatedAt: Date.now() };
  await (await models()).User.update(changes, { where: { id: actor.id } });
}
