import { ensureDeletedUser } from '#app/services/accounts/deleted-user.ts';
import { lastPosition, POSITION_STEP } from '#app/services/documents/position.ts';
import { signal } from '#app/services/live/live-signals.ts';
import type { Recipient } from '#app/services/maintenance/backup/part/get-recipient.ts';
import { accountsOf, type People } from '#app/services/maintenance/backup/part/people-of-part.ts';
import type { PartPlan, Placed } from '#app/services/maintenance/backup/part/plan-part.ts';
import type { Source } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { tablesOf } from '#app/services/maintenance/backup/part/tables-of-part.ts';
import { insertRows, type TableRow } from '#db/tables.ts';

type Context = { source: Source; plan: PartPlan; recipient: Recipient; people: People };

const ROWS_AT_ONCE = 50;
/** Columns that name the author of something that stays when the account is gone. */
const AUTHORS = ['author_id', 'created_by', 'updated_by'];

/** Inserts the documents of a plan with everything that belongs to them except files; call in a transaction. */
export async function insertDocuments(context: Context, onProgress: (done: number) => void): Promise<void> {
  const { documents } = context.plan;
  await ensureDeletedUser();
  const positions = await positionsOf(context);
  for (let from = 0; from < documents.length; from += ROWS_AT_ONCE) {
    const placed = documents.slice(from, from + ROWS_AT_ONCE);
    const ids = placed.map(({ id }) => id);
    await insertTops(context, placed, positions);
    for (const table of tablesOf('document')) await insertBelow(context, table, columnOf(table), ids);
    await insertOf(context, 'revisions', ids, tablesOf('revision'), 'revision_id');
    await insertOf(context, 'threads', ids, tablesOf('thread'), 'thread_id');
    await insertShares(context, ids);
    onProgress(from + placed.length);
  }
  const { ownerId } = context.recipient;
  const lists = new Set(documents.filter(({ position }) => position === null).map(({ parentId }) => parentId));
  for (const parentId of lists) signal({ kind: 'tree', ownerId, parentId });
}

const columnOf = (table: string) => (table === 'links' ? 'from_id' : 'document_id');

/** Returns places at the end of their siblings for the documents that have none. */
async function positionsOf({ plan, recipient }: Context): Promise<Map<string, number>> {
  const lasts = new Map<string | null, number>();
  const positions = new Map<string, number>();
  for (const { id, parentId, position } of plan.documents) {
    if (position !== null) continue;
    const last = lasts.get(parentId);
    const siblings = { parentId, ownerId: recipient.ownerId };
    const next = last === undefined ? await lastPosition(siblings) : last + POSITION_STEP;
    lasts.set(parentId, next);
    positions.set(id, next);
  }
  return positions;
}

async function insertTops(context: Context, placed: Placed[], positions: Map<string, number>): Promise<void> {
  const { source, recipient, people } = context;
  const ids = placed.map(({ id }) => id);
  const rows = new Map((await source.rows.where('documents', 'id', ids)).map((row) => [row.id, row]));
  await insert(
    'documents',
    placed.map(({ id, parentId, position, archivedAt, archiveRootId }) => ({
      ...withAuthors(rows.get(id)!, people),
      parent_id: parentId,
      owner_id: recipient.ownerId,
      position: position ?? positions.get(id)!,
      archived_at: archivedAt,
      archive_root_id: archiveRootId,
      import_id: null,
      // The shared state stays behind: editors begin a new one from the text.
      live_epoch: null,
    })),
  );
}

/** Copies rows that refer to documents, revisions or threads. Rows about people who are gone are left out. */
async function insertBelow({ source, people }: Context, table: string, column: string, ids: string[]): Promise<void> {
  for await (const batch of source.rows.batches(table, column, ids)) {
    const kept = batch.filter(({ user_id: userId }) => userId === undefined || people.isKnown(userId as string));
    await insert(
      table,
      kept.map((row) => (table === 'document_texts' ? { ...row, index_version: 0 } : withAuthors(row, people))),
    );
  }
}

async function insertOf(context: Context, of: string, ids: string[], tables: string[], column: string): Promise<void> {
  const rows = await context.source.rows.where(of, 'document_id', ids);
  const names = rows.map(({ id }) => id as string);
  for (const table of tables) await insertBelow(context, table, column, names);
}

/** Restores shares for people and groups that exist here, and invitations for their addresses. */
async function insertShares({ source, recipient, people }: Context, ids: string[]): Promise<void> {
  const found = await source.rows.where('shares', 'document_id', ids);
  const invited = found.filter((row) => row.user_id === null && row.group_id === null);
  const accounts = await accountsOf(invited.map(({ email }) => email as string));
  const seen = new Set<string>();
  const kept = found.flatMap(({ id: _, ...row }) => {
    if (row.group_id !== null) return people.hasGroup(row.group_id as string) ? [row] : [];
    const userId = (row.user_id ?? accounts.get(row.email as string) ?? null) as string | null;
    if (userId !== null && !people.isKnown(userId) && row.user_id !== null) return [];
    if (userId === recipient.ownerId) return [];
    const email = row.user_id === null ? (row.email as string) : people.addressOf(row.user_id as string);
    const name = `${row.document_id} ${email}`;
    if (email === recipient.email || seen.has(name)) return [];
    seen.add(name);
    return [{ ...row, user_id: userId, email }];
  });
  await insert('shares', kept);
}

/** Replaces authors who are gone by the account of deleted users. */
function withAuthors(row: TableRow, { authorOf, isKnown }: People): TableRow {
  const replaced: TableRow = { ...row };
  for (const column of AUTHORS) if (typeof row[column] === 'string') replaced[column] = authorOf(row[column] as string);
  if (typeof row.moved_by === 'string' && !isKnown(row.moved_by)) replaced.moved_by = null;
  return replaced;
}

async function insert(table: string, rows: TableRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await insertRows(table, rows.slice(from, from + ROWS_AT_ONCE));
}
