import { AppError } from '#app/errors.ts';
import { type DocumentAccess, getAccess } from '#app/services/access/document-access.ts';
import {
  type DocumentEntry,
  ENTRY_COLUMNS,
  ENTRY_JOINS,
  type EntryRow,
  toEntry,
} from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { markOpened } from '#app/services/documents/reader-state.ts';
import { settleIfOpen } from '#app/services/live/live-documents.ts';
import { select } from '#db/connection.ts';
import type { Step } from '#db/write-batch.ts';

/** The actor's access to a document. */
type Seen = Pick<DocumentAccess, 'id' | 'permission' | 'parentId'>;
type DetailRow = EntryRow & { content: string };
export type DocumentDetail = DocumentEntry & { content: string };

const ENTRY = `SELECT ${ENTRY_COLUMNS} FROM documents ${ENTRY_JOINS} WHERE documents.id = $id`;
const DETAIL = `SELECT ${ENTRY_COLUMNS}, document_texts.content FROM documents ${ENTRY_JOINS}
  JOIN document_texts ON document_texts.document_id = documents.id WHERE documents.id = $id`;

/** Returns a document with its Markdown. Throws `documentNotFound`. */
export async function getDocument(actor: Actor, id: string): Promise<DocumentDetail> {
  const access = await getAccess(actor, id);
  await settleIfOpen(id);
  return readDocument(actor, access);
}

/** Returns a document and records that the actor has seen this version, which clears its notice for the next call. */
export async function viewDocument(actor: Actor, id: string): Promise<DocumentDetail> {
  const access = await getAccess(actor, id);
  await settleIfOpen(id);
  const row = await getDetail(actor, access);
  if (!access.isArchived) await markOpened(actor, row);
  return { ...withAccess(actor, row, access), content: row.content };
}

/** Returns a document whose access is already resolved. Throws `documentNotFound` if it was deleted meanwhile. */
export async function readDocument(actor: Actor, access: Seen): Promise<DocumentDetail> {
  const row = await getDetail(actor, access);
  return { ...withAccess(actor, row, access), content: row.content };
}

/** Step that reads a document with its Markdown after a batch; `found` gets it. */
export const detailStep = (actor: Actor, access: Seen, found: (detail: DocumentDetail) => void): Step => ({
  sql: DETAIL,
  bind: { id: access.id, me: actor.id },
  found: ([row]: DetailRow[]) => found({ ...withAccess(actor, row!, access), content: row!.content }),
});

async function getDetail(actor: Actor, { id }: Pick<Seen, 'id'>): Promise<DetailRow> {
  const [row] = await select<DetailRow>(DETAIL, { id, me: actor.id });
  if (!row) throw new AppError('documentNotFound');
  return row;
}

/** Returns the listing entry, with access already resolved. Throws `documentNotFound` if it was deleted meanwhile. */
export async function getEntry(actor: Actor, access: Seen): Promise<DocumentEntry> {
  const [row] = await select<EntryRow>(ENTRY, { id: access.id, me: actor.id });
  if (!row) throw new AppError('documentNotFound');
  return withAccess(actor, row, access);
}

/** Adds permission and parent, which depend on how the actor reached the document. */
export function withAccess(
  actor: Actor,
  row: Omit<EntryRow, 'permission' | 'parentId'>,
  { permission, parentId }: Pick<Seen, 'permission' | 'parentId'>,
): DocumentEntry {
  return toEntry(actor, { ...row, permission, parentId });
}
