import { RENDER_VERSION } from '#app/markdown/render-markdown.ts';
import type { ThreadFilter } from '#app/schemas/comments.ts';
import { type DocumentAccess, getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { hasVerbatim, isQuickSearch, type Quote } from '#app/services/comments/find-quotes.ts';
import { localizeComments } from '#app/services/comments/mentions.ts';
import { renderComment } from '#app/services/comments/render-comment.ts';
import { settleIfOpen } from '#app/services/live/live-documents.ts';
import { mapBounded } from '#app/threads/map-bounded.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { models } from '#db/connection.ts';
import { type CommentRow, findComments, findOpenPassage, findPlainText, type ThreadRow } from '#db/queries/comments.ts';
import { spoilRecording } from '#db/recorded-reads.ts';

/** Comments rendered at a time, as all share the thread queue of the reader. */
const AT_ONCE = 8;

export type CommentEntry = {
  id: string;
  /** Both are null for a deleted account. */
  author: { displayName: string | null; email: string | null };
  body: string;
  /** Sanitised HTML. */
  html: string;
  createdAt: string;
  editedAt: string | null;
};
/** A thread without its comments. */
export type ThreadHead = {
  id: string;
  /** Null for a thread about the whole document. */
  quote: string | null;
  prefix: string | null;
  suffix: string | null;
  state: 'open' | 'resolved';
  /** True if the text still contains the passage. */
  isFound: boolean;
  createdAt: string;
};
export type ThreadEntry = ThreadHead & { comments: CommentEntry[] };

/** Lists the threads of a document, oldest first. Throws `documentNotFound`. */
export async function listThreads(
  actor: Actor,
  document: string | DocumentAccess,
  state: ThreadFilter,
): Promise<ThreadEntry[]> {
  const { id: documentId } = await getAccess(actor, document);
  const rows = await findComments({ documentId });
  return toThreads(
    actor,
    rows.filter(({ resolvedAt }) => state === 'all' || (resolvedAt === null) === (state === 'open')),
  );
}

/** True if an open thread of the document is about a passage, found or not. */
export const hasOpenPassages = async ({ id: documentId }: DocumentAccess): Promise<boolean> =>
  (await findOpenPassage({ documentId })).length > 0;

/** Groups rows of one document by thread. */
export async function toThreads(actor: Actor, rows: CommentRow[]): Promise<ThreadEntry[]> {
  const [heads, comments] = await Promise.all([toHeads(actor, rows), toComments(actor, rows)]);
  return heads.map((head) => ({ ...head, comments: comments.get(head.id)! }));
}

/** Returns the threads of a document's comments in the order of their first one. */
export async function toHeads(actor: Actor, rows: ThreadRow[]): Promise<ThreadHead[]> {
  const threads = [...new Map(rows.map((row) => [row.threadId, row])).values()];
  const isFound = await findPassages(actor, threads);
  return threads.map((row) => ({
    id: row.threadId,
    quote: row.quote,
    prefix: row.prefix,
    suffix: row.suffix,
    state: row.resolvedAt === null ? 'open' : 'resolved',
    isFound: isFound.get(row.threadId) ?? true,
    createdAt: new Date(row.startedAt).toISOString(),
  }));
}

/** Returns the comments of rows by thread. */
export async function toComments(actor: Actor, rows: CommentRow[]): Promise<Map<string, CommentEntry[]>> {
  const htmls = await localizeComments(await mapBounded(rows, AT_ONCE, (row) => currentHtml(actor, row)));
  const comments = new Map<string, CommentEntry[]>();
  rows.forEach((row, nth) => {
    const entry = toComment(row, htmls[nth]!);
    const others = comments.get(row.threadId);
    if (others) others.push(entry);
    else comments.set(row.threadId, [entry]);
  });
  return comments;
}

function toComment(row: CommentRow, html: string): CommentEntry {
  return {
    id: row.id,
    author: { displayName: row.displayName, email: row.email },
    body: row.body,
    html,
    createdAt: new Date(row.createdAt).toISOString(),
    editedAt: row.editedAt === null ? null : new Date(row.editedAt).toISOString(),
  };
}

/** Re-renders HTML of an older renderer version on first read. */
async function currentHtml(actor: Actor, { id, body, html: stored, renderVersion }: CommentRow): Promise<string> {
  if (renderVersion === RENDER_VERSION) return stored;
  const html = await renderComment(actor.id, body);
  await (await models()).Comment.update({ html, renderVersion: RENDER_VERSION }, { where: { id, body } });
  return html;
}

/** Returns by thread whether its passage is found. All threads must be of one document. */
async function findPassages(actor: Actor, threads: ThreadRow[]): Promise<Map<string, boolean>> {
  const quoted = threads.filter(({ quote }) => quote !== null);
  if (quoted.length === 0) return new Map();
  const { documentId } = quoted[0]!;
  await settleIfOpen(documentId);
  const [text] = await findPlainText({ documentId });
  const quotes = quoted.map(({ quote, prefix, suffix }): Quote => ({ quote: quote!, prefix, suffix }));
  const found = await searchAll(actor, text?.plainText ?? '', quotes);
  return new Map(quoted.map(({ threadId }, nth) => [threadId, found[nth]!]));
}

/** If a search exceeds its budget, all passages count as found. */
async function searchAll(actor: Actor, plainText: string, quotes: Quote[]): Promise<boolean[]> {
  if (isQuickSearch(plainText, quotes) && hasVerbatim(plainText, quotes)) return quotes.map(() => true);
  return orFallback(runInThread(actor.id, 'findQuotes', plainText, quotes), () => {
    spoilRecording();
    return quotes.map(() => true);
  });
}
