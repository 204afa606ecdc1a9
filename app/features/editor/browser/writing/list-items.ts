import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

const PARSE_MS = 50;
const ITEM_MARK = /^[ \t]*((?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))(?:\[[ xX]\](?:[ \t]+|$))?/;

/** Consecutive items of one list that a selection covers. */
export type ItemRun = { items: SyntaxNode[]; list: SyntaxNode };

export function itemAt(state: EditorState, at: number): SyntaxNode | null {
  const line = state.doc.lineAt(at);
  const tree = ensureSyntaxTree(state, line.to, PARSE_MS) ?? syntaxTree(state);
  const text = line.from + line.text.length - line.text.trimStart().length;
  for (const [place, side] of [
    [Math.max(text, Math.min(at, line.to)), -1],
    [text, 1],
  ] as const) {
    for (let node: SyntaxNode | null = tree.resolveInner(place, side); node; node = node.parent) {
      if (node.name === 'FencedCode' || node.name === 'CodeBlock') break;
      if (node.name === 'ListItem') return node;
    }
  }
  return null;
}

/** Returns the end of the line above for an indented empty line, which Shift+Enter makes in an item. */
export function onText({ doc }: EditorState, at: number): number {
  const { from, text } = doc.lineAt(at);
  return from > 0 && /^[ \t]+$/.test(text) ? from - 1 : at;
}

/** Returns the items from the start to the end of the selection; null outside of lists. */
export function selectedItems(state: EditorState): ItemRun | null {
  const { main } = state.selection;
  const [from, to] = [onText(state, main.from), onText(state, main.to)];
  let first = itemAt(state, from);
  // If the selection extends beyond the last item, use the parent item that contains both ends.
  while (first && to > lineEnd(state, first) && !siblingOf(first, 1) && first.parent?.parent?.name === 'ListItem') {
    first = first.parent.parent;
  }
  if (!first?.parent) return null;
  const items = [first];
  for (let next = first.nextSibling; next && next.from <= to; next = next.nextSibling) {
    if (next.name === 'ListItem') items.push(next);
  }
  return { items, list: first.parent };
}

/** Returns the adjacent item; the tree may have quote marks between items. */
export function siblingOf(item: SyntaxNode, by: -1 | 1): SyntaxNode | null {
  const next = (node: SyntaxNode) => (by < 0 ? node.prevSibling : node.nextSibling);
  let node = next(item);
  while (node && node.name !== 'ListItem') node = next(node);
  return node;
}

/** Returns the end of the last line of a node, without trailing blank lines. */
export function lineEnd(state: EditorState, { from, to }: SyntaxNode): number {
  return state.doc.lineAt(from + state.sliceDoc(from, to).trimEnd().length).to;
}

/** Returns the quote marks at the start of a line, which may lie deep in items: at most `depth` of them. */
export function quotesBefore({ text }: Pick<Line, 'text'>, depth = Number.POSITIVE_INFINITY): string {
  const mark = /[ \t]*>[ \t]?/y;
  let end = 0;
  for (let level = 0; level < depth && mark.test(text); level += 1) end = mark.lastIndex;
  return text.slice(0, end);
}

/** Returns the length of the quote marks at the start of a line. */
export const quoteLength = (line: Pick<Line, 'text'>) => quotesBefore(line).length;

/** Returns the number of quotes around a node. */
export function quotesAround(node: SyntaxNode): number {
  let depth = 0;
  for (let outer: SyntaxNode | null = node; outer; outer = outer.parent) if (outer.name === 'Blockquote') depth += 1;
  return depth;
}

/** Returns the marks of the quotes around a line. Further ones are text or code. */
export function quoteMarks(state: EditorState, line: Line): string {
  const end = line.from + line.text.trimEnd().length;
  const tree = ensureSyntaxTree(state, line.to, PARSE_MS) ?? syntaxTree(state);
  return quotesBefore(line, quotesAround(tree.resolveInner(end, -1)));
}

/** Tests for a line of blanks and quote marks only. */
export const isBlankLine = (line: Line) => line.text.slice(quoteLength(line)).trim() === '';

/** Returns the column behind a text; tabs go on to the next multiple of four. */
export const columnsOf = (text: string): number =>
  [...text].reduce((column, character) => (character === '\t' ? column + 4 - (column % 4) : column + 1), 0);

/** Returns the columns of an item's mark and text, counted after quote marks. */
export function columnsOfItem(state: EditorState, item: SyntaxNode): { mark: number; text: number } {
  const line = state.doc.lineAt(item.from);
  const marks = quotesBefore(line);
  const own = line.text.slice(marks.length);
  const columnBehind = (text: string) => columnsOf(marks + text) - columnsOf(marks);
  const [indent = ''] = /^[ \t]*/.exec(own) ?? [];
  const [, marker = '- '] = ITEM_MARK.exec(own) ?? [];
  const end = columnBehind(indent + marker.trimEnd());
  const text = columnBehind(indent + marker);
  return { mark: columnBehind(indent), text: text > end && text <= end + 4 ? text : end + 1 };
}

/** Returns the start of an item's or quote's text on a line, after mark and checkbox; null on other lines. */
export function textStart(line: Line): number | null {
  const quoted = quoteLength(line);
  const mark = ITEM_MARK.exec(line.text.slice(quoted))?.[0];
  if (mark === undefined && quoted === 0) return null;
  return line.from + quoted + (mark?.length ?? 0);
}

/** Returns what keeps the lines below a line in its quotes and item. The marks of a quote in the item hold its indentation. */
export function marksBelow(state: EditorState, line: Line, item: SyntaxNode | null): string {
  const marks = quoteMarks(state, line);
  const isInItem = item !== null && marks.split('>').length - 1 <= quotesAround(item);
  return isInItem ? marks + ' '.repeat(columnsOfItem(state, item).text) : marks;
}

const MARKS = /^(?:([-*+])|(\d{1,9})([.)]))([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?/;

/**
 * The marks of an item: what stands before them on its lines, and the bullet or number and box of the nth item below
 * it.
 */
export type ItemMarks = { before: string; isNumbered: boolean; hasBox: boolean; below: (nth: number) => string };

/** Returns the start of an item's mark; the node itself may begin before its indentation. */
export const markStart = ({ firstChild, from }: SyntaxNode) => firstChild?.from ?? from;

/** Returns the marks of an item. New items get an empty box, and numbers that go on. */
export function marksOfItem(state: EditorState, item: SyntaxNode): ItemMarks {
  const from = markStart(item);
  const line = state.doc.lineAt(from);
  const own = line.text.slice(from - line.from);
  const [, bullet, number = '', delimiter, blanks = ' ', box] = MARKS.exec(own) ?? [];
  const gap = blanks.length > 4 ? ' ' : blanks || ' ';
  const quoted = Math.min(quoteLength(line), from - line.from);
  return {
    // An item may be on the line of its parent, whose mark counts as blanks.
    before: line.text.slice(0, quoted) + line.text.slice(quoted, from - line.from).replace(/[^ \t]/g, ' '),
    isNumbered: bullet === undefined,
    hasBox: box !== undefined,
    below: (nth) => `${bullet ?? `${Number(number) + nth}${delimiter}`}${gap}${box ? '[ ] ' : ''}`,
  };
}
