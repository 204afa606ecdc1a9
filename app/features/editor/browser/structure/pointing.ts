import { EditorSelection, type SelectionRange } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { goBelowLastBlock } from '#app/features/editor/browser/structure/leave-block.ts';

function isBelowText(view: EditorView, { clientY }: MouseEvent): boolean {
  const last = view.contentDOM.lastElementChild;
  return last !== null && clientY > last.getBoundingClientRect().bottom;
}

/** Returns the start of the first line within the signs of the drawn formula at an event. */
function formulaAt(view: EditorView, { target }: MouseEvent): number | null {
  const drawn = (target as Element).closest<HTMLElement>('.cm-maths-block');
  return drawn && view.state.doc.lineAt(view.posAtDOM(drawn)).to + 1;
}

/** A click on a drawn formula goes into its source; one below the last block inserts a paragraph there. */
export const pointing = EditorView.domEventHandlers({
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

/**
 * A triple click selects a line without its line break; with it, what is typed over the line would join the next one.
 * Dragging extends the selection by lines.
 */
export const lineClicks = EditorView.mouseSelectionStyle.of((view, { button, detail, shiftKey, clientX, clientY }) => {
  if (button !== 0 || detail !== 3 || shiftKey) return null;
  const lineAt = (x: number, y: number) => view.state.doc.lineAt(view.posAtCoords({ x, y }, false));
  const { from, to } = lineAt(clientX, clientY);
  let first: SelectionRange = EditorSelection.range(from, to);
  return {
    update: ({ changes }) => {
      first = first.map(changes);
    },
    get: (event) => {
      const line = lineAt(event.clientX, event.clientY);
      if (line.from < first.from) return EditorSelection.single(first.to, line.from);
      return EditorSelection.single(first.from, Math.max(first.to, line.to));
    },
  };
});

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
