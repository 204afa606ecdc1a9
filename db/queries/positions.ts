import { changeOf, listed, rowsOf } from '#db/query.ts';

/** A list of siblings: the children of a document, or the roots of an owner. */
type Bind = { parentId?: string | null; ownerId?: string };
type Edge = { edge: number | null };

/** SQLite uses `documents_siblings` for the roots of an owner if the list is not limited to a range. */
const LISTS = {
  children: { where: 'parent_id = $parentId', index: 'documents_siblings' },
  roots: { where: 'parent_id IS NULL AND owner_id = $ownerId', index: 'documents_roots' },
} as const;

type ListName = keyof typeof LISTS;
type OfEach<Run> = Record<ListName, Run>;

/** Declares a statement once for children and once for roots. */
function ofEach<Run>(declare: (list: ListName, where: string, index: string) => Run): OfEach<Run> {
  return {
    children: declare('children', LISTS.children.where, LISTS.children.index),
    roots: declare('roots', LISTS.roots.where, LISTS.roots.index),
  };
}

/** Finds the highest position in a list; null if the list is empty. */
export const findLast = ofEach((list, where, index) =>
  rowsOf<Edge, Bind>({
    name: `findLast.${list}`,
    uses: [index],
    sql: `SELECT MAX(position) AS edge FROM documents WHERE ${where}`,
  }),
);

/** Finds the highest position below each of `parents`, a JSON array; null for one without children. */
export const findLastBelow = rowsOf<Edge & { parentId: string }, { parents: string }>({
  name: 'findLastBelow',
  uses: ['documents_siblings'],
  sql: () => `SELECT value AS "parentId", (SELECT MAX(position) FROM documents WHERE parent_id = value) AS edge
    FROM (${listed('parents')}) AS listed_parents ORDER BY value`,
});

/** Finds the lowest position in a list; null if the list is empty. */
export const findFirst = ofEach((list, where, index) =>
  rowsOf<Edge, Bind>({
    name: `findFirst.${list}`,
    uses: [index],
    sql: `SELECT MIN(position) AS edge FROM documents WHERE ${where}`,
  }),
);

type Neighbour = Bind & { position: number; movingId: string };

/** Finds the next position after one, ignoring the moved document. */
export const findAfter = ofEach((list, where, index) =>
  rowsOf<Edge, Neighbour>({
    name: `findAfter.${list}`,
    uses: [index],
    sql: `SELECT MIN(position) AS edge FROM documents WHERE ${where} AND position > $position AND id <> $movingId`,
  }),
);

/** Finds the next position before one, ignoring the moved document. */
export const findBefore = ofEach((list, where, index) =>
  rowsOf<Edge, Neighbour>({
    name: `findBefore.${list}`,
    uses: [index],
    sql: `SELECT MAX(position) AS edge FROM documents WHERE ${where} AND position < $position AND id <> $movingId`,
  }),
);

export type Placed = { id: string; position: number };
type Near = Bind & { place: number; most: number };

/** Lists siblings above a position, nearest first. */
export const listAbove = ofEach((list, where, index) =>
  rowsOf<Placed, Near>({
    name: `listAbove.${list}`,
    uses: [index],
    sql: `SELECT id, position FROM documents WHERE ${where} AND position > $place ORDER BY position ASC, id LIMIT $most`,
  }),
);

/** Lists siblings at and below a position, nearest first. */
export const listBelow = ofEach((list, where, index) =>
  rowsOf<Placed, Near>({
    name: `listBelow.${list}`,
    uses: [index],
    sql: `SELECT id, position FROM documents WHERE ${where} AND position <= $place
      ORDER BY position DESC, id LIMIT $most`,
  }),
);

/** Spreads the siblings of a range evenly. */
export const spreadOut = ofEach((list, where, index) =>
  changeOf<Bind & { start: number; step: number; first: number; last: number }>({
    name: `spreadOut.${list}`,
    uses: [index, 'documents(id)'],
    sql: `UPDATE documents SET position = CAST($start AS DOUBLE PRECISION) + ranked.place * CAST($step AS DOUBLE PRECISION) FROM (
        SELECT id, ROW_NUMBER() OVER (ORDER BY position, id) - 1 AS place FROM documents
        WHERE ${where} AND position >= $first AND position <= $last
      ) AS ranked WHERE ranked.id = documents.id`,
  }),
);
