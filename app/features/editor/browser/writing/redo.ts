import { redo as redoStep } from '@codemirror/commands';
import { type Command, EditorView } from '@codemirror/view';

/**
 * Redoes one step and places the cursor after it. CodeMirror would select the first letter of a replaced selection, and
 * the next key would erase it.
 */
export const redo: Command = (view) => {
  let end: number | null = null;
  const isDone = redoStep({
    state: view.state,
    dispatch: (transaction) => {
      transaction.changes.iterChangedRanges((_fromA, _toA, _from, to) => {
        end = to;
      });
      view.dispatch(transaction);
    },
  });
  if (end !== null && !view.state.selection.main.empty) view.dispatch({ selection: { anchor: end } });
  return isDone;
};

/** Caps Lock turns the key of Shift+Z into `z`, which the keymap takes for undo. */
export const redoWithCapsLock = EditorView.domEventHandlers({
  keydown: ({ key, shiftKey, ctrlKey, metaKey, altKey }, view) =>
    key === 'z' && shiftKey && (ctrlKey || metaKey) && !altKey && redo(view),
});
