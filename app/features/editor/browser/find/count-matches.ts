import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import { IdleTimer } from '#app/features/editor/browser/idle-timer.ts';

/** Number of matches beyond which counting stops. */
export const MOST_MATCHES = 1000;
/** Wait after a key of the query or of the text, so that a word typed at once is counted once. */
const AT_PAUSE = { afterMs: 60, withinMs: 200 };
const AT_ONCE = { afterMs: 0, withinMs: 0 };
/** Longest time that counting keeps the page busy at a stretch. */
const SLICE_MS = 8;
/** Characters searched between two looks at the clock. A cursor returns only at a match or at the end of its range. */
const STRIDE = 16_000;
/** Longest match of an expression that crosses the end of a stride. */
const LONGEST_CROSSING = 5000;

type Match = { from: number; to: number };

/** Yields each match, and null after each stride. */
function* matchesOf(query: SearchQuery, state: EditorState): Generator<Match | null> {
  const { doc } = state;
  const lineEnd = (at: number) => doc.lineAt(Math.min(at, doc.length)).to;
  for (let at = 0; at <= doc.length; ) {
    // `$` and `^` need whole lines. A string is searched in parts of a line, as one line may be the whole text.
    const end = query.regexp ? lineEnd(at + STRIDE) + 1 : at + STRIDE;
    const until = query.regexp ? lineEnd(end + LONGEST_CROSSING) : end + 4 * query.search.length;
    const cursor = query.getCursor(state, at, Math.min(until, doc.length));
    at = end;
    for (let next = cursor.next(); !next.done && next.value.from < end; next = cursor.next()) {
      at = Math.max(at, next.value.to);
      yield next.value;
    }
    yield null;
  }
}

/** Counts the matches of a query in slices, in pauses between keys. */
export class MatchCount {
  /** Matches in the order of the text: `MOST_MATCHES` and one more at most. */
  matches: Match[] = [];
  readonly #timer = new IdleTimer();

  /** Calls `onDone` once `matches` is complete. Replaces the count that runs. */
  start(query: SearchQuery, state: EditorState, onDone: () => void): void {
    const found: Match[] = [];
    const rest = matchesOf(query, state);
    const count = () => {
      const pause = performance.now() + SLICE_MS;
      // `for … of` would end the generator at a pause.
      for (let next = rest.next(); !next.done; next = rest.next()) {
        if (next.value) found.push(next.value);
        if (found.length > MOST_MATCHES) break;
        if (performance.now() > pause) return this.#timer.start(count, AT_ONCE);
      }
      this.matches = found;
      onDone();
    };
    this.#timer.start(count, AT_PAUSE);
  }

  stop(): void {
    this.#timer.cancel();
  }
}
