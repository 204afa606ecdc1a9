import { ChangeSet, type EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';
import { isBesideAlone } from '#app/features/editor/browser/structure/place-caret.ts';
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

/** Editors whose selection a composition is about to replace: like keys, it writes at the start of what follows. */
const replacing = new WeakSet<EditorView>();

/** Keys that write nothing, also when an input method handles them. */
const SILENT_KEY =
  /^(?:Convert|NonConvert|KanaMode|Lang|Shift|Control|Alt|Meta|CapsLock|Escape|Backspace|Delete|Arrow|Home|End|Page|Enter|Tab|F\d)/;

/**
 * Prepares the text for a composition, as its line must not be redrawn: replaces the selection, inserts the line breaks
 * that typing here will need, or moves the cursor behind the marks of its line. Runs at the first key of an input
 * method: changes on `compositionstart` make Chromium write the first letter twice.
 */
function makeRoom(view: EditorView, isWriting: boolean): void {
  const { state } = view;
  const { main, ranges } = state.selection;
  const anchor = main.empty ? textBehind(state, main.head) : null;
  if (anchor !== null) view.dispatch({ selection: { anchor } });
  if (anchor !== null || ranges.length > 1 || !(main.empty || isWriting || selectsDrawn(state))) return;
  const typed = state.update({ ...state.replaceSelection('x'), userEvent: 'input.type' });
  const { head } = typed.newSelection.main;
  if (typed.newDoc.sliceString(head - 1, head) !== 'x') return;
  const changes = typed.changes.compose(ChangeSet.of({ from: head - 1, to: head }, typed.newDoc.length));
  // Tags stay when a part of them is selected: only the cursor moves then.
  if (changes.empty && main.empty) return;
  view.dispatch({ changes, selection: { anchor: head - 1 }, userEvent: 'input.type', filter: false });
  if (main.empty) return;
  replacing.add(view);
  // The line may be empty now.
  if (textBehind(view.state, head - 1) === null) makeRoom(view, isWriting);
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

const DELETION = /^delete(?:Content|Word)/;

/**
 * Replaces the selection in the text. A browser would join its first and last line and lose the hidden marks behind it,
 * such as those of code and links.
 */
function replaceSelected(view: EditorView, text: string): true {
  const { state } = view;
  const { from, to } = state.selection.main;
  const userEvent = text ? 'input.type' : 'delete.selection';
  const insert = () => state.update({ ...state.replaceSelection(text), userEvent, scrollIntoView: true });
  const handlers = text ? state.facet(EditorView.inputHandler) : [];
  if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert());
  return true;
}

/** Handles what is typed where browsers misplace or lose text. */
export const typingHandlers = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    if (isComposing || view.state.selection.ranges.every(({ empty }) => empty)) return false;
    if (inputType === 'insertText' && data) return replaceSelected(view, data);
    return DELETION.test(inputType) && replaceSelected(view, '');
  },
  keydown({ keyCode, key, code }, view) {
    replacing.delete(view);
    if (keyCode !== KEY_OF_INPUT_METHOD || view.compositionStarted) return;
    // Screen keyboards do not tell their keys.
    makeRoom(view, key !== 'Unidentified' && !SILENT_KEY.test(code));
  },
  focus(_event, view) {
    const { doc, selection } = view.state;
    const isAlone = blocksNear(view.state, 0, 0).some((block) => isBesideAlone(doc, block, selection.main.to));
    if (isAlone) selectRange(view, { anchor: 0 });
  },
  compositionstart({ target }, view) {
    if (replacing.delete(view)) return;
    const { main } = view.state.selection;
    if (!main.empty || textBehind(view.state, main.head) === null) return makeRoom(view, false);
    const place = trackRange(view, main);
    const move = () => setTimeout(() => moveComposed(view, place.end().from));
    target?.addEventListener('compositionend', move, { once: true });
  },
});
