import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { blanksFor } from '#app/features/editor/browser/writing/indent-items.ts';
import { columnsOf } from '#app/features/editor/browser/writing/list-items.ts';
import { isBelowHtml, quotedLines } from '#app/features/editor/browser/writing/styled-lines.ts';

const QUOTED = /^>/;
const blanksOf = (text: string) => /^[ \t]*/.exec(text)![0];

const areQuoted = (lines: readonly Line[]) =>
  lines.some(({ text }) => text.trim() !== '') &&
  lines.every(({ text }) => text.trim() === '' || QUOTED.test(text.trimStart()));

/** Returns true if all selected blocks are in a quote. */
export const isQuoted = (state: EditorState): boolean => areQuoted(quotedLines(state));

/** Returns the columns of blanks before all lines of a list item: a quote before them would end the list. */
function indentIn(state: EditorState, lines: readonly Line[]): number {
  const written = lines.filter(({ text }) => text.trim() !== '');
  let node: SyntaxNode | null = written[0] ? syntaxTree(state).resolveInner(written[0].to, -1) : null;
  while (node && node.name !== 'ListItem') node = node.parent;
  if (!node) return 0;
  return written.reduce((least, { text }) => Math.min(least, columnsOf(blanksOf(text))), Number.POSITIVE_INFINITY);
}

/** Puts `> ` before the selected blocks, blank lines between them included, or takes it away. Other marks stay. */
export function quoteLines(state: EditorState): ChangeSpec[] {
  const lines = quotedLines(state);
  if (areQuoted(lines))
    return lines.map(({ from, text }) => {
      const [, indent = '', mark = ''] = /^([ \t]*)(>[ \t]?)?/.exec(text) ?? [];
      const isBlank = text.trimEnd().length <= indent.length + mark.length;
      return { from: isBlank ? from : from + indent.length, to: from + indent.length + mark.length };
    });
  const indent = indentIn(state, lines);
  return lines.map(({ from, text }) => {
    if (text.trim() === '' && lines.length > 1) return { from, insert: `${' '.repeat(indent)}>` };
    // Without an empty line between them, the mark would be a line of the HTML above.
    const start = text.trim() === '' && isBelowHtml(state, from) ? state.lineBreak : '';
    return { from: from + blanksFor(blanksOf(text), indent), insert: `${start}> ` };
  });
}
