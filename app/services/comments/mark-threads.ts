import type { Actor } from '#app/services/actor.ts';
import { isQuickSearch } from '#app/services/comments/find-quotes.ts';
import type { ThreadHead } from '#app/services/comments/list-threads.ts';
import { type Marked, markVerbatim, type Passage } from '#app/services/comments/mark-passages.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { spoilRecording } from '#db/recorded-reads.ts';

type MarkedThreads = { html: string; threads: ThreadHead[] };

/**
 * Marks the passages of open threads in a document's HTML, and sorts the threads by where their words stand, so that
 * they are read in the order of the text; threads without words in it follow in their order. A text that exceeds the
 * budget stays unmarked.
 */
export async function markThreads(actor: Actor, html: string, threads: ThreadHead[]): Promise<MarkedThreads> {
  const passages = threads.flatMap(({ id, state, isFound, quote, prefix, suffix }): Passage[] =>
    state === 'open' && isFound && quote !== null ? [{ threadId: id, quote, prefix, suffix }] : [],
  );
  if (passages.length === 0) return { html, threads };
  const marked = await mark(actor, html, passages);
  const places = new Map(marked.order.map((id, place) => [id, place]));
  const placeOf = ({ id }: ThreadHead) => places.get(id) ?? places.size;
  return { html: marked.html, threads: threads.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

async function mark(actor: Actor, html: string, passages: Passage[]): Promise<Marked> {
  const marked = isQuickSearch(html, passages) ? markVerbatim(html, passages) : null;
  if (marked) return marked;
  return orFallback(runInThread(actor.id, 'markPassages', html, passages), () => {
    spoilRecording();
    return { html, order: [] };
  });
}
