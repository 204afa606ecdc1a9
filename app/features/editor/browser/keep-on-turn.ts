import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { freeSpace, hiddenBy, LEADING } from '#app/features/editor/browser/cursor-in-view.ts';
import { topAt } from '#app/features/editor/browser/reading-place.ts';
import { untilUserActs } from '#app/features/editor/browser/user-acts.ts';

/** Time without a scroll or a change after which the place is read, so that neither waits for the layout. */
const AT_REST_MS = 100;
/** Number of frames in which the lines, the bars and the on-screen keyboard reach their new height. */
const STEADY_FRAMES = 10;
const FRAMES_MAX = 90;

/** Place that a window shows: its first line below the bars, and whether the cursor is in sight. */
type Shown = {
  /** A position in the first line, null if the text begins below the bars. */
  line: number | null;
  /** Distance of that line from the bars, in pixels. */
  below: number;
  hasCursor: boolean;
};

function readShown(view: EditorView): Shown {
  const { left, top } = view.contentDOM.getBoundingClientRect();
  const free = freeSpace();
  const hasCursor = hiddenBy(view.coordsAtPos(view.state.selection.main.head)) === 0;
  if (top >= free.top) return { line: null, below: 0, hasCursor };
  const line = view.posAtCoords({ x: left + LEADING, y: free.top + LEADING }, false);
  return { line, below: Math.max(0, (topAt(view, line) ?? 0) - free.top), hasCursor };
}

/** Returns the number of pixels to scroll, so that the cursor is in sight, or else the line where it was. */
function offBy(view: EditorView, { line, below, hasCursor }: Shown): number | null {
  const top = line === null ? null : topAt(view, line);
  if (line !== null && top === null) return null;
  const by = top === null ? 0 : top - freeSpace().top - below;
  const cursor = hasCursor ? view.coordsAtPos(view.state.selection.main.head) : null;
  return by + (cursor ? (hiddenBy({ top: cursor.top - by, bottom: cursor.bottom - by }) ?? 0) : 0);
}

/**
 * Keeps the first line of the window, and the cursor if it is in sight, while the window changes its width, as when a
 * phone is turned. Browsers keep the element at the upper edge, which is the header: in a low window it is at the start
 * of the page. The same place is kept until the user acts, so that turning back leads to where it was.
 */
class TurnedWindow {
  readonly #view: EditorView;
  readonly #listening = new AbortController();
  #shown: Shown | null = null;
  #width = innerWidth;
  #rest = 0;
  /** Not aborted while the place of the last turn is kept. */
  #turn: AbortController | null = null;

  constructor(view: EditorView) {
    this.#view = view;
    const { signal } = this.#listening;
    addEventListener('scroll', () => this.#readAtRest(), { signal, passive: true });
    addEventListener('resize', () => this.#resized(), { signal });
    this.#readAtRest();
  }

  update({ docChanged, changes }: ViewUpdate): void {
    if (docChanged && this.#shown && this.#shown.line !== null)
      this.#shown = { ...this.#shown, line: changes.mapPos(this.#shown.line) };
    this.#readAtRest();
  }

  destroy(): void {
    clearTimeout(this.#rest);
    this.#listening.abort();
    this.#turn?.abort();
  }

  #readAtRest(): void {
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => {
      if (!this.#turn || this.#turn.signal.aborted) this.#shown = readShown(this.#view);
    }, AT_REST_MS);
  }

  #resized(): void {
    if (innerWidth === this.#width) return;
    this.#width = innerWidth;
    clearTimeout(this.#rest);
    if (!this.#shown) return;
    this.#turn?.abort();
    this.#turn = untilUserActs();
    this.#keep(this.#shown, this.#turn.signal);
  }

  #keep(shown: Shown, signal: AbortSignal): void {
    const view = this.#view;
    let [steady, frames] = [0, 0];
    const align = () => {
      if (signal.aborted || steady === STEADY_FRAMES || frames === FRAMES_MAX) return;
      frames += 1;
      const by = offBy(view, shown);
      const before = scrollY;
      if (by === null) view.dispatch({ effects: EditorView.scrollIntoView(shown.line ?? 0, { y: 'start' }) });
      else scrollBy({ top: by, behavior: 'instant' });
      steady = by !== null && Math.abs(scrollY - before) < 1 ? steady + 1 : 0;
      // The editor does not notice that it was moved, and would draw the lines of its former place.
      view.requestMeasure();
      requestAnimationFrame(align);
    };
    // In the frame of the event, before it is drawn.
    requestAnimationFrame(align);
  }
}

export const keepPlaceOnTurn: Extension = ViewPlugin.fromClass(TurnedWindow);
