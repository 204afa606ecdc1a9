import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { LITERAL_BLOCKS } from '#app/features/editor/browser/literal-text.ts';
import { itemAt, lineEnd, marksBelow, onText, textStart } from '#app/features/editor/browser/writing/list-items.ts';
import { textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';

/**
 * Text that replaces `from`…`to` is `before`, the block and `after`: the blank lines that Markdown requires. The
 * further lines of the block get the prefix.
 */
type BlockPlace = { from: number; to: number; before: string; after: string; prefix: string };

const PARSE_MS = 200;

/** Blocks that the editor shows in items, too. */
const IN_ITEMS = /^[`$>]/;

/** Returns the place on the cursor's line, or after its text, as part of an item. */
function placeInItem(state: EditorState, item: SyntaxNode, line: Line, block: string): BlockPlace {
  const prefix = marksBelow(state, line, item);
  const isLazy = block.startsWith('>') && (textBlockAt(state, line.to)?.to ?? 0) > line.to;
  const after = isLazy ? `\n${prefix.trimEnd()}` : '';
  if (textStart(line) === line.to) return { from: line.to, to: line.to, before: '', after, prefix };
  // An indented empty line, whose line break no text follows any more.
  const end = onText(state, line.to);
  const from = end < line.to && state.sliceDoc(end - 1, end) === '\\' ? end - 1 : end;
  return { from, to: line.to, before: `\n${prefix}`, after, prefix };
}

/**
 * Returns where to insert a block: on the cursor's line if that is empty, else below, outside of code and formulas. In
 * a list, code, formulas and quotes stand in the item, and other blocks below the whole list, which they would divide.
 */
export function blockPlace(state: EditorState, block: string): BlockPlace {
  const { doc, selection } = state;
  const { head } = selection.main;
  const current = doc.lineAt(head);
  const isWritten = (number: number) => number >= 1 && number <= doc.lines && doc.line(number).text.trim() !== '';
  const literal = literalAt(state, current.from + (current.text.length - current.text.trimStart().length));
  const isOver = literal !== null && isClosed(literal);
  const last = isOver ? doc.lineAt(literal.to) : current;
  const around = isOver ? outwards(literal, 'ListItem') : null;
  const item = literal ? around : itemAt(state, onText(state, head));
  if (item && IN_ITEMS.test(block)) return placeInItem(state, item, last, block);
  if (literal && !item && head <= literal.from) {
    const { from, number } = doc.lineAt(literal.from);
    return { from, to: from, before: isWritten(number - 1) ? '\n' : '', after: '\n\n', prefix: '' };
  }
  const line = item ? doc.lineAt(lineEnd(state, outwards(item)!)) : last;
  const isEmpty =
    line.text.trim() === '' || (line.from === current.from && item !== null && textStart(line) === line.to);
  const breaks = isEmpty ? '\n' : '\n\n';
  const before = isEmpty && !isWritten(line.number - 1) ? '' : breaks;
  const after = isWritten(line.number + 1) ? '\n' : '';
  return { from: isEmpty ? line.from : line.to, to: line.to, before, after, prefix: '' };
}

/** Returns the nearest node of a kind around a node; without a kind, the outermost block. */
function outwards(node: SyntaxNode, name?: string): SyntaxNode | null {
  let outer: SyntaxNode | null = node;
  while (outer && (name ? outer.name !== name : outer.parent?.parent)) outer = outer.parent;
  return outer;
}

function literalAt(state: EditorState, at: number): SyntaxNode | null {
  const tree = ensureSyntaxTree(state, at + 1, PARSE_MS) ?? syntaxTree(state);
  for (let node: SyntaxNode | null = tree.resolveInner(at, 1); node; node = node.parent)
    if (LITERAL_BLOCKS.has(node.name)) return node;
  return null;
}

/** An unclosed fence reaches to the end of the text. */
function isClosed({ name, firstChild, lastChild }: SyntaxNode): boolean {
  if (name !== 'FencedCode' && name !== 'BlockMaths') return true;
  return (lastChild?.name.endsWith('Mark') ?? false) && lastChild?.from !== firstChild?.from;
}
