import type { Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { inward } from '#app/address/base-path.ts';
import { topOfPlace } from '#app/browser/page-letters.ts';
import {
  findMarks,
  type Letters,
  lettersOf,
  marksAt,
  type ReadingPlace,
  takeReadingPlace,
} from '#app/browser/reading-place.ts';
import { tableAt } from '#app/features/editor/browser/table/cell-place.ts';
import { selectRange } from '#app/features/editor/browser/table/select-range.ts';
import { untilUserActs } from '#app/features/editor/browser/user-acts.ts';

/** Source that is not shown as text: link destinations, tags, info strings. */
const UNSEEN = /\]\([^)\n]*\)|<[^<>\n]*>|^[ \t>]*(?:`{3,}|~{3,}).*$/gm;
/** Maximum characters of a text that is indexed, as this blocks the main thread. */
const LONGEST = 500_000;
const STEADY_FRAMES = 30;
const WAIT_FRAMES = 180;

function readSource(view: EditorView): Letters {
  return lettersOf(view.state.doc.toString().replace(UNSEEN, (part) => ' '.repeat(part.length)));
}

/** Returns the top of the text at a position in viewport pixels; in a drawn table, the top of its row. */
export function topAt(view: EditorView, at: number): number | null {
  const block = view.lineBlockAt(at);
  const table = tableAt(view, block.from);
  if (table) {
    const number = view.state.doc.lineAt(at).number - view.state.doc.lineAt(block.from).number;
    const cell = table.rows[number > 1 ? number - 1 : 0]?.cells[0];
    const range = document.createRange();
    if (cell) range.selectNodeContents(cell);
    return cell ? range.getBoundingClientRect().top : null;
  }
  return view.coordsAtPos(at, 1)?.top ?? null;
}

/** Keeps where each editor was opened: the position in the text, and its cursor, which may have been moved aside. */
const opened = new WeakMap<EditorView, { doc: Text; head: number; position: number }>();

/** Returns the position at which the editor was opened if neither text nor cursor has changed and it is visible. */
function unmoved(view: EditorView): number | null {
  const { doc, selection } = view.state;
  const at = opened.get(view);
  if (!at || at.doc !== doc || at.head !== selection.main.head) return null;
  const top = topAt(view, at.position) ?? -1;
  return top > 0 && top < innerHeight ? at.position : null;
}

/** Returns the start of the cursor's line if it is visible, else the text at a third of the viewport height. */
export function shownPosition(view: EditorView): number {
  const box = view.contentDOM.getBoundingClientRect();
  const { head } = view.state.selection.main;
  const caretTop = view.coordsAtPos(head)?.top ?? -1;
  const isInSight = caretTop > 0 && caretTop < innerHeight;
  if (isInSight) return view.state.doc.lineAt(head).from;
  return view.posAtCoords({ x: box.left + 40, y: Math.max(box.top + 2, innerHeight / 3) }, false);
}

function placeIn(view: EditorView, docId: string): ReadingPlace | null {
  const { letters, at } = readSource(view);
  const wanted = unmoved(view) ?? shownPosition(view);
  const index = at.findIndex((position) => position >= wanted);
  const top = index < 0 ? null : topAt(view, at[index] ?? 0);
  return top === null ? null : { docId, marks: marksAt(letters, index), top };
}

/**
 * Scrolls by an offset in pixels; adds padding where the page cannot scroll far enough, above the text only if
 * `canPad`. Returns false if nothing moved.
 */
function shift(parent: HTMLElement, by: number, canPad: boolean): boolean {
  const before = scrollY;
  scrollBy({ top: by, behavior: 'instant' });
  const moved = scrollY - before;
  const rest = by - moved;
  if (rest < -1 && canPad)
    parent.style.paddingBlockStart = `${(Number.parseFloat(parent.style.paddingBlockStart) || 0) - rest}px`;
  if (rest > 1) {
    parent.style.paddingBlockEnd = `${(Number.parseFloat(parent.style.paddingBlockEnd) || 0) + rest}px`;
    scrollBy({ top: rest, behavior: 'instant' });
  }
  return canPad || rest > 1 || Math.abs(moved) > 1;
}

/** Restores the reading position of the page: same words at the same height, cursor before them. */
export function openAtReadingPlace(view: EditorView, parent: HTMLElement, docId: string): boolean {
  const place = takeReadingPlace(docId);
  if (!place || view.state.doc.length > LONGEST) return false;
  const { letters, at } = readSource(view);
  const index = findMarks(letters, place.marks);
  const position = index === null ? undefined : at[index];
  if (position === undefined) return false;
  const inView = EditorView.scrollIntoView(position, { y: 'start', yMargin: place.top });
  selectRange(view, { anchor: position }, [inView]);
  opened.set(view, { doc: view.state.doc, head: view.state.selection.main.head, position });
  holdAt(view, parent, position, place.top, !place.isBelowCover);
  return true;
}

/**
 * Keeps a position of the text at a height of the window in pixels while the page settles. The bars around the text,
 * pictures and formulas change their height for a few frames. Stops as soon as the user acts.
 */
export function holdAt(view: EditorView, parent: HTMLElement, position: number, height: number, canPad = true): void {
  const controller = untilUserActs();
  let [steady, frames] = [0, 0];
  const align = () => {
    if (controller.signal.aborted || !view.dom.isConnected) return;
    const top = topAt(view, position);
    const isOff = top !== null && Math.abs(top - height) > 1 && shift(parent, top - height, canPad);
    // The editor does not notice that it was moved, and would draw the lines of its former place.
    view.requestMeasure();
    steady = isOff ? 0 : steady + 1;
    frames += 1;
    if (steady < STEADY_FRAMES && frames < WAIT_FRAMES) requestAnimationFrame(align);
    else controller.abort();
  };
  // Measure once React has hidden the text field, at the end of this task.
  queueMicrotask(align);
}

/** Scrolls the page that follows the editor to the same words at the same height. */
export function leaveAtReadingPlace(view: EditorView, docId: string): void {
  if (inward(location.pathname) !== `/doc/${docId}` || view.state.doc.length > LONGEST) return;
  const place = placeIn(view, docId);
  if (!place) return;
  let frames = 0;
  const align = () => {
    frames += 1;
    const body = inward(location.pathname) === `/doc/${docId}` ? document.getElementById('document-body') : null;
    const top = body && topOfPlace(body, place);
    if (top !== null) scrollBy({ top: top - place.top, behavior: 'instant' });
    else if (frames < WAIT_FRAMES) requestAnimationFrame(align);
  };
  requestAnimationFrame(align);
}
