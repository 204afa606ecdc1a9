import { offsetOf, type Page, type Paging } from '#app/schemas/paging.ts';
import { documentsOf, grantedAmong } from '#app/services/access/document-access.ts';
import {
  type DocumentEntry,
  ENTRY_COLUMNS,
  ENTRY_JOINS,
  type EntryRow,
  toEntry,
} from '#app/services/access/document-entry.ts';
import { MY_ENTRIES, myLatestEntries } from '#app/services/access/share-entries.ts';
import type { Actor } from '#app/services/actor.ts';
import { NOT_HIDDEN } from '#app/services/documents/hidden-documents.ts';
import { select } from '#db/connection.ts';

/** Maximum number of documents in the home page's lists. */
const RECENT_MAX = 1_000;
const LATELY_MAX = 200;

// SQL conditions of the home page and its lists. Each list starts from its own index and looks up ancestors from there.
const READABLE = `(documents.owner_id = $me OR granted.permission IN ('READ', 'EDIT')) AND documents.archived_at IS NULL`;
const PARENT = `CASE WHEN documents.owner_id = $me OR parent.permission IN ('READ', 'EDIT') THEN documents.parent_id END`;
const ENTRY = `SELECT ${ENTRY_COLUMNS}, ${PARENT} AS "parentId",
  CASE WHEN documents.owner_id = $me THEN 'EDIT' ELSE granted.permission END AS permission`;
const GIVEN = `LEFT JOIN granted ON granted.id = documents.id LEFT JOIN granted AS parent ON parent.id = documents.parent_id`;

/** `set`: SELECT of the candidates, with `document_id`. */
type Listed = { set: string; where: string; order: string };

async function pageOf(actor: Actor, { set, where, order }: Listed, paging: Paging): Promise<Page<DocumentEntry>> {
  const { page, limit } = paging;
  const bind = { me: actor.id };
  const from = documentsOf('marks', 'marks.document_id');
  const foreign = `FROM ${from} WHERE documents.owner_id <> $me`;
  const found = `WITH RECURSIVE marks AS (${set}), ${grantedAmong(
    `SELECT documents.id ${foreign} UNION SELECT documents.parent_id ${foreign} AND documents.parent_id IS NOT NULL`,
  )}`;
  const rows = await select<EntryRow>(
    `${found} ${ENTRY} FROM ${from} ${ENTRY_JOINS} ${GIVEN} WHERE ${where}
     ORDER BY ${order} LIMIT ${limit} OFFSET ${offsetOf({ page, limit })}`,
    bind,
  );
  const [row] = await select<{ total: number }>(
    `${found} SELECT COUNT(*) AS total FROM ${from} ${GIVEN} WHERE ${where}`,
    bind,
  );
  return { items: rows.map((item) => toEntry(actor, item)), total: Number(row?.total ?? 0), page, limit };
}

function listMarked(actor: Actor, column: 'opened_at' | 'starred_at', paging: Paging): Promise<Page<DocumentEntry>> {
  const cut = column === 'opened_at' ? `LIMIT ${RECENT_MAX}` : '';
  const set = `SELECT document_id, ${column} AS marked_at FROM reader_states
    WHERE user_id = $me AND ${column} IS NOT NULL ORDER BY ${column} DESC ${cut}`;
  return pageOf(actor, { set, where: READABLE, order: 'marks.marked_at DESC, documents.id' }, paging);
}

/** Lists the documents the actor opened last, newest first; at most the last thousand. */
export const listRecent = (actor: Actor, paging: Paging): Promise<Page<DocumentEntry>> =>
  listMarked(actor, 'opened_at', paging);

/** Returns true if the actor owns a document that is not archived. */
export async function ownsDocuments({ id }: Pick<Actor, 'id'>): Promise<boolean> {
  const found = await select(
    'SELECT 1 AS found FROM documents WHERE owner_id = $me AND parent_id IS NULL AND archived_at IS NULL LIMIT 1',
    { me: id },
  );
  return found.length > 0;
}

/** Lists the actor's starred documents, newest star first. */
export const listStarred = (actor: Actor, paging: Paging): Promise<Page<DocumentEntry>> =>
  listMarked(actor, 'starred_at', paging);

