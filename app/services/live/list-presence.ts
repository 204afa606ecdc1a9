import { numberOf } from '#app/schemas/person-color.ts';
import { findAccess } from '#app/services/access/document-access.ts';
import { showsReading } from '#app/services/accounts/set-presence.ts';
import type { Actor } from '#app/services/actor.ts';
import { markReading, statesIn } from '#app/services/live/live-documents.ts';
import { presentUser } from '#app/services/live/present-user.ts';

/** Clients of editors have 32 bits; those of readers lie above. A reader is one client, whatever the number of tabs. */
const READERS = 2 ** 40;

export type PresentPerson = { userId: string; displayName: string; imageUrl: string | null; isEditing: boolean };

/** Lists who is in a document now, each person once. Throws `documentNotFound`. */
export async function listPresence(actor: Actor, documentId: string): Promise<PresentPerson[]> {
  await findAccess(actor, documentId);
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

/** Shows that the actor reads a document, unless their settings hide it, and lists who is there. */
export async function announceReading(actor: Actor, documentId: string): Promise<PresentPerson[]> {
  await findAccess(actor, documentId);
  if (await showsReading(actor)) markReading(documentId, READERS + numberOf(actor.id), presentUser(actor));
  return listPresence(actor, documentId);
}
