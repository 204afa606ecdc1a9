import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { moveBehind } from '#app/features/editor/browser/structure/block-structure.ts';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';
import { isBesideAlone } from '#app/features/editor/browser/structure/place-caret.ts';
import { repairsOf } from '#app/features/editor/browser/structure/separate-blocks.ts';
import { selectRange } from '#app/features/editor/browser/table/select-range.ts';
import { trackRange } from '#app/features/editor/browser/track-range.ts';
import { textBehind } from '#app/features/editor/browser/writing/before-marks.ts';

/** `keyCode` of keys handled by an input method; `key` and `code` do not identify them. */
const KEY_OF_INPUT_METHOD = 229;

/** Tests whether a selection contains a drawn block, which browsers cannot replace by typing. */
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
 * Inserts the line breaks that typing here will need before a composition begins, as its line must not be redrawn, or
 * moves the cursor behind the marks of its line. Runs at the first key of an input method: lines inserted on
 * `compositionstart` make Chromium write the first letter twice.
 */
function makeRoom(view: EditorView): void {
  const { state } = view;
  if (selectsDrawn(state)) view.dispatch(state.replaceSelection(''), { userEvent: 'delete.selection' });
  const { empty, head } = view.state.selection.main;
  if (!empty) return;
  const anchor = textBehind(view.state, head);
  if (anchor === null) makeLines(view);
  else view.dispatch({ selection: { anchor } });
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

/**
 * Moves what an input method composed before the marks of a line behind them. Without a first key it cannot be prepared
 * for, as on the screen keyboard of a phone.
 */
function moveComposed(view: EditorView, from: number): void {
  const { state } = view;
  const { head } = state.selection.main;
  const text = state.sliceDoc(from, head);
  const without = state.update({ changes: { from, to: head }, filter: false }).state;
  const at = text && textBehind(without, from);
  if (!at) return;
  const changes = [
    { from, to: head },
    { from: at + text.length, insert: text },
  ];
  view.dispatch({ changes, selection: { anchor: at + text.length }, userEvent: 'input.type' });
}

/** Handles typing where browsers misplace text next to drawn blocks. */
export const typingBesideBlocks = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    if (inputType !== 'insertText' || !data || isComposing || !selectsDrawn(view.state)) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
  keydown({ keyCode }, view) {
    if (keyCode === KEY_OF_INPUT_METHOD && !view.compositionStarted) makeRoom(view);
  },
  focus(_event, view) {
    const { doc, selection } = view.state;
    const isAlone = blocksNear(view.state, 0, 0).some((block) => isBesideAlone(doc, block, selection.main.to));
    if (isAlone) selectRange(view, { anchor: 0 });
  },
  compositionstart({ target }, view) {
    const { main } = view.state.selection;
    if (!main.empty || textBehind(view.state, main.head) === null) return makeRoom(view);
    const place = trackRange(view, main);
    const move = () => setTimeout(() => moveComposed(view, place.end().from));
    target?.addEventListener('compositionend', move, { once: true });
  },
});
