import { syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { togglesOf } from '#app/features/editor/browser/structure/toggles.ts';

/** Blocks whose lines are no text: a mark of an item or a heading would become a part of their content. */
const SEALED = /^(?:FencedCode|CodeBlock|BlockMaths|HTMLBlock|Table)$/;

/** Returns the code, formula, HTML or table with a line. */
function sealedAt(state: EditorState, { to }: Line): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(to, -1);
  while (node && !SEALED.test(node.name)) node = node.parent;
  return node;
}

/** True if the line that begins at `from` follows a line of HTML. */
export const isBelowHtml = (state: EditorState, from: number): boolean =>
  from > 0 && sealedAt(state, state.doc.lineAt(from - 1))?.name === 'HTMLBlock';

function linesBetween({ doc }: EditorState, from: number, to: number): Line[] {
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
  return Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index));
}

const isWritten = ({ text }: Line) => text.trim() !== '';

/** Returns the selected lines that a list, task or heading can be made of: with text, and not in code or tables. */
export function selectedLines(state: EditorState): Line[] {
  const { from, to } = state.selection.main;
  const lines = linesBetween(state, from, to);
  const open = lines.filter((line) => sealedAt(state, line) === null);
  const written = open.filter(isWritten);
  return written.length > 0 || lines.some(isWritten) ? written : open;
}

/** Returns the lines to quote: from the first with text to the last, with the whole of each block that they are in. */
export function quotedLines(state: EditorState): Line[] {
  const { from, to } = state.selection.main;
  const lines = linesBetween(state, from, to);
  const written = lines.filter(isWritten);
  const ends = [written[0] ?? lines[0]!, written.at(-1) ?? lines[0]!];
  const blocks = ends.flatMap((line) => {
    const toggle = togglesOf(state).find((each) => each.from <= line.from && line.from <= each.to);
    return [line, sealedAt(state, line) ?? line, toggle ?? line];
  });
  return linesBetween(
    state,
    Math.min(...blocks.map((block) => block.from)),
    Math.max(...blocks.map((block) => block.to)),
  );
}
