import { EditorView } from '@codemirror/view';
import { topOfPlace } from '#app/browser/page-letters.ts';
import { findMarks, type Letters, lettersOf, marksAt, type Place, takePlace } from '#app/browser/same-place.ts';
import { tableAt } from '#app/features/editor/browser/table/write-cells.ts';

/** What a page does not show as text: addresses of links, tags, the language of a block of code. */
const UNSEEN = /\]\([^)\n]*\)|<[^<>\n]*>|^[ \t>]*(?:`{3,}|~{3,}).*$/gm;
/** Reading a longer text would be felt. */
const LONGEST = 500_000;
const STEADY_FRAMES = 12;
const WAIT_FRAMES = 180;

function readSource(view: EditorView): Letters {
  return lettersOf(view.state.doc.toString().replace(UNSEEN, (part) => ' '.repeat(part.length)));
}

/** The upper edge of the text at a position, in the window's pixels; inside of a drawn table that of its row. */
function topAt(view: EditorView, at: number): number | null {
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

/** What is written, if it is in sight, else what is read at a third of the window's height. */
function placeIn(view: EditorView, docId: string): Place | null {
  const { letters, at } = readSource(view);
  const box = view.contentDOM.getBoundingClientRect();
  const { head } = view.state.selection.main;
  const caretTop = view.coordsAtPos(head)?.top ?? -1;
  const isInSight = caretTop > 0 && caretTop < innerHeight;
  const wanted = isInSight
    ? view.state.doc.lineAt(head).from
    : view.posAtCoords({ x: box.left + 40, y: Math.max(box.top + 2, innerHeight / 3) }, false);
  const index = at.findIndex((position) => position >= wanted);
  const top = index < 0 ? null : topAt(view, at[index] ?? 0);
  return top === null ? null : { docId, marks: marksAt(letters, index), top };
}

/** Moves the page so that something comes to stand elsewhere. What scrolling cannot do, blank space does. */
function shift(parent: HTMLElement, by: number): void {
  const before = scrollY;
  scrollBy({ top: by, behavior: 'instant' });
  const rest = by - (scrollY - before);
  if (rest < -1)
    parent.style.paddingBlockStart = `${(Number.parseFloat(parent.style.paddingBlockStart) || 0) - rest}px`;
  if (rest > 1) {
    parent.style.paddingBlockEnd = `${(Number.parseFloat(parent.style.paddingBlockEnd) || 0) + rest}px`;
    scrollBy({ top: rest, behavior: 'instant' });
  }
}

/** Opens the editor where the page was read: the same words at the same height, with the cursor before them. */
export function openAtPlace(view: EditorView, parent: HTMLElement, docId: string): boolean {
  const place = takePlace(docId);
  if (!place || view.state.doc.length > LONGEST) return false;
  const { letters, at } = readSource(view);
  const index = findMarks(letters, place.marks);
  const position = index === null ? undefined : at[index];
  if (position === undefined) return false;
  view.dispatch({
    selection: { anchor: position },
    effects: EditorView.scrollIntoView(position, { y: 'start', yMargin: place.top }),
  });
  const controller = new AbortController();
  // What is drawn above (pictures, formulas) finds its height within a few frames, unless a person moves first.
  for (const event of ['wheel', 'pointerdown', 'keydown'])
    addEventListener(event, () => controller.abort(), { signal: controller.signal, passive: true });
  let frames = 0;
  const align = () => {
    if (controller.signal.aborted || !view.dom.isConnected) return;
    const top = topAt(view, position);
    if (top !== null && Math.abs(top - place.top) > 1) shift(parent, top - place.top);
    frames += 1;
    if (frames < STEADY_FRAMES) requestAnimationFrame(align);
    else controller.abort();
  };
  align();
  return true;
}

/** Lets the page that takes the editor's place show the same words at the same height. */
export function leaveFromPlace(view: EditorView, docId: string): void {
  if (location.pathname !== `/doc/${docId}` || view.state.doc.length > LONGEST) return;
  const place = placeIn(view, docId);
  if (!place) return;
  let frames = 0;
  const align = () => {
    frames += 1;
    const body = location.pathname === `/doc/${docId}` ? document.getElementById('document-body') : null;
    const top = body && topOfPlace(body, place);
    if (top !== null) scrollBy({ top: top - place.top, behavior: 'instant' });
    else if (frames < WAIT_FRAMES) requestAnimationFrame(align);
  };
  requestAnimationFrame(align);
}