/** Lists documents shared with the actor: the topmost visible one of each branch, which has an entry of its own. */
export const listShared = (actor: Actor, paging: Paging): Promise<Page<DocumentEntry>> =>
  listEntries(actor, paging, MY_ENTRIES);

/**
 * Lists shared documents among the latest 200 share entries, for the home page. Limits its cost, however much strangers
 * share.
 */
export const listLatelyShared = (actor: Actor, paging: Paging): Promise<Page<DocumentEntry>> =>
  listEntries(actor, paging, myLatestEntries(LATELY_MAX));

/**
 * Reads and counts in one statement, as there may be thousands of entries. The document's permission is the entry's
 * own; only parents are looked up, each once.
 */
async function listEntries(actor: Actor, { page, limit }: Paging, entries: string): Promise<Page<DocumentEntry>> {
  const from = documentsOf('entries', 'entries.document_id');
  const readable = `entries.permission <> 'NONE' AND documents.owner_id <> $me AND documents.archived_at IS NULL`;
  const rows = await select<EntryRow & { total: number }>(
    `WITH RECURSIVE entries AS MATERIALIZED (${entries}),
     ${grantedAmong(`SELECT DISTINCT documents.parent_id FROM ${from} WHERE ${readable} AND documents.parent_id IS NOT NULL`)},
     listed AS (
       SELECT documents.id, entries.permission, documents.updated_at, COUNT(*) OVER () AS total
       FROM ${from} LEFT JOIN granted AS parent ON parent.id = documents.parent_id
       WHERE ${readable} AND (parent.permission IS NULL OR parent.permission = 'NONE')
         AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = $me AND blocks.blocked_id = documents.owner_id)
       ORDER BY documents.updated_at DESC, documents.id LIMIT ${limit} OFFSET ${offsetOf({ page, limit })}
     )
     SELECT ${ENTRY_COLUMNS}, NULL AS "parentId", listed.permission, listed.total
     FROM ${documentsOf('listed', 'listed.id')} ${ENTRY_JOINS} ORDER BY listed.updated_at DESC, listed.id`,
    { me: actor.id },
  );
  if (rows.length === 0 && page > 1) {
    const { total } = await listEntries(actor, { page: 1, limit: 1 }, entries);
    return { items: [], total, page, limit };
  }
  return { items: rows.map((row) => toEntry(actor, row)), total: Number(rows[0]?.total ?? 0), page, limit };
}

export type ArchivedEntry = DocumentEntry & { archivedAt: string; alongCount: number };

/**
 * Lists the actor's archived branches, last archived first. `alongCount` counts the documents below the top of each.
 */
export async function listArchive(actor: Actor, { page, limit }: Paging): Promise<Page<ArchivedEntry>> {
  const where =
    'documents.owner_id = $me AND documents.archived_at IS NOT NULL AND documents.archive_root_id = documents.id';
  const rows = await select<EntryRow & { alongCount: number }>(
    `SELECT ${ENTRY_COLUMNS}, documents.parent_id AS "parentId", 'EDIT' AS permission,
       (SELECT COUNT(*) - 1 FROM documents AS along WHERE along.archive_root_id = documents.id) AS "alongCount"
     FROM documents ${ENTRY_JOINS} WHERE ${where}
     ORDER BY documents.archived_at DESC, documents.id LIMIT ${limit} OFFSET ${offsetOf({ page, limit })}`,
    { me: actor.id },
  );
  const [row] = await select<{ total: number }>(`SELECT COUNT(*) AS total FROM documents WHERE ${where}`, {
    me: actor.id,
  });
  const items = rows.map((item) => ({
    ...toEntry(actor, item),
    archivedAt: new Date(item.archivedAt!).toISOString(),
    alongCount: Number(item.alongCount),
  }));
  return { items, total: Number(row?.total ?? 0), page, limit };
}

/** Counts the documents that emptying the archive would delete. */
export async function countArchived(actor: Actor): Promise<number> {
  const [row] = await select<{ total: number }>(
    `SELECT COUNT(*) AS total FROM documents WHERE owner_id = $me AND archived_at IS NOT NULL AND ${NOT_HIDDEN}`,
    { me: actor.id },
  );
  return Number(row?.total ?? 0);
}
