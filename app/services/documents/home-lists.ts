import type { Actor } from '#app/services/actor.ts';
import { GRANTED } from '#app/services/documents/access.ts';
import {
  type DocumentEntry,
  ENTRY_COLUMNS,
  ENTRY_JOINS,
  type EntryRow,
  toEntry,
} from '#app/services/documents/document-entry.ts';
import type { Page } from '#app/services/documents/list-documents.ts';
import { select } from '#db/connection.ts';

type Paging = { page: number; limit: number };

// What the home page and the lists beside it are made of: sets that are read through one index each.
const READABLE = `(documents.owner_id = $me OR granted.permission IN ('READ', 'EDIT')) AND documents.archived_at IS NULL`;
const PARENT = `CASE WHEN documents.owner_id = $me OR parent.permission IN ('READ', 'EDIT') THEN documents.parent_id END`;
const FROM = `FROM documents ${ENTRY_JOINS}
  LEFT JOIN granted ON granted.id = documents.id LEFT JOIN granted AS parent ON parent.id = documents.parent_id`;
const ENTRY = `SELECT ${ENTRY_COLUMNS}, ${PARENT} AS "parentId",
  CASE WHEN documents.owner_id = $me THEN 'EDIT' ELSE granted.permission END AS permission`;

async function pageOf(actor: Actor, where: string, order: string, paging: Paging): Promise<Page<DocumentEntry>> {
  const { page, limit } = paging;
  const bind = { me: actor.id };
  const rows = await select<EntryRow>(
    `WITH RECURSIVE ${GRANTED} ${ENTRY} ${FROM} WHERE ${where}
     ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    bind,
  );
  const [row] = await select<{ total: number }>(
    `WITH RECURSIVE ${GRANTED} SELECT COUNT(*) AS total ${FROM} WHERE ${where}`,
    bind,
  );
  return { items: rows.map((item) => toEntry(actor, item)), total: Number(row?.total ?? 0), page, limit };
}

/** What the actor opened last, newest first. */
export function listRecent(actor: Actor, paging: Paging): Promise<Page<DocumentEntry>> {
  const where = `reader_states.opened_at IS NOT NULL AND ${READABLE}`;
  return pageOf(actor, where, 'reader_states.opened_at DESC, documents.id', paging);
}

/** What the actor starred, the newest star first. */
export function listStarred(actor: Actor, paging: Paging): Promise<Page<DocumentEntry>> {
  const where = `reader_states.starred_at IS NOT NULL AND ${READABLE}`;
  return pageOf(actor, where, 'reader_states.starred_at DESC, documents.id', paging);
}

/** What others shared with the actor: of each branch the topmost document they see. */
export function listShared(actor: Actor, paging: Paging): Promise<Page<DocumentEntry>> {
  const where = `documents.owner_id <> $me AND granted.permission IN ('READ', 'EDIT') AND documents.archived_at IS NULL
    AND (parent.permission IS NULL OR parent.permission = 'NONE')`;
  return pageOf(actor, where, 'documents.updated_at DESC, documents.id', paging);
}

export type ArchivedEntry = DocumentEntry & { archivedAt: string; alongCount: number };

/** What the actor archived, act by act, each with the number of documents that went along. */
export async function listArchive(actor: Actor, { page, limit }: Paging): Promise<Page<ArchivedEntry>> {
  const where = 'documents.owner_id = $me AND documents.archive_root_id = documents.id';
  const rows = await select<EntryRow & { alongCount: number }>(
    `SELECT ${ENTRY_COLUMNS}, documents.parent_id AS "parentId", 'EDIT' AS permission,
       (SELECT COUNT(*) - 1 FROM documents AS along WHERE along.archive_root_id = documents.id) AS "alongCount"
     FROM documents ${ENTRY_JOINS} WHERE ${where}
     ORDER BY documents.archived_at DESC, documents.id LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
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

/** How many documents emptying the archive would delete. */
export async function countArchived(actor: Actor): Promise<number> {
  const [row] = await select<{ total: number }>(
    'SELECT COUNT(*) AS total FROM documents WHERE owner_id = $me AND archived_at IS NOT NULL',
    { me: actor.id },
  );
  return Number(row?.total ?? 0);
}
