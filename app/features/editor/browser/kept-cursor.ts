import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { holdAt, shownPosition, topAt } from '#app/features/editor/browser/reading-place.ts';

/** The place at which an editor was left in this tab. It contains no words of the text, as it outlives the session. */
type Kept = {
  anchor: number;
  head: number;
  /** Length of the text and a checksum of its part before the cursor. */
  length: number;
  before: number;
  /** Position that was in sight, and its height in the window in pixels. */
  shown: number;
  top: number;
};

const CHECKED_MAX = 100;
const keyOf = (docId: string) => `arbor-cursor-${docId}`;

function checksum({ doc }: EditorState, at: number): number {
  let sum = 0;
  for (const sign of doc.sliceString(Math.max(0, at - CHECKED_MAX), at)) sum = (sum * 31 + sign.codePointAt(0)!) | 0;
  return sum;
}

/** Keeps cursor and scroll position for a reload and for Back. */
export function keepCursor(view: EditorView, docId: string): void {
  const { doc, selection } = view.state;
  const { anchor, head } = selection.main;
  const shown = shownPosition(view);
  const top = topAt(view, shown);
  if (top === null) return;
  const kept: Kept = { anchor, head, length: doc.length, before: checksum(view.state, head), shown, top };
  try {
    sessionStorage.setItem(keyOf(docId), JSON.stringify(kept));
  } catch (error) {
    // Some private windows provide no storage.
    console.warn('The place of the cursor is not kept:', (error as Error).name);
  }
}

function findKept(docId: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(docId)) ?? 'null') as Kept | null;
  } catch (error) {
    console.warn('The place of the cursor is not known:', (error as Error).name);
    return null;
  }
}

/** Returns by how much the kept place moved, if text was added or removed before it; null if it is not found again. */
function shiftOf(state: EditorState, { head, length, before }: Kept): number | null {
  const shifts = [0, state.doc.length - length];
  const isSame = (by: number) =>
    head + by >= 0 && head + by <= state.doc.length && checksum(state, head + by) === before;
  return shifts.find(isSame) ?? null;
}

/** Puts the cursor where it was, with the same words at the same height. Otherwise letters would go to the start. */
export function openAtKeptCursor(view: EditorView, parent: HTMLElement, docId: string): void {
  const kept = findKept(docId);
  const by = kept && shiftOf(view.state, kept);
  if (!kept || by === null) return;
  const inText = (at: number) => Math.min(view.state.doc.length, Math.max(0, at + by));
  const shown = inText(kept.shown);
  view.dispatch({
    selection: { anchor: inText(kept.anchor), head: inText(kept.head) },
    effects: EditorView.scrollIntoView(shown, { y: 'start', yMargin: Math.max(0, kept.top) }),
  });
  holdAt(view, parent, shown, kept.top);
}
