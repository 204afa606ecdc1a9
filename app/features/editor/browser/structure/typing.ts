import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { moveBehind } from '#app/features/editor/browser/structure/block-structure.ts';
import { repairsOf } from '#app/features/editor/browser/structure/separate-blocks.ts';

/** The code of every key that an input method takes; there is no other name for it. */
const KEY_OF_INPUT_METHOD = 229;

/** Whether a block is drawn in what is selected: there is no line of text which a browser could replace by itself. */
function selectsDrawn(state: EditorState): boolean {
  const { empty, from, to } = state.selection.main;
  let isDrawn = false;
  if (!empty) {
    state.field(drawnBlocks, false)?.between(from, to, () => {
      isDrawn = true;
      return false;
    });
  }
  return isDrawn;
}

/**
 * Makes room before an input method begins: it keeps the line it writes in, so nothing may be put before it later. Its
 * first key comes before the composition; a line that is made during the composition's first event gets that letter twice.
 */
function makeRoom(view: EditorView): void {
  const { state } = view;
  if (selectsDrawn(state)) view.dispatch(state.replaceSelection(''), { userEvent: 'delete.selection' });
  if (view.state.selection.main.empty) makeLines(view);
}

function makeLines(view: EditorView): void {
  const { state } = view;
  const { head } = state.selection.main;
  const typed = state.update({ changes: { from: head, insert: 'x' }, userEvent: 'input.type', filter: false });
  const repairs = repairsOf(typed);
  if (repairs.length === 0) return;
  const changes = repairs.map(({ at, insert }) => ({ from: at > head ? at - 1 : at, insert }));
  view.dispatch({ changes, selection: { anchor: moveBehind(head, repairs) }, userEvent: 'input.table' });
}

/** Where the browser's own typing would go astray next to what is drawn, the editor types. */
export const typingBesideBlocks = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    if (inputType !== 'insertText' || !data || isComposing || !selectsDrawn(view.state)) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
  keydown({ keyCode }, view) {
    if (keyCode === KEY_OF_INPUT_METHOD && !view.compositionStarted) makeRoom(view);
  },
  compositionstart(_event, view) {
    makeRoom(view);
  },
});
