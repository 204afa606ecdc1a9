import type { Actor } from '#app/services/actor.ts';
import { type Crumb, GRANTED } from '#app/services/documents/access.ts';
import { ENTRY_COLUMNS, ENTRY_JOINS, type EntryRow, noticeOf } from '#app/services/documents/document-entry.ts';
import { select } from '#db/connection.ts';

/** One visible row of the tree, flat and in order, so that a tree of any depth renders without recursion. */
export type TreeRow = {
  id: string;
  title: string;
  icon: string | null;
  /** 1 for a root. */
  level: number;
  isLeaf: boolean;
  isOpen: boolean;
  notice: 'NEW' | 'UPDATE' | null;
};
/** The actor's own tree and, while a shared document is open, the branch it stands in; cut at SIBLINGS_MAX per level. */
export type OpenBranches = { own: TreeRow[]; shared: TreeRow[]; isCut: boolean };

/** A page shows this many siblings; the parent's own page lists the rest. */
const SIBLINGS_MAX = 200;

type Row = Omit<EntryRow, 'permission'> & { permission: 'EDIT' | 'READ' | 'NONE' | null; place: number };

type Open = {
  /** The visible ancestors of the document on the page and itself, from the top. */
  path: Crumb[];
  isOwner: boolean;
  /** Further documents whose children are wanted. */
  opened: string[];
};

/** The tree beside a page: roots, and the children of every open document, in one query. */
export async function getOpenBranches(actor: Actor, { path, isOwner, opened }: Open): Promise<OpenBranches> {
  const parents = [...new Set([...path.map(({ id }) => id), ...opened])];
  const sharedTop = isOwner ? null : (path[0]?.id ?? null);
  const reachesOthers = !isOwner || opened.length > 0;
  const rows = await loadRows(actor, { parents, sharedTop, reachesOthers });
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId);
  const open = new Set(parents);
  const toRows = (roots: Row[]) => flatten(actor, roots, childrenOf, open);
  const top = rows.find(({ id }) => id === sharedTop);
  return {
    own: toRows((childrenOf.get(null) ?? []).filter(({ ownerId }) => ownerId === actor.id)),
    shared: top ? toRows([top]) : [],
    isCut: rows.some(({ place }) => place > SIBLINGS_MAX),
  };
}

type Wanted = { parents: string[]; sharedTop: string | null; reachesOthers: boolean };

async function loadRows(actor: Actor, { parents, sharedTop, reachesOthers }: Wanted): Promise<Row[]> {
  const names = parents.map((_, index) => `$p${index}`).join(', ');
  const bind = Object.fromEntries(parents.map((id, index) => [`p${index}`, id]));
  const below = parents.length > 0 ? `OR documents.parent_id IN (${names})` : '';
  const shared = sharedTop ? 'OR documents.id = $sharedTop' : '';
  // What others own is shown through `granted` only; one's own tree is read without it.
  const visible = reachesOthers
    ? `AND (documents.owner_id = $me OR documents.id IN (SELECT id FROM granted WHERE permission <> 'NONE'))`
    : 'AND documents.owner_id = $me';
  return select<Row>(
    `${reachesOthers ? `WITH RECURSIVE ${GRANTED}` : ''} SELECT * FROM (
       SELECT ${ENTRY_COLUMNS}, documents.parent_id AS "parentId",
         ROW_NUMBER() OVER (PARTITION BY documents.parent_id ORDER BY documents.position, documents.id) AS place
       FROM documents ${ENTRY_JOINS}
       WHERE ((documents.parent_id IS NULL AND documents.owner_id = $me) ${below} ${shared})
         AND documents.archived_at IS NULL ${visible}
     ) AS siblings WHERE place <= ${SIBLINGS_MAX + 1} ORDER BY position, id`,
    { me: actor.id, ...bind, ...(sharedTop ? { sharedTop } : {}) },
  );
}

function flatten(actor: Actor, roots: Row[], childrenOf: Map<string | null, Row[]>, open: Set<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const stack = shown(roots).map((row) => ({ row, level: 1 }));
  while (stack.length > 0) {
    const { row, level } = stack.pop()!;
    const isOpen = open.has(row.id) && Boolean(row.hasChild);
    const notice = noticeOf(actor, row);
    const { id, title, icon } = row;
    rows.push({ id, title, icon, level, isLeaf: !row.hasChild, isOpen, notice: notice === 'NONE' ? null : notice });
    if (isOpen) stack.push(...shown(childrenOf.get(id) ?? []).map((child) => ({ row: child, level: level + 1 })));
  }
  return rows;
}

/** Last first: what is pushed on a stack in this order comes off it in the tree's. */
function shown(siblings: Row[]): Row[] {
  return siblings.filter(({ place }) => place <= SIBLINGS_MAX).reverse();
}
