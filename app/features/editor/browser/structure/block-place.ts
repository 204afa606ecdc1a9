import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** Text that replaces `from`…`to` is `before`, the block and `after`: the blank lines that Markdown requires. */
type BlockPlace = { from: number; to: number; before: string; after: string };

/** Blocks whose lines are not read as Markdown: what is inserted between them belongs to them. */
const LITERAL_LINES = new Set(['FencedCode', 'CodeBlock', 'BlockMaths', 'HTMLBlock']);
const PARSE_MS = 200;

/** Returns where to insert a block: on the cursor's line if that is empty, else below, outside of code and formulas. */
export function blockPlace(state: EditorState): BlockPlace {
  const { doc, selection } = state;
  const { head } = selection.main;
  const line = doc.lineAt(head);
  const isWritten = (number: number) => number >= 1 && number <= doc.lines && doc.line(number).text.trim() !== '';
  const literal = literalAt(state, line.from + (line.text.length - line.text.trimStart().length));
  if (literal && head <= literal.from) {
    const { from, number } = doc.lineAt(literal.from);
    return { from, to: from, before: isWritten(number - 1) ? '\n' : '', after: '\n\n' };
  }
  if (literal && isClosed(literal)) {
    const { to, number } = doc.lineAt(literal.to);
    return { from: to, to, before: '\n\n', after: isWritten(number + 1) ? '\n' : '' };
  }
  const isEmpty = line.text.trim() === '';
  const breaks = isEmpty ? '\n' : '\n\n';
  const before = isEmpty && !isWritten(line.number - 1) ? '' : breaks;
  return { from: isEmpty ? line.from : line.to, to: line.to, before, after: isWritten(line.number + 1) ? '\n' : '' };
}

function literalAt(state: EditorState, at: number): SyntaxNode | null {
  const tree = ensureSyntaxTree(state, at + 1, PARSE_MS) ?? syntaxTree(state);
  for (let node: SyntaxNode | null = tree.resolveInner(at, 1); node; node = node.parent)
    if (LITERAL_LINES.has(node.name)) return node;
  return null;
}

/** An unclosed fence reaches to the end of the text. */
function isClosed({ name, firstChild, lastChild }: SyntaxNode): boolean {
  if (name !== 'FencedCode' && name !== 'BlockMaths') return true;
  return (lastChild?.name.endsWith('Mark') ?? false) && lastChild?.from !== firstChild?.from;
}
