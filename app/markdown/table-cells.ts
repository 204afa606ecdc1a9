import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';

const LINE_BREAK: Element = { type: 'element', tagName: 'br', properties: {}, children: [] };
/** Elements that begin and end a line of their cell. */
const BLOCKS = new Set(
  (
    'address article aside blockquote caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
/** Nested items are marked as such, as a cell has no indentation. */
const BULLETS = ['• ', '◦ '];

const text = (value: string): ElementContent => ({ type: 'text', value });
const isBlank = (line: readonly ElementContent[]) =>
  line.every((node) => node.type === 'comment' || (node.type === 'text' && node.value.trim() === ''));

/** The lines of a cell. A block begins a new line unless the current one is blank; a line break always does. */
class Lines {
  readonly all: ElementContent[][] = [];
  private line: ElementContent[] = [];

  add = (...nodes: ElementContent[]) => void this.line.push(...nodes);

  end(): void {
    this.all.push(this.line);
    this.line = [];
  }

  endWritten(): void {
    if (!isBlank(this.line)) this.end();
    this.line = [];
  }
}

function linesOf(nodes: readonly ElementContent[], depth = 0): ElementContent[][] {
  const lines = new Lines();
  for (const node of nodes) {
    if (node.type !== 'element') lines.add(node);
    else if (node.tagName === 'br') lines.end();
    else if (node.tagName === 'pre') addCode(lines, node);
    else if (BLOCKS.has(node.tagName)) addBlock(lines, node, depth);
    else addInline(lines, node, depth);
  }
  lines.endWritten();
  return lines.all;
}

function addBlock(lines: Lines, { tagName, children }: Element, depth: number): void {
  const isList = tagName === 'ul' || tagName === 'ol';
  let count = 0;
  lines.endWritten();
  for (const child of isList ? children : [null]) {
    const inside = linesOf(child ? [child] : children, isList ? depth + 1 : depth);
    if (child?.type === 'element' && child.tagName === 'li') {
      count += 1;
      inside[0]?.unshift(text(tagName === 'ol' ? `${count}. ` : BULLETS[Math.min(depth, 1)]!));
    }
    for (const line of inside) {
      lines.add(...line);
      lines.end();
    }
  }
}

const isCell = ({ tagName }: Element) => tagName === 'td' || tagName === 'th';

/** Repeats an inline element on each of its lines. Cells of a nested table are words of the line of their row. */
function addInline(lines: Lines, node: Element, depth: number): void {
  const inside = linesOf(node.children, depth);
  if (inside.length === 0) lines.add(node.children.length === 0 ? node : text(textOf(node)));
  for (const [index, line] of inside.entries()) {
    if (index > 0) lines.end();
    if (isCell(node)) lines.add(...line, text(' '));
    else lines.add({ ...node, children: line });
  }
}

function addCode(lines: Lines, node: Element): void {
  lines.endWritten();
  for (const line of textOf(node).split(/\r\n?|\n/)) {
    if (line.trim() !== '') lines.add({ type: 'element', tagName: 'code', properties: {}, children: [text(line)] });
    lines.endWritten();
  }
}

/**
 * Replaces the blocks in each cell of a table by lines with line breaks between them, as a cell of Markdown is a line.
 */
export function flattenCells(page: Root): void {
  visit(page, 'element', (cell) => {
    if (!isCell(cell)) return undefined;
    const lines = linesOf(cell.children);
    const last = lines.findLastIndex((line) => !isBlank(line));
    cell.children = lines.slice(0, last + 1).flatMap((line, index) => (index === 0 ? line : [LINE_BREAK, ...line]));
    return SKIP;
  });
}
