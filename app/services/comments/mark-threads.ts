import type { Actor } from '#app/services/actor.ts';
import type { ThreadEntry } from '#app/services/comments/list-threads.ts';
import { markPassages, type Passage } from '#app/services/comments/mark-passages.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { spoilRecording } from '#db/recorded-reads.ts';

/** Up to these limits passages are marked on the main thread, which takes a few milliseconds. */
const SMALL_HTML = 30_000;
const FEW_PASSAGES = 5;

/** Marks the passages of open threads in a document's HTML. A text that exceeds the budget stays unmarked. */
export async function markThreads(actor: Actor, html: string, threads: ThreadEntry[]): Promise<string> {
  const passages = threads.flatMap(({ id, state, isFound, quote, prefix, suffix }): Passage[] =>
    state === 'open' && isFound && quote !== null ? [{ threadId: id, quote, prefix, suffix }] : [],
  );
  if (passages.length === 0) return html;
  if (html.length <= SMALL_HTML && passages.length <= FEW_PASSAGES) return markPassages(html, passages);
  return orFallback(runInThread(actor.id, 'markPassages', html, passages), () => {
    spoilRecording();
    return html;
  });
}

/**
 * Sorts threads by where their words stand in the marked HTML, so that they are read in the order of the text. Threads
 * without a mark follow in their order.
 */
export function inOrderOfText(threads: ThreadEntry[], html: string): ThreadEntry[] {
  const ids = [...html.matchAll(/ id="passage-(\w+)"/g)].map(([, id]) => id!);
  if (ids.length === 0) return threads;
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: ThreadEntry) => places.get(id) ?? ids.length;
  return threads.toSorted((a, b) => placeOf(a) - placeOf(b));
}
