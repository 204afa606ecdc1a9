import { numberOf } from '#app/schemas/person-color.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import { showsReading } from '#app/services/accounts/set-presence.ts';
import type { Actor } from '#app/services/actor.ts';
import { markReading, statesIn } from '#app/services/live/live-documents.ts';
import { presentUser } from '#app/services/live/present-user.ts';

/** Editor clients have 32-bit ids; reader ids are above. A reader is one client, whatever the number of tabs. */
const READERS = 2 ** 40;

export type PresentPerson = { userId: string; displayName: string; imageUrl: string | null; isEditing: boolean };

/** Lists the people in a document, each once. Throws `documentNotFound`. */
export async function listPresence(actor: Actor, documentId: string): Promise<PresentPerson[]> {
  await getAccess(actor, documentId);
  const people = new Map<string, PresentPerson>();
  for (const { user, isEditing } of statesIn(documentId)) {
    const known = people.get(user.id)?.isEditing ?? false;
    people.set(user.id, {
      userId: user.id,
      displayName: user.name,
      imageUrl: user.image ?? null,
      isEditing: isEditing || known,
    });
  }
  return [...people.values()];
}

/** Shows the actor as a reader of a document, unless their settings forbid it, and lists the people in it. */
export async function announceReading(actor: Actor, documentId: string): Promise<PresentPerson[]> {
  await getAccess(actor, documentId);
  if (await showsReading(actor)) markReading(documentId, READERS + numberOf(actor.id), presentUser(actor));
  return listPresence(actor, documentId);
}
