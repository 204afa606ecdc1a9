import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import type { Part, Recipient } from '#app/services/maintenance/backup/part/get-recipient.ts';
import type { Source } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { UnfitPart } from '#app/services/maintenance/backup/part/unfit-part.ts';
import { countAncestors, findLiveDocuments } from '#db/queries/restored-parts.ts';
import type { TableRow } from '#db/tables.ts';

type Archived = { archivedAt: number | null; archiveRootId: string | null };
/** Place of a restored document. `position` is null for the end of its siblings. */
export type Placed = Archived & { id: string; title: string; parentId: string | null; position: number | null };
/**
 * Parents come before their children. `existing` documents are left as they are. `isBlocked`: some are being removed at
 * this moment and still have their ids.
 */
export type PartPlan = { documents: Placed[]; existing: string[]; isBlocked: boolean };

/** `depth` is null for a document that exists, until something is placed below it. */
type Parent = Archived & { id: string; depth: number | null; isRestored: boolean };
type Live = Map<string, Archived & { ownerId: string }>;
const PRESENT: Archived = { archivedAt: null, archiveRootId: null };
/** Archive marks of copies and deletions that were going on when the backup was made. */
const UNFINISHED = /^(?:copy|removed) /;

/**
 * Decides which documents of a part are restored and where: below their former parent if it is restored too or still
 * exists for the same owner, else below `recipient.below` or as a root. Changes nothing. Throws UnfitPart.
 */
export async function planPart(source: Source, part: Part, recipient: Recipient): Promise<PartPlan> {
  const { tops, childrenOf, all } = await readPart(source, part);
  if ('branch' in part && tops.length === 0) throw new UnfitPart('noBranch', part.branch);
  const parents = tops.flatMap((top) => (top.parent_id === null ? [] : [top.parent_id as string]));
  const live = await findLive([...all, ...parents]);
  const removed = [...live].flatMap(([id, { ownerId }]) => (ownerId === DELETED_USER_ID ? [id] : []));
  for (const id of removed) live.delete(id);
  const plan: PartPlan = { documents: [], existing: [], isBlocked: removed.length > 0 };
  const below = recipient.below === null ? null : liveParent(recipient.below, PRESENT);

  const visit = async (row: TableRow, above: Parent | null, isNamed: boolean): Promise<void> => {
    const id = row.id as string;
    const known = live.get(id);
    if (known) plan.existing.push(id);
    const parent = above?.isRestored ? above : (below ?? above);
    const next = known ? usableParent(id, known, recipient) : await place(plan, row, parent, isNamed);
    for (const child of childrenOf.get(id) ?? []) await visit(child, next, false);
  };
  for (const top of tops) {
    const parentId = top.parent_id as string | null;
    const known = parentId === null ? undefined : live.get(parentId);
    await visit(top, known ? usableParent(parentId!, known, recipient) : null, 'branch' in part);
  }
  return plan;
}

/** Adds a document to the plan. The named top of a branch comes out of the archive, with what was archived with it. */
async function place(plan: PartPlan, row: TableRow, parent: Parent | null, isNamed: boolean): Promise<Parent> {
  const id = row.id as string;
  if (parent) parent.depth ??= await depthOf(parent.id);
  const depth = parent ? parent.depth! + 1 : 0;
  if (depth >= DEPTH_MAX) throw new UnfitPart('tooDeep', id);
  const archived = archiveOf(row, parent, isNamed);
  const position = parent?.isRestored ? (row.position as number) : null;
  plan.documents.push({ id, title: row.title as string, parentId: parent?.id ?? null, position, ...archived });
  return { id, depth, isRestored: true, ...archived };
}

/** A document archived by itself stays archived; one archived with another follows its parent. */
function archiveOf(row: TableRow, parent: Parent | null, isNamed: boolean): Archived {
  const isOwnAct = !isNamed && row.archive_root_id === row.id;
  if (isOwnAct) return { archivedAt: Number(row.archived_at), archiveRootId: row.id as string };
  return parent ? { archivedAt: parent.archivedAt, archiveRootId: parent.archiveRootId } : PRESENT;
}

function usableParent(id: string, known: Archived & { ownerId: string }, { ownerId }: Recipient): Parent | null {
  return known.ownerId === ownerId ? liveParent(id, known) : null;
}

const liveParent = (id: string, { archivedAt, archiveRootId }: Archived): Parent => ({
  id,
  depth: null,
  isRestored: false,
  archivedAt,
  archiveRootId,
});

async function depthOf(id: string): Promise<number> {
  const [row] = await countAncestors({ id });
  return Number(row!.n);
}

async function findLive(ids: string[]): Promise<Live> {
  const rows = await findLiveDocuments({ ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Reads the documents of a part as the backup has them, without texts; siblings in order. */
async function readPart({ rows }: Source, part: Part) {
  const named = 'branch' in part ? await rows.where('documents', 'id', [part.branch]) : await rootsOf(rows, part);
  const tops = inOrder(named.filter(isFinished));
  const childrenOf = new Map<string, TableRow[]>();
  const all = tops.map(({ id }) => id as string);
  for (let level = all; level.length > 0; ) {
    const below: TableRow[] = [];
    for await (const batch of rows.batches('documents', 'parent_id', level)) below.push(...batch.filter(isFinished));
    for (const [parentId, children] of Map.groupBy(below, ({ parent_id }) => parent_id as string))
      childrenOf.set(parentId, inOrder(children));
    level = below.map(({ id }) => id as string);
    all.push(...level);
  }
  return { tops, childrenOf, all };
}

async function rootsOf(rows: Source['rows'], { account }: { account: string }): Promise<TableRow[]> {
  const [user] = await rows.where('users', 'email', [account.trim().toLowerCase()]);
  const owned = await rows.where('documents', 'owner_id', [user!.id as string]);
  return owned.filter((row) => row.parent_id === null);
}

const isFinished = ({ archive_root_id: mark }: TableRow) => !UNFINISHED.test(String(mark ?? ''));
const inOrder = (rows: TableRow[]) => rows.toSorted((one, other) => Number(one.position) - Number(other.position));
