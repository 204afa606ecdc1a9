import { execute, select } from '#db/connection.ts';

const STEP = 1024;
/** Siblings closer than this are spread out again; until then a move writes one row. */
const GAP_MIN = 1e-6;

/** A list of siblings: the children of a document, or an owner's roots. */
export type Siblings = { parentId: string | null; ownerId: string };

const OF_PARENT = 'parent_id = $parentId';
const OF_ROOT = 'parent_id IS NULL AND owner_id = $ownerId';

function where({ parentId, ownerId }: Siblings): { sql: string; bind: Record<string, string> } {
  return parentId === null ? { sql: OF_ROOT, bind: { ownerId } } : { sql: OF_PARENT, bind: { parentId } };
}

export async function lastPosition(siblings: Siblings): Promise<number> {
  const { sql, bind } = where(siblings);
  const [row] = await select<{ edge: number | null }>(`SELECT MAX(position) AS edge FROM documents WHERE ${sql}`, bind);
  return (row?.edge ?? 0) + STEP;
}

export async function firstPosition(siblings: Siblings): Promise<number> {
  const { sql, bind } = where(siblings);
  const [row] = await select<{ edge: number | null }>(`SELECT MIN(position) AS edge FROM documents WHERE ${sql}`, bind);
  return (row?.edge ?? 2 * STEP) - STEP;
}

/** A position right before (−1) or after (1) a sibling, not counting the document that moves. */
export async function positionBeside(
  siblings: Siblings,
  target: { id: string; position: number },
  side: -1 | 1,
  movingId: string,
): Promise<number> {
  const { sql, bind } = where(siblings);
  const [edge, compare] = side === 1 ? ['MIN', '>'] : ['MAX', '<'];
  const [row] = await select<{ next: number | null }>(
    `SELECT ${edge}(position) AS next FROM documents WHERE ${sql} AND position ${compare} $position AND id <> $movingId`,
    { ...bind, position: target.position, movingId },
  );
  const next = row?.next ?? null;
  if (next === null) return target.position + side * STEP;
  if (Math.abs(next - target.position) > GAP_MIN) return (target.position + next) / 2;
  await spreadOut(siblings);
  const [moved] = await select<{ position: number }>('SELECT position FROM documents WHERE id = $id', {
    id: target.id,
  });
  return positionBeside(siblings, { id: target.id, position: moved!.position }, side, movingId);
}

async function spreadOut(siblings: Siblings): Promise<void> {
  const { sql, bind } = where(siblings);
  await execute(
    `UPDATE documents SET position = ranked.place FROM (
       SELECT id, ROW_NUMBER() OVER (ORDER BY position, id) * ${STEP}.0 AS place FROM documents WHERE ${sql}
     ) AS ranked WHERE ranked.id = documents.id`,
    bind,
  );
}
