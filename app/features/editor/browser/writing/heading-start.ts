import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';

/**
 * Returns what turns the heading that begins at a position into a paragraph: marks in front and behind, or the underline.
 * Empty elsewhere, and in lists and quotes.
 */
export function headingMarks(state: EditorState, at: number): { from: number; to: number }[] {
  const node = syntaxTree(state).topNode.childAfter(at);
  if (node?.from !== at) return [];
  return node.getChildren('HeaderMark').map(({ from, to }) => {
    if (from > at) return { from: at + state.sliceDoc(at, from).trimEnd().length, to };
    const rest = state.sliceDoc(to, state.doc.lineAt(to).to);
    return { from, to: to + rest.length - rest.trimStart().length };
  });
}

/** Backspace at the start of a heading makes it a paragraph. Removes an unneeded blank line above it first. */
export const unmarkHeading: Command = ({ state, dispatch }) => {
  const { doc, selection } = state;
  const { empty, head } = selection.main;
  const { number } = doc.lineAt(head);
  const isBlank = (above: number) => above < 1 || doc.line(above).text.trim() === '';
  const changes = headingMarks(state, head);
  if (!empty || changes.length === 0 || (number > 1 && isBlank(number - 1) && isBlank(number - 2))) return false;
  dispatch(state.update({ changes, userEvent: 'delete', scrollIntoView: true }));
  return true;
};

/** Enter at the start of a heading's text pushes the heading down, as at the start of a paragraph. */
export const pushHeading: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const isHeading = /^ {0,3}#{1,6}[ \t]+$/.test(line.text.slice(0, head - line.from)) && head < line.to;
  if (!empty || !isHeading || headingMarks(state, line.to - line.text.trimStart().length).length === 0) return false;
  dispatch(state.update({ changes: { from: line.from, insert: '\n' }, userEvent: 'input', scrollIntoView: true }));
  return true;
};
