import type { Actor } from '#app/services/actor.ts';
import { GRANTED } from '#app/services/documents/access.ts';
import { select } from '#db/connection.ts';

export type MoveTarget = { id: string; title: string; level: number };

/** As many as a choice can hold; who has more moves by the tree. */
const TARGETS_MAX = 500;

/**
 * Where a document may go: what the actor may edit in the tree it belongs to, but not below itself, in tree order.
 * `level` is 1 for the topmost that the actor sees.
 */
export async function listMoveTargets(actor: Actor, id: string): Promise<MoveTarget[]> {
  const rows = await select<{ id: string; title: string; parentId: string | null; position: number }>(
    `WITH RECURSIVE ${GRANTED}, below(id) AS (
       SELECT CAST($id AS TEXT) UNION ALL SELECT documents.id FROM below JOIN documents ON documents.parent_id = below.id
     )
     SELECT documents.id, documents.title, documents.parent_id AS "parentId", documents.position
     FROM documents LEFT JOIN granted ON granted.id = documents.id
     WHERE documents.owner_id = (SELECT owner_id FROM documents WHERE id = $id) AND documents.archived_at IS NULL
       AND (documents.owner_id = $me OR granted.permission = 'EDIT') AND documents.id NOT IN (SELECT id FROM below)
     ORDER BY documents.position, documents.id LIMIT ${TARGETS_MAX}`,
    { id, me: actor.id },
  );
  const ids = new Set(rows.map((row) => row.id));
  const childrenOf = Map.groupBy(rows, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null));
  const targets: MoveTarget[] = [];
  const stack = (childrenOf.get(null) ?? []).toReversed().map((row) => ({ row, level: 1 }));
  while (stack.length > 0) {
    const { row, level } = stack.pop()!;
    targets.push({ id: row.id, title: row.title, level });
    stack.push(...(childrenOf.get(row.id) ?? []).toReversed().map((child) => ({ row: child, level: level + 1 })));
  }
  return targets;
}
