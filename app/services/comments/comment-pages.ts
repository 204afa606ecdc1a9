import { addressAt } from '#app/schemas/comment-address.ts';
import type { Actor } from '#app/services/actor.ts';
import { type CommentEntry, type ThreadHead, toComments, toHeads } from '#app/services/comments/list-threads.ts';
import { markThreads } from '#app/services/comments/mark-threads.ts';
import { type CommentSize, findCommentSizes, findCommentsById, findFirstComments } from '#db/queries/comments.ts';

/** Maximum number of comments on a page. */
const COMMENTS_MAX = 50;
/** Maximum characters of a page's comments, as Markdown and HTML. A single comment may have more. */
const CHARACTERS_MAX = 200_000;

/** A thread with those of its comments that are on the page, and the numbers of others before and after them. */
export type ThreadPart = ThreadHead & { comments: CommentEntry[]; before: number; after: number };
/** `page` counts from 1. */
export type CommentPage = { threads: ThreadPart[]; page: number; pages: number };
/** `at` is the id of a thread or comment; the page with it takes precedence over `page`. */
export type WantedPage = { page: number; at: string | undefined };

/**
 * Returns a page of a document's comments, and the document's HTML with the passages of all its open threads marked.
 * Open threads come first, in the order of the text, then resolved ones. A thread may span pages. Past the end,
 * returns the last page.
 */
export async function openCommentPage(
  actor: Actor,
  documentId: string,
  { html, wanted }: { html: string; wanted: WantedPage },
): Promise<CommentPage & { html: string }> {
  const first = await findFirstComments({ documentId, most: COMMENTS_MAX + 1 });
  const sizes = first.length > COMMENTS_MAX ? await findCommentSizes({ documentId }) : first;
  const marked = await markThreads(actor, html, await toHeads(actor, sizes));
  const ordered = openFirst(marked.threads);
  const byThread = Map.groupBy(sizes, ({ threadId }) => threadId);
  const pages = divide(ordered.flatMap(({ id }) => byThread.get(id)!));
  const page = pageOf(pages, wanted);
  const shown = pages[page - 1] ?? [];
  const ids = new Set(shown.map(({ id }) => id));
  const isComplete = first.length === sizes.length;
  const rows = isComplete
    ? first.filter(({ id }) => ids.has(id))
    : await findCommentsById({ ids: JSON.stringify([...ids]) });
  const comments = await toComments(actor, rows);
  const [before, after] = [countByThread(pages.slice(0, page - 1)), countByThread(pages.slice(page))];
  const threads = ordered.flatMap((head) => {
    const own = comments.get(head.id);
    return own ? [{ ...head, comments: own, before: before.get(head.id) ?? 0, after: after.get(head.id) ?? 0 }] : [];
  });
  return {
    html: pages.length > 1 ? leadToPages(marked.html, comments) : marked.html,
    threads,
    page,
    pages: Math.max(pages.length, 1),
  };
}

/**
 * Returns the part of an address that leads to a thread or comment on its document's page. Without a query if all
 * comments are on one page.
 */
export async function addressOnPage(documentId: string, id: string, fragment: string): Promise<string> {
  const isDivided = divide(await findFirstComments({ documentId, most: COMMENTS_MAX + 1 })).length > 1;
  return isDivided ? addressAt(id, fragment) : `#${fragment}`;
}

function openFirst(threads: ThreadHead[]): ThreadHead[] {
  const { open = [], resolved = [] } = Object.groupBy(threads, ({ state }) => state);
  return [...open, ...resolved];
}

function divide(comments: CommentSize[]): CommentSize[][] {
  const pages: CommentSize[][] = [];
  let characters = 0;
  for (const comment of comments) {
    const page = pages.at(-1);
    characters += comment.size;
    if (page && page.length < COMMENTS_MAX && characters <= CHARACTERS_MAX) page.push(comment);
    else {
      pages.push([comment]);
      characters = comment.size;
    }
  }
  return pages;
}

/** Returns the number of a page: of a comment, of the last comment of a thread, or the wanted one. */
function pageOf(pages: CommentSize[][], { page, at }: WantedPage): number {
  const found = pages.findLastIndex((comments) => comments.some(({ id, threadId }) => id === at || threadId === at));
  return found < 0 ? Math.max(1, Math.min(page, pages.length)) : found + 1;
}

function countByThread(pages: CommentSize[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { threadId } of pages.flat()) counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
  return counts;
}

/** Links the marks of threads on other pages to their page. */
function leadToPages(html: string, shown: ReadonlyMap<string, unknown>): string {
  return html.replaceAll(/(<a class="passage-mark" href=")#(thread-([^"]+))/g, (whole, start, fragment, id) =>
    shown.has(id) ? whole : `${start}${addressAt(id, fragment)}`,
  );
}
