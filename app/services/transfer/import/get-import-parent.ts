import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';

/** Returns the document to import under. Throws `documentNotFound`, `documentAccessDenied`. */
export async function getImportParent(actor: Actor, id: string): Promise<{ id: string; title: string }> {
  const { title } = await getEntry(actor, await requireAccess(actor, id, 'addChild'));
  return { id, title };
}
