import { type DocumentAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { countDescendants } from '#db/queries/branches.ts';

/**
 * Returns the number of documents that deleting one would delete too. Throws `documentNotFound`,
 * `documentAccessDenied`.
 */
export async function countBelow(actor: Actor, document: string | DocumentAccess): Promise<number> {
  const { id } = await requireAccess(actor, document, 'delete');
  const [row] = await countDescendants({ id });
  return Number(row!.n);
}
