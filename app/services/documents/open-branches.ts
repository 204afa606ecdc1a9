import { type Crumb, grantedAmong } from '#app/services/access/document-access.ts';
import { ENTRY_COLUMNS, ENTRY_JOINS, type EntryRow, noticeOf } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';

/** A visible row of the tree. Rows are flat and ordered, so that a tree of any depth renders without recursion. */
export type TreeRow = {
  id: string;
  title: string;
  icon: string | null;
  /** 1 for a root. */
  level: number;
  isLeaf: boolean;
  isOpen: boolean;
  notice: 'NEW' | 'UPDATE' | null;
  /** Present only if true, to keep trees of hundreds of rows small. */
  isStarred?: true;
  /** Present only for documents of other owners; own documents are always editable. */
  canEdit?: true;
  /** Pages of siblings before and after this row, at the ends of a paginated level. */
  earlier?: Siblings;
  more?: Siblings;
};
/** A page of a document's children, or of the roots (`parentId` null); counted from 0. */
export type Siblings = { parentId: string | null; page: number };
/** The actor's own tree and, while a shared document is open, its branch. */
export type OpenBranches = { own: TreeRow[]; shared: TreeRow[] };

/** Siblings per page; links lead to further pages. */
export const SIBLINGS_PAGE = 200;

type Row = Omit<EntryRow, 'permission'> & { place: number; siblings: number; permission?: 'EDIT' | 'READ' | null };

type Open = {
  /** Visible ancestors of the current document and the document itself, from the top. */
  path: Crumb[];
  isOwner: boolean;
  /** Further documents whose children to load. */
  opened: string[];
  /** Documents on the path whose children are not loaded. */
  closed?: string[];
  /** Level with a page of siblings other than the current document's. */
  turned?: Siblings | null;
};

/** Loads the tree beside a page in one query: roots and the children of every open document. */
export async function getOpenBranches(actor: Actor, open: Open): Promise<OpenBranches> {
  const { path, isOwner, opened, closed = [], turned = null } = open;
  const parents = [...new Set([...path.map(({ id }) => id), ...opened])].filter((id) => !closed.includes(id));
  const sharedTop = isOwner ? null : (path[0]?.id ?? null);
  const reachesOthers = !isOwner || opened.length > 0;
  const onTheWay = path.map(({ id }) => id);
  const rows = await loadRows(actor, { parents, onTheWay, sharedTop, reachesOthers, turned });
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId);
  const toRows = (roots: Row[]) => flatten(actor, roots, childrenOf, new Set(parents));
  const top = rows.find(({ id }) => id === sharedTop);
  return {
    own: toRows((childrenOf.get(null) ?? []).filter(({ ownerId }) => ownerId === actor.id)),
    shared: top ? toRows([{ ...top, place: 1, siblings: 1 }]) : [],
  };
}

type Wanted = {
  parents: string[];
  onTheWay: string[];
  sharedTop: string | null;
  reachesOthers: boolean;
  turned: Siblings | null;
};

