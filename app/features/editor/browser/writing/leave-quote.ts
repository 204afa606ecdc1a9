import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { quoteMarks } from '#app/features/editor/browser/writing/list-items.ts';

const isText = (line: string) => /[^\s>]/.test(line);
const EMPTY_LINE = /^([ \t]*(?:>[ \t]*)*?)>[ \t]*$/;

/** Tests whether a position is in a quote and not in code. */
function isInQuote(state: EditorState, at: number): boolean {
  let isQuoted = false;
  for (let node = syntaxTree(state).resolveInner(at, -1); ; node = node.parent) {
    if (node.name === 'FencedCode' || node.name === 'CodeBlock' || node.name === 'BlockMaths') return false;
    if (node.name === 'Blockquote') isQuoted = true;
    if (!node.parent) return isQuoted;
  }
}

/** Enter in code inside of a quote repeats the quote marks, at each cursor. */
export const continueQuotedCode: Command = ({ state, dispatch }) => {
  const marksAt = ({ empty, head }: SelectionRange) => {
    const line = state.doc.lineAt(head);
    const marks = quoteMarks(state, line);
    return empty && head >= line.from + marks.length && !isInQuote(state, head) ? marks : '';
  };
  if (!state.selection.ranges.every(marksAt)) return false;
  const spec = state.changeByRange((range) => {
    const insert = `\n${marksAt(range)}`;
    return { changes: { from: range.head, insert }, range: EditorSelection.cursor(range.head + insert.length) };
  });
  dispatch(state.update(spec, { userEvent: 'input', scrollIntoView: true }));
  return true;
};

/** Enter on an empty quote line leaves the innermost level. Without a blank line, lazy continuation would undo that. */
export const leaveQuote: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const outer = EMPTY_LINE.exec(line.text)?.[1];
  if (!empty || outer === undefined || head !== line.to || !isInQuote(state, head)) return false;
  // Also remove the blank line that Enter inserted between two paragraphs.
  const above = line.number > 2 ? state.doc.line(line.number - 1) : line;
  const from = EMPTY_LINE.test(above.text) && isText(state.doc.line(above.number - 1).text) ? above.from : line.from;
  const isBelowText = from > 0 && isText(state.doc.lineAt(from - 1).text);
  const insert = isBelowText ? `${outer.trimEnd()}\n${outer}` : outer;
  dispatch(
    state.update({
      changes: { from, to: line.to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};
