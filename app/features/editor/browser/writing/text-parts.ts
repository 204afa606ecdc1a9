import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';

export type Part = { from: number; to: number };

const PARSE_MS = 500;
const TEXT_BLOCK = /^(?:Paragraph|Task|TableCell|(?:ATX|Setext)Heading\d)$/;
/** Nodes that a style encloses whole: Markdown would read its marks as their content. */
const WHOLE = new Set([
  ...['InlineCode', 'InlineMaths', 'Link', 'Image', 'Autolink', 'URL', 'HTMLTag', 'Comment', 'Escape', 'Entity'],
  'FootnoteReference',
]);
const STYLES = new Set(['Emphasis', 'StrongEmphasis', 'Strikethrough']);
const BLOCK_MARKS = new Set(['QuoteMark', 'HeaderMark', 'TaskMarker', 'HardBreak']);
/** First line of an alert, and a definition of a footnote. */
const LABEL = /^\[(?:![A-Za-z]+\][ \t]*$|\^[^\]\s]+\]:)/m;

/**
 * Splits a selection into the ranges that an inline style can wrap: one for each paragraph, heading, item and line of a
 * quote, without block marks and outer spaces. None in code, formulas, HTML, front matter and tables, except within one
 * cell.
 */
export function textParts(state: EditorState, selected: Part, tree = parsedTo(state, selected.to)): Part[] {
  const from = Math.max(selected.from, frontMatterEnd(state.doc));
  const parts: Part[] = [];
  tree.iterate({
    from,
    to: selected.to,
    enter: ({ name, node }) => {
      if (!TEXT_BLOCK.test(name)) return name !== 'FencedCode' && name !== 'HTMLBlock';
      const isPartOfTable = name === 'TableCell' && !(node.from <= from && selected.to <= node.to);
      if (isPartOfTable || isAlone(node)) return false;
      const part = trimmed(state, node, Math.max(from, node.from), Math.min(selected.to, node.to));
      if (part) parts.push(aroundWholes(node, part));
      return false;
    },
  });
  return parts;
}

function parsedTo(state: EditorState, end: number): Tree {
  return ensureSyntaxTree(state, end, PARSE_MS) ?? syntaxTree(state);
}

/** Tests for a line that is drawn as a card or picture only while it has no style. */
function isAlone({ firstChild, from, to }: SyntaxNode): boolean {
  return (
    (firstChild?.name === 'URL' || firstChild?.name === 'Image') && firstChild.from === from && firstChild.to === to
  );
}

function trimmed(state: EditorState, node: SyntaxNode, start: number, end: number): Part | null {
  const label = LABEL.exec(state.sliceDoc(node.from, state.doc.lineAt(node.from).to));
  const marks = [...marksOf(node)];
  if (label?.index === 0) marks.push({ from: node.from, to: node.from + label[0].length });
  let [from, to] = [start, end];
  for (;;) {
    const text = state.sliceDoc(from, to);
    if (text.trim() === '') return null;
    from += text.length - text.trimStart().length;
    to -= text.length - text.trimEnd().length;
    const first = marks.find((mark) => mark.from <= from && from < mark.to);
    const last = marks.find((mark) => mark.from < to && to <= mark.to);
    if (!first && !last) return { from, to };
    from = Math.max(from, first?.to ?? from);
    to = Math.min(to, last?.from ?? to);
    if (from >= to) return null;
  }
}

function* marksOf({ firstChild }: SyntaxNode): Generator<Part> {
  for (let child = firstChild; child; child = child.nextSibling) if (BLOCK_MARKS.has(child.name)) yield child;
}

/** Extends a part that ends inside of inline Markdown, such as an address, to its edge. */
function aroundWholes(block: SyntaxNode, part: Part): Part {
  let { from, to } = part;
  block.cursor().iterate(({ name, node, from: start, to: end }) => {
    if (name === 'Link' && isInLabel(node, part)) return;
    const isCut = (at: number) => start < at && at < end;
    const isCrossed = STYLES.has(name) && isCut(part.from) !== isCut(part.to);
    const isInside = WHOLE.has(name) && (isCut(part.from) || isCut(part.to));
    if (!isInside && !(isCrossed && !(start <= part.from && part.to <= end))) return;
    from = Math.min(from, start);
    to = Math.max(to, end);
  });
  return { from, to };
}

function isInLabel(link: SyntaxNode, { from, to }: Part): boolean {
  const [open, close] = link.getChildren('LinkMark');
  return open !== undefined && close !== undefined && open.to <= from && to <= close.from;
}
