import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { wrapParts } from '#app/features/editor/browser/writing/inline-styles.ts';

const CLOSING: Record<string, string> = {
  ...{ '*': '*', _: '_', '~': '~', '`': '`', '"': '"', "'": "'" },
  ...{ '(': ')', '[': ']', '{': '}', '<': '>', '「': '」', '（': '）', '《': '》', '“': '”' },
};

/** Marks of inline styles, which end with their paragraph. */
const STYLES = new Set(['*', '_', '~', '`']);

/** Typing a mark wraps the selection and keeps it selected. */
export const wrappingSelection = EditorView.inputHandler.of((view, _from, _to, text) => {
  const closing = CLOSING[text];
  const { state } = view;
  if (!closing || state.selection.ranges.some(({ empty }) => empty)) return false;
  const spec = state.changeByRange((range) => {
    const parts = STYLES.has(text) ? wrapParts(state, range, text) : null;
    if (parts) return parts;
    const { from, to, anchor, head } = range;
    const changes = [
      { from, insert: text },
      { from: to, insert: closing },
    ];
    return { changes, range: EditorSelection.range(anchor + text.length, head + text.length) };
  });
  view.dispatch(state.update(spec, { userEvent: 'input.type', scrollIntoView: true }));
  return true;
});
