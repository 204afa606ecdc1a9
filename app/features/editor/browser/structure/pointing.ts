import { EditorView } from '@codemirror/view';
import { goBelowLastBlock } from '#app/features/editor/browser/structure/leave-block.ts';

function isBelowText(view: EditorView, { clientY }: MouseEvent): boolean {
  const last = view.contentDOM.lastElementChild;
  return last !== null && clientY > last.getBoundingClientRect().bottom;
}

/** A click below the last block is a wish to write there. */
export const pointing = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (event.button !== 0 || event.shiftKey || !isBelowText(view, event)) return false;
    if (!goBelowLastBlock(view)) return false;
    event.preventDefault();
    view.focus();
    return true;
  },
});
