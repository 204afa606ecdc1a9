import { type EditorState, StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { holdAt, shownPosition, topAt } from '#app/features/editor/browser/reading-place.ts';
import { rangeInCell } from '#app/features/editor/browser/table/cell-range.ts';
import { selectRange } from '#app/features/editor/browser/table/select-range.ts';

/** A position and a checksum of the text before it. */
type Mark = [at: number, before: number];

/** The place at which an editor was left in this tab. It contains no words of the text, as it outlives the session. */
type Kept = {
  anchor: number;
  head: number;
  length: number;
  /** The cursor, the start of its line, and the ends of the lines above. */
  marks: Mark[];
  /** Position that was in sight, and its height in the window in pixels. */
  shown: number;
  top: number;
};

const CHECKED_MAX = 100;
const LINES_ABOVE = 20;
/** Time within which text that was unsent at a reload arrives. */
const ARRIVES_WITHIN_MS = 60_000;
const keyOf = (docId: string) => `arbor-cursor-${docId}`;

function checksum({ doc }: EditorState, at: number): number {
  let sum = 0;
  for (const character of doc.sliceString(Math.max(0, at - CHECKED_MAX), at))
    sum = (sum * 31 + character.codePointAt(0)!) | 0;
  return sum;
}

function marksOf(state: EditorState, head: number): Mark[] {
  const { doc } = state;
  const { from, number } = doc.lineAt(head);
  const above = Array.from(
    { length: Math.min(LINES_ABOVE, number - 1) },
    (_, index) => doc.line(number - 1 - index).to,
  );
  return [head, from, ...above].map((at) => [at, checksum(state, at)]);
}

/** Keeps cursor and scroll position for a reload and for Back. */
export function keepCursor(view: EditorView, docId: string): void {
  const { doc, selection } = view.state;
  const { anchor, head } = rangeInCell(view) ?? selection.main;
  const shown = shownPosition(view);
  const top = topAt(view, shown);
  if (top === null) return;
  const kept: Kept = { anchor, head, length: doc.length, marks: marksOf(view.state, head), shown, top };
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

/** Returns by how much a mark moved, if text was added or removed before it; null if it is not found again. */
function shiftOf(state: EditorState, [at, before]: Mark, length: number): number | null {
  const shifts = [0, state.doc.length - length];
  const isSame = (by: number) => at + by >= 0 && at + by <= state.doc.length && checksum(state, at + by) === before;
  return shifts.find(isSame) ?? null;
}

/** Returns the kept selection in a text; null if the text before the cursor is not there. */
function exactPlace(state: EditorState, { anchor, head, length, marks: [cursor] }: Kept) {
  const by = cursor ? shiftOf(state, cursor, length) : null;
  if (by === null) return null;
  const inText = (at: number) => Math.min(state.doc.length, Math.max(0, at + by));
  return { by, selection: { anchor: inText(anchor), head: inText(head) } };
}

/** Returns the end of the last line above the cursor that is found again. */
function nearestPlace(state: EditorState, { length, marks }: Kept) {
  for (const mark of marks.slice(1)) {
    const by = shiftOf(state, mark, length);
    if (by !== null) return { by, selection: { anchor: state.doc.lineAt(mark[0] + by).to } };
  }
  return null;
}

/**
 * Puts the cursor where it was once the text arrives that was unsent at the reload, unless the person has done
 * something before.
 */
function waitForText(view: EditorView, kept: Kept): void {
  let until = Date.now() + ARRIVES_WITHIN_MS;
  const onUpdate = EditorView.updateListener.of(({ docChanged, selectionSet, transactions }) => {
    if (Date.now() > until) return;
    const isOwn = transactions.some(
      (each) => (each.isUserEvent('input') && !each.isUserEvent('input.draft')) || each.isUserEvent('delete'),
    );
    const isMoved = selectionSet && !docChanged;
    const place = docChanged && !isOwn ? exactPlace(view.state, kept) : null;
    if (isOwn || isMoved || place) until = 0;
    if (place) selectRange(view, place.selection);
  });
  view.dispatch({ effects: StateEffect.appendConfig.of(onUpdate) });
}

/** Puts the cursor where it was, with the same words at the same height. Otherwise letters would go to the start. */
export function openAtKeptCursor(view: EditorView, parent: HTMLElement, docId: string): void {
  const kept = findKept(docId);
  if (!kept?.marks) return;
  const exact = exactPlace(view.state, kept);
  const place = exact ?? nearestPlace(view.state, kept);
  if (place) {
    const shown = Math.min(view.state.doc.length, Math.max(0, kept.shown + place.by));
    const yMargin = Math.max(0, kept.top);
    selectRange(view, place.selection, [EditorView.scrollIntoView(shown, { y: 'start', yMargin })]);
    holdAt(view, parent, shown, kept.top);
  }
  if (!exact) waitForText(view, kept);
}
