import { type DocumentAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';

/**
 * Returns the number of documents that deleting one would delete too. Throws `documentNotFound`,
 * `documentAccessDenied`.
 */
export async function countBelow(actor: Actor, document: string | DocumentAccess): Promise<number> {
  const { id } = await requireAccess(actor, document, 'delete');
  const [row] = await select<{ n: number }>(
    `WITH RECURSIVE below(id) AS (
       SELECT id FROM documents WHERE parent_id = $id
       UNION ALL
       SELECT documents.id FROM below JOIN documents ON documents.parent_id = below.id
     )
     SELECT COUNT(*) AS n FROM below`,
    { id },
  );
  return Number(row!.n);
}
