import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const CLOSING: Record<string, string> = {
  ...{ '*': '*', _: '_', '~': '~', '`': '`', '"': '"', "'": "'" },
  ...{ '(': ')', '[': ']', '{': '}', '<': '>', '「': '」', '（': '）', '《': '》', '“': '”' },
};

/** Typing a mark wraps the selection and keeps it selected. */
export const wrappingSelection = EditorView.inputHandler.of((view, _from, _to, text) => {
  const closing = CLOSING[text];
  const { state } = view;
  if (!closing || state.selection.ranges.some(({ empty }) => empty)) return false;
  const spec = state.changeByRange(({ from, to, anchor, head }) => ({
    changes: [
      { from, insert: text },
      { from: to, insert: closing },
    ],
    range: EditorSelection.range(anchor + text.length, head + text.length),
  }));
  view.dispatch(state.update(spec, { userEvent: 'input.type', scrollIntoView: true }));
  return true;
});
