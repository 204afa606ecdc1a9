import { execute, models, select } from '#db/connection.ts';
import {
  findAfter,
  findBefore,
  findFirst,
  findLast,
  listAbove,
  listBelow,
  type Placed,
  spreadOut,
} from '#db/queries/positions.ts';

/** Distance between new siblings. */
export const POSITION_STEP = 1024;
const STEP = POSITION_STEP;
/** Below this gap siblings are spread out again; otherwise a move writes one row. */
const GAP_MIN = 1e-6;
/** Minimum gap after spreading, so that spreading is rare. */
const ROOM_MIN = 1e-3;
/** Initial number of siblings on each side to spread. */
const REACH = 16;

/** A list of siblings: the children of a document, or an owner's roots. */
export type Siblings = { parentId: string | null; ownerId: string };

/** Returns the name of the sibling statements and their parameters. */
function listOf({ parentId, ownerId }: Siblings) {
  return parentId === null
    ? ({ list: 'roots', bind: { ownerId } } as const)
    : ({ list: 'children', bind: { parentId } } as const);
}

export async function lastPosition(siblings: Siblings): Promise<number> {
  const { list, bind } = listOf(siblings);
  const [row] = await findLast[list](bind);
  return (row?.edge ?? 0) + STEP;
}

export async function firstPosition(siblings: Siblings): Promise<number> {
  const { list, bind } = listOf(siblings);
  const [row] = await findFirst[list](bind);
  return (row?.edge ?? 2 * STEP) - STEP;
}

/** Returns a position right before (−1) or after (1) a sibling, ignoring the moved document. */
export async function positionBeside(
  siblings: Siblings,
  target: { id: string; position: number },
  side: -1 | 1,
  movingId: string,
): Promise<number> {
  const { list, bind } = listOf(siblings);
  const find = side === 1 ? findAfter[list] : findBefore[list];
  const [row] = await find({ ...bind, position: target.position, movingId });
  const next = row?.edge ?? null;
  if (next === null) return target.position + side * STEP;
  if (Math.abs(next - target.position) > GAP_MIN) return (target.position + next) / 2;
  await makeRoom(siblings, target.position);
  const moved = await (await models()).Document.findByPk(target.id, { attributes: ['position'] });
  return positionBeside(siblings, { id: target.id, position: moved!.position }, side, movingId);
}

/**
 * Spreads out the fewest nearest siblings on both sides that restore the gaps: a move writes one row, and occasionally
 * a few dozen more, for any number of siblings.
 */
async function makeRoom(siblings: Siblings, place: number): Promise<void> {
  for (let reach = REACH; ; reach *= 4) {
    const rows = (await nearest(siblings, place, '<=', reach)).toReversed();
    const low = rows.length > reach ? rows.shift()!.position : null;
    const above = await nearest(siblings, place, '>', reach);
    const high = above.length > reach ? above.pop()!.position : null;
    rows.push(...above);
    const isBetween = low !== null && high !== null;
    const step = isBetween ? (high - low) / (rows.length + 1) : STEP;
    if (step < ROOM_MIN) continue;
    const start = low !== null ? low + step : high !== null ? high - step * rows.length : STEP;
    return spread(siblings, rows, { start, step });
  }
}

/** Returns the given number of siblings plus one on one side of a place, nearest first. */
function nearest(siblings: Siblings, place: number, side: '<=' | '>', reach: number): Promise<Placed[]> {
  const { list, bind } = listOf(siblings);
  return (side === '>' ? listAbove : listBelow)[list]({ ...bind, place, most: reach + 1 });
}

async function spread(siblings: Siblings, rows: Placed[], { start, step }: { start: number; step: number }) {
  const { list, bind } = listOf(siblings);
  await spreadOut[list]({ ...bind, start, step, first: rows[0]!.position, last: rows.at(-1)!.position });
}

const SORT_KEYS = { title: 'title_key', createdAt: 'created_at', updatedAt: 'updated_at' } as const;

export type SortKey = keyof typeof SORT_KEYS;

/** Sorts siblings with even spacing; ties keep their order. */
export async function sortSiblings(siblings: Siblings, by: SortKey, order: 'asc' | 'desc'): Promise<void> {
  const { list, bind } = listOf(siblings);
  await execute(
    `UPDATE documents SET position = ranked.place FROM (
       SELECT id, ROW_NUMBER() OVER (
         ORDER BY ${SORT_KEYS[by]} ${order === 'desc' ? 'DESC' : 'ASC'}, position, id
       ) * ${STEP}.0 AS place FROM documents WHERE ${isSibling(list)}
     ) AS ranked WHERE ranked.id = documents.id`,
    bind,
  );
}

const isSibling = (list: 'roots' | 'children') =>
  list === 'roots' ? 'parent_id IS NULL AND owner_id = $ownerId' : 'parent_id = $parentId';

/** Returns the ids of siblings in their order, archived ones included. */
export async function listSiblings(siblings: Siblings): Promise<string[]> {
  const { list, bind } = listOf(siblings);
  const sql = `SELECT id FROM documents WHERE ${isSibling(list)} ORDER BY position, id`;
  return (await select<{ id: string }>(sql, bind)).map(({ id }) => id);
}

/** Puts siblings in the given order with even spacing. */
export async function placeSiblings(siblings: Siblings, ids: string[]): Promise<void> {
  const { list, bind } = listOf(siblings);
  const places = ids.map((_, place) => `WHEN $id${place} THEN ${(place + 1) * STEP}.0`).join(' ');
  await execute(`UPDATE documents SET position = CASE id ${places} ELSE position END WHERE ${isSibling(list)}`, {
    ...bind,
    ...Object.fromEntries(ids.map((id, place) => [`id${place}`, id])),
  });
}
