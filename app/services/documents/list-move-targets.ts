import { documentsOf, GRANTED } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';

export type MoveTarget = { id: string; title: string; level: number };

/** Maximum number of options. In larger trees, documents are moved within the tree. */
const TARGETS_MAX = 500;

type Row = { id: string; title: string; parentId: string | null; position: number };

const COLUMNS = 'documents.id, documents.title, documents.parent_id AS "parentId", documents.position';
const IN_ORDER = 'ORDER BY documents.position, documents.id LIMIT';

/**
 * Lists targets for a move: documents in its tree that the actor may edit, except its own branch, in tree order; for a
 * large tree the upper levels only. `level` is 1 for the topmost visible one.
 */
export async function listMoveTargets(actor: Actor, id: string): Promise<MoveTarget[]> {
  const [document] = await select<{ ownerId: string }>('SELECT owner_id AS "ownerId" FROM documents WHERE id = $id', {
    id,
  });
  return inTreeOrder(document?.ownerId === actor.id ? await upperLevels(actor, id) : await givenOnes(actor, id));
}

/** Reads level by level from the roots, as an owner may have a hundred thousand documents. */
async function upperLevels(actor: Actor, id: string): Promise<Row[]> {
  const rows: Row[] = [];
  let level = 'documents.owner_id = $me AND documents.parent_id IS NULL';
  let parents: Record<string, string> = { me: actor.id };
  for (;;) {
    const found = await select<Row>(
      `SELECT ${COLUMNS} FROM documents WHERE ${level} AND documents.archived_at IS NULL AND documents.id <> $id
       ${IN_ORDER} ${TARGETS_MAX - rows.length}`,
      { id, ...parents },
    );
    rows.push(...found);
    if (found.length === 0 || rows.length >= TARGETS_MAX) return rows;
    parents = Object.fromEntries(found.map((row, nth) => [`p${nth}`, row.id]));
    level = `documents.parent_id IN (${Object.keys(parents).map((name) => `$${name}`)})`;
  }
}

/** Lists the documents of another owner's tree that the actor may edit. */
function givenOnes(actor: Actor, id: string): Promise<Row[]> {
  return select<Row>(
    `WITH RECURSIVE ${GRANTED}, below(id) AS (
       SELECT id FROM documents WHERE id = $id UNION ALL SELECT documents.id FROM below JOIN documents ON documents.parent_id = below.id
     )
     SELECT ${COLUMNS} FROM ${documentsOf('granted', 'granted.id')}
     WHERE granted.permission = 'EDIT' AND documents.archived_at IS NULL
       AND documents.owner_id = (SELECT owner_id FROM documents WHERE id = $id)
       AND documents.id NOT IN (SELECT id FROM below)
     ${IN_ORDER} ${TARGETS_MAX}`,
    { id, me: actor.id },
  );
}

function inTreeOrder(rows: Row[]): MoveTarget[] {
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
