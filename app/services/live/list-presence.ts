import { findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { statesIn } from '#app/services/live/live-documents.ts';

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
