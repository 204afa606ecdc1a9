import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';

/** The marks in front of a heading with the blanks around them. */
export const HEADING_MARK = /^ {0,3}#{1,6}[ \t]+/;

/** Removes the blanks before the marks behind a heading, and the line break and quote marks before an underline. */
function withoutEnd(text: string): string {
  const at = text.lastIndexOf('\n');
  const isUnderlined = at >= 0 && /^[ \t>]*$/.test(text.slice(at + 1));
  return (isUnderlined ? text.slice(0, at) : text).trimEnd();
}

/** Returns what turns a heading into a paragraph: marks in front and behind, or the underline. */
export function marksOf(state: EditorState, heading: SyntaxNode): { from: number; to: number }[] {
  const at = heading.from;
  return heading.getChildren('HeaderMark').map(({ from, to }) => {
    if (from > at) return { from: at + withoutEnd(state.sliceDoc(at, from)).length, to };
    const rest = state.sliceDoc(to, state.doc.lineAt(to).to);
    return { from, to: to + rest.length - rest.trimStart().length };
  });
}

/** Returns the marks of the heading that begins at a position; none elsewhere, and in lists and quotes. */
export function headingMarks(state: EditorState, at: number): { from: number; to: number }[] {
  const node = syntaxTree(state).topNode.childAfter(at);
  return node?.from === at ? marksOf(state, node) : [];
}

/**
 * Backspace at the start of a heading or of its text makes it a paragraph. At the start of the line, it removes an
 * unneeded blank line above first.
 */
export const unmarkHeading: Command = ({ state, dispatch }) => {
  const { doc, selection } = state;
  const { empty, head } = selection.main;
  const { from, to, text, number } = doc.lineAt(head);
  const mark = HEADING_MARK.exec(text)?.[0].length;
  const isAtText = mark !== undefined && head === from + mark && head < to;
  const start = isAtText ? from + text.length - text.trimStart().length : head;
  const isBlank = (above: number) => above < 1 || doc.line(above).text.trim() === '';
  const changes = headingMarks(state, start);
  const isFarBelow = number > 1 && isBlank(number - 1) && isBlank(number - 2);
  if (!empty || changes.length === 0 || (isFarBelow && !isAtText)) return false;
  dispatch(state.update({ changes, userEvent: 'delete', scrollIntoView: true }));
  return true;
};

/** Enter at the start of a heading's text pushes the heading down, as at the start of a paragraph. */
export const pushHeading: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const isHeading = HEADING_MARK.exec(line.text)?.[0].length === head - line.from && head < line.to;
  if (!empty || !isHeading || headingMarks(state, line.to - line.text.trimStart().length).length === 0) return false;
  dispatch(state.update({ changes: { from: line.from, insert: '\n' }, userEvent: 'input', scrollIntoView: true }));
  return true;
};