async function loadRows(actor: Actor, { parents, onTheWay, sharedTop, reachesOthers, turned }: Wanted): Promise<Row[]> {
  const bind = new Binds({ me: actor.id });
  // Each level uses its own index: with one condition, or with a plain `owner_id` after it (hence COALESCE), SQLite
  // would read all documents of the actor.
  const level = 'SELECT id, parent_id, position, owner_id FROM documents WHERE archived_at IS NULL AND';
  const below = parents.length > 0 ? `parent_id IN (${bind.list('p', parents)})` : null;
  const levels = [`${level} owner_id = $me AND parent_id IS NULL`];
  if (below) levels.push(`${level} ${below}`);
  if (sharedTop)
    levels.push(`${level} id = ${bind.one('sharedTop', sharedTop)} ${below ? `AND (${below}) IS NOT TRUE` : ''}`);
  // Other owners' documents are visible only through `granted`; the own tree skips it.
  const visible = reachesOthers
    ? `(COALESCE(level.owner_id, '') = $me OR level.id IN (SELECT id FROM granted WHERE permission <> 'NONE'))`
    : `COALESCE(level.owner_id, '') = $me`;
  const given = reachesOthers
    ? { column: ', granted.permission', join: 'LEFT JOIN granted ON granted.id = documents.id' }
    : { column: '', join: '' };
  const granted = reachesOthers ? `${grantedAmong('SELECT id FROM level WHERE owner_id <> $me')},` : '';
  // The top of a shared branch may be a root of its owner, but is no sibling of the actor's roots.
  const siblings = "PARTITION BY level.parent_id, level.parent_id IS NULL AND COALESCE(level.owner_id, '') <> $me";
  const placed = `level AS (${levels.join(' UNION ALL ')}), ${granted} placed AS (
      SELECT level.id, COALESCE(level.parent_id, '') AS parent_key,
        (ROW_NUMBER() OVER (${siblings} ORDER BY level.position, level.id)) AS place,
        COUNT(*) OVER (${siblings}) AS siblings
      FROM level WHERE ${visible}
    )`;
  // Select the visible rows before any join: two hundred of ten thousand siblings.
  return select<Row>(
    `WITH ${reachesOthers ? 'RECURSIVE' : ''} ${placed}, ${turnedTo(bind, onTheWay, turned)}, shown AS MATERIALIZED (
       SELECT placed.id, placed.place, placed.siblings
       FROM placed LEFT JOIN turned ON turned.parent_key = placed.parent_key
       WHERE placed.siblings <= ${SIBLINGS_PAGE} OR (placed.place - 1) / ${SIBLINGS_PAGE} = COALESCE(turned.page, 0)
     )
     SELECT ${ENTRY_COLUMNS}, documents.parent_id AS "parentId", shown.place, shown.siblings ${given.column}
     FROM shown JOIN documents ON documents.id = shown.id ${ENTRY_JOINS} ${given.join}
     ORDER BY documents.position, documents.id`,
    bind.values,
  );
}

/**
 * Chooses the page of each long level: the requested one, else the one containing the path to the current document,
 * else the first.
 */
function turnedTo(bind: Binds, onTheWay: string[], turned: Siblings | null): string {
  const asked = turned ? bind.one('turned', turned.parentId ?? '') : null;
  const ways = onTheWay.length > 0 ? `placed.id IN (${bind.list('w', onTheWay)})` : 'FALSE';
  const others = asked ? `AND placed.parent_key <> ${asked}` : '';
  return `turned AS (
      SELECT placed.parent_key, (placed.place - 1) / ${SIBLINGS_PAGE} AS page FROM placed
      WHERE placed.siblings > ${SIBLINGS_PAGE} AND ${ways} ${others}
      ${asked ? `UNION ALL SELECT CAST(${asked} AS TEXT), ${turned!.page}` : ''}
    )`;
}

/** Collects named bind values for a composed statement. */
class Binds {
  readonly values: Record<string, string>;

  constructor(values: Record<string, string>) {
    this.values = values;
  }

  one(name: string, value: string): string {
    this.values[name] = value;
    return `$${name}`;
  }

  list(prefix: string, values: string[]): string {
    return values.map((value, index) => this.one(`${prefix}${index}`, value)).join(', ');
  }
}

function flatten(actor: Actor, roots: Row[], childrenOf: Map<string | null, Row[]>, open: Set<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const stack = placedOn(roots, 1).reverse();
  while (stack.length > 0) {
    const { row, level, ends } = stack.pop()!;
    const isOpen = open.has(row.id) && Boolean(row.hasChild);
    const notice = noticeOf(actor, row);
    const { id, title, icon } = row;
    const shown: TreeRow = { id, title, icon, level, isLeaf: !row.hasChild, isOpen, notice: null, ...ends };
    if (notice !== 'NONE') shown.notice = notice;
    if (row.starredAt !== null) shown.isStarred = true;
    if (row.permission === 'EDIT') shown.canEdit = true;
    rows.push(shown);
    // Pushes in reverse: the stack then pops in tree order.
    if (isOpen) stack.push(...placedOn(childrenOf.get(id) ?? [], level + 1).reverse());
  }
  return rows;
}

type Placed = { row: Row; level: number; ends: Pick<TreeRow, 'earlier' | 'more'> };

/** Builds the rows of a level; the first and last row link to the pages before and after. */
function placedOn(siblings: Row[], level: number): Placed[] {
  return siblings.map((row, index) => {
    const page = Math.floor((row.place - 1) / SIBLINGS_PAGE);
    const hasEarlier = index === 0 && row.place > 1;
    const hasMore = index === siblings.length - 1 && row.place < row.siblings;
    const { parentId } = row;
    return {
      row,
      level,
      ends: {
        ...(hasEarlier ? { earlier: { parentId, page: page - 1 } } : {}),
        ...(hasMore ? { more: { parentId, page: page + 1 } } : {}),
      },
    };
  });
}
