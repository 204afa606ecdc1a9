import { AppError } from '#app/errors.ts';
import { offsetOf, type Page } from '#app/schemas/paging.ts';
import { type DocumentAccess, getAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import type { Change } from '#app/services/documents/compare-texts.ts';
import type { DocumentDetail } from '#app/services/documents/get-document.ts';
import { type KeptText, textAt } from '#app/services/documents/revisions.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { select } from '#db/connection.ts';

type Author = { displayName: string | null; email: string | null };
/** A revision of a document. A deleted author has neither name nor address. */
export type RevisionEntry = {
  id: string;
  version: number;
  createdAt: string;
  author: Author;
  /** Other authors of a part of it. */
  writers: Author[];
  title: string;
  icon: string | null;
  /** True if a later autosave of the same run replaces it. */
  isFolded: boolean;
};
export type RevisionDetail = RevisionEntry & { content: string };

type Person = { displayName: string | null; email: string; status: string };
type Row = Omit<RevisionEntry, 'createdAt' | 'author' | 'writers' | 'isFolded'> & {
  folded: number;
  createdAt: number;
  displayName: string | null;
  email: string;
  status: string;
};

const COLUMNS = `revisions.id, revisions.version, revisions.title, revisions.icon, revisions.folded, revisions.created_at AS "createdAt",
  users.display_name AS "displayName", users.email, users.status`;
const FROM = 'FROM revisions JOIN users ON users.id = revisions.author_id WHERE revisions.document_id = $documentId';

type ListQuery = { page: number; limit: number; folded?: boolean };

/**
 * Lists the revisions of a document without texts, newest first; folded autosaves only with `folded`. Throws
 * `documentNotFound`.
 */
export async function listRevisions(
  actor: Actor,
  document: string | DocumentAccess,
  { page, limit, folded = false }: ListQuery,
): Promise<Page<RevisionEntry>> {
  const { id: documentId } = await getAccess(actor, document);
  const listed = folded ? FROM : `${FROM} AND revisions.folded = 0`;
  const rows = await select<Row>(
    `SELECT ${COLUMNS} ${listed} ORDER BY revisions.version DESC LIMIT ${limit} OFFSET ${offsetOf({ page, limit })}`,
    { documentId },
  );
  const [row] = await select<{ total: number }>(`SELECT COUNT(*) AS total ${listed}`, { documentId });
  const writers = await writersOf(rows.map(({ id }) => id));
  return { items: rows.map((each) => toEntry(each, writers)), total: Number(row?.total ?? 0), page, limit };
}

/** Returns a revision and its predecessor for comparison. Throws `documentNotFound`, also for an unknown revision. */
export async function getRevision(
  actor: Actor,
  document: string | DocumentAccess,
  revisionId: string,
): Promise<{ revision: RevisionDetail; before: (KeptText & { id: string }) | null }> {
  const { id: documentId } = await getAccess(actor, document);
  const [row] = await select<Row>(`SELECT ${COLUMNS} ${FROM} AND revisions.id = $revisionId`, {
    documentId,
    revisionId,
  });
  const text = row && (await textAt(documentId, row.version));
  if (!row || !text) throw new AppError('documentNotFound');
  const [listedBefore] = await select<{ id: string; version: number }>(
    `SELECT id, version FROM revisions WHERE document_id = $documentId AND folded = 0 AND version < $version
     ORDER BY version DESC LIMIT 1`,
    { documentId, version: row.version },
  );
  const textBefore = listedBefore ? await textAt(documentId, listedBefore.version) : null;
  const before = listedBefore && textBefore ? { ...textBefore, id: listedBefore.id } : null;
  return { revision: { ...toEntry(row, await writersOf([row.id])), content: text.content }, before };
}

/** Returns the id of the latest revision up to a version; null if there is none. */
export async function findRevisionAt({ id }: DocumentAccess, version: number): Promise<string | null> {
  const [row] = await select<{ id: string }>(
    'SELECT id FROM revisions WHERE document_id = $id AND version <= $version ORDER BY version DESC LIMIT 1',
    { id, version: Math.min(Math.trunc(version), 2 ** 31 - 1) },
  );
  return row?.id ?? null;
}

/** Compares two revisions; null if they are too different. */
export function compareKept(actor: Actor, before: string, after: string): Promise<Change[] | null> {
  return orFallback(runInThread(actor.id, 'compareTexts', before, after), () => null);
}

/** Restores a revision as a regular change. Throws as updating does. */
export async function restoreRevision(actor: Actor, documentId: string, revisionId: string): Promise<DocumentDetail> {
  const access = await requireAccess(actor, documentId, 'edit');
  const { revision } = await getRevision(actor, access, revisionId);
  const { title, icon, content } = revision;
  return updateDocument(actor, access, { title, icon, content, autosave: false });
}

type Writers = Map<string, Author[]>;

async function writersOf(revisionIds: string[]): Promise<Writers> {
  const writers: Writers = new Map();
  if (revisionIds.length === 0) return writers;
  const bind = Object.fromEntries(revisionIds.map((id, index) => [`id${index}`, id]));
  const names = revisionIds.map((_, index) => `$id${index}`).join(', ');
  const rows = await select<Person & { revisionId: string }>(
    `SELECT revision_writers.revision_id AS "revisionId", users.display_name AS "displayName", users.email, users.status
     FROM revision_writers JOIN users ON users.id = revision_writers.user_id
     WHERE revision_writers.revision_id IN (${names}) ORDER BY users.email`,
    bind,
  );
  for (const { revisionId, ...person } of rows) {
    writers.set(revisionId, [...(writers.get(revisionId) ?? []), asAuthor(person)]);
  }
  return writers;
}

const asAuthor = ({ displayName, email, status }: Person): Author =>
  status === 'DELETED' ? { displayName: null, email: null } : { displayName, email };

function toEntry(row: Row, writers: Writers): RevisionEntry {
  const { id, version, title, icon, folded, createdAt } = row;
  return {
    id,
    version,
    createdAt: new Date(createdAt).toISOString(),
    author: asAuthor(row),
    writers: writers.get(id) ?? [],
    title,
    icon,
    isFolded: folded === 1,
  };
}
