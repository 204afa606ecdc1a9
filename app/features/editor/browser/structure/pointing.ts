import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { goBelowLastBlock } from '#app/features/editor/browser/structure/leave-block.ts';
import { behindMarks } from '#app/features/editor/browser/writing/before-marks.ts';
import { quoteLength, textStart } from '#app/features/editor/browser/writing/list-items.ts';

function isBelowText(view: EditorView, { clientY }: MouseEvent): boolean {
  const last = view.contentDOM.lastElementChild;
  return last !== null && clientY > last.getBoundingClientRect().bottom;
}

/** Returns the start of the first line within the delimiters of the drawn formula at an event. */
function formulaAt(view: EditorView, { target }: MouseEvent): number | null {
  const drawn = (target as Element).closest<HTMLElement>('.cm-maths-block');
  return drawn && view.state.doc.lineAt(view.posAtDOM(drawn)).to + 1;
}

/** A click on a drawn formula goes into its source; one below the last block inserts a paragraph there. */
const clickingBlocks = EditorView.domEventHandlers({
  mousedown(event, view) {
    const formula = event.button === 0 && !event.shiftKey ? formulaAt(view, event) : null;
    if (formula !== null) {
      event.preventDefault();
      view.dispatch({ selection: { anchor: formula }, userEvent: 'select.pointer' });
      view.focus();
      return true;
    }
    if (event.button !== 0 || event.shiftKey || !isBelowText(view, event)) return false;
    if (!goBelowLastBlock(view)) return false;
    event.preventDefault();
    view.focus();
    return true;
  },
});

/** The first line of an alert, which is drawn as its label. */
const LABEL = /^[ \t]*>[ \t]*\[!\w+\][ \t]*$/;

/** Returns the position behind the marks of a line, which are hidden or drawn as bullet, number, bar or label. */
function besideMarks({ doc }: EditorState, at: number, headLine: number): number {
  const line = doc.lineAt(at);
  const isSource = line.number === headLine;
  const next = line.number < doc.lines ? doc.line(line.number + 1) : line;
  const text = LABEL.test(line.text) && !isSource && quoteLength(next) > 0 ? next : line;
  return Math.max(at, (isSource ? textStart(text) : behindMarks(text)) ?? at);
}

/** A click on or before the marks of an item or quote goes to its text: a letter before them would undo the block. */
const clickingMarks = EditorState.transactionFilter.of((transaction) => {
  const { startState, newSelection, newDoc } = transaction;
  const { main, ranges } = newSelection;
  const isClick = transaction.isUserEvent('select.pointer') && main.empty && ranges.length === 1;
  const isDrawn = startState.field(drawnBlocks, false) !== undefined;
  if (!isClick || !isDrawn || transaction.docChanged || isLiteral(startState, newDoc.lineAt(main.head).from))
    return transaction;
  const head = besideMarks(startState, main.head, newDoc.lineAt(startState.selection.main.head).number);
  return head === main.head ? transaction : [transaction, { selection: { anchor: head } }];
});

export const pointing = [clickingBlocks, clickingMarks];

/** Elements around the text that have no behaviour of their own. */
const SURROUNDINGS = 'body, .frame, main, form, .editor-text, .cm-editor, .cm-scroller';

/** A click beside the text moves the cursor to that line and keeps the focus. */
export function placeFromBeside(view: EditorView, signal: AbortSignal): void {
  const onMouseDown = (event: MouseEvent) => {
    const { left, right, top, bottom } = view.contentDOM.getBoundingClientRect();
    const isBeside = event.button === 0 && event.clientY > top && event.clientY < bottom;
    if (!isBeside || event.defaultPrevented || !(event.target as Element).matches(SURROUNDINGS)) return;
    event.preventDefault();
    const x = Math.min(right - 2, Math.max(left + 2, event.clientX));
    const anchor = view.posAtCoords({ x, y: event.clientY }, false);
    view.dispatch({ selection: { anchor }, userEvent: 'select.pointer' });
    view.focus();
  };
  // Listen on the whole page: beyond the column, the browser would move the cursor itself a moment later.
  document.addEventListener('mousedown', onMouseDown, { signal });
}
