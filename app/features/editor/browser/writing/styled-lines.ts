import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { togglesOf } from '#app/features/editor/browser/structure/toggles.ts';
import { marksOf } from '#app/features/editor/browser/writing/heading-start.ts';
import { shiftLines } from '#app/features/editor/browser/writing/indent-items.ts';
import {
  columnsOfItem,
  isBlankLine,
  lineEnd,
  quoteLength,
  quotesBefore,
} from '#app/features/editor/browser/writing/list-items.ts';
import { CALLOUT } from '#app/features/editor/browser/writing/paragraphs.ts';

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

/**
 * A line of text, the outermost item that begins on it, and its heading. `isInItem` is true if it belongs to a selected
 * item that begins above.
 */
export type TextLine = { line: Line; item: SyntaxNode | null; heading: SyntaxNode | null; isInItem: boolean };

/**
 * Returns a line with its blocks, of which those from `start` on are selected; nothing for code, tables, the label of
 * an alert and the underline of a heading.
 */
function textLine(state: EditorState, line: Line, start: number): TextLine[] {
  const found: TextLine = { line, item: null, heading: null, isInItem: false };
  if (CALLOUT.test(line.text.slice(quoteLength(line)))) return [];
  const end = line.from + line.text.trimEnd().length;
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(end, -1); node; node = node.parent) {
    const { name, parent } = node;
    if (SEALED.test(name) || (name === 'HeaderMark' && parent?.name.startsWith('S'))) return [];
    if (/Heading/.test(name)) found.heading = node;
    if (name !== 'ListItem') continue;
    if (state.doc.lineAt(node.from).from === line.from) found.item = node;
    else if (!found.item) found.isInItem ||= node.from >= start;
  }
  return [found];
}

/**
 * Returns the selected lines that a list, task or heading can be made of: with text, and not in code or tables. With a
 * selected item, its other lines go along.
 */
export function selectedLines(state: EditorState): TextLine[] {
  const { from, to } = state.selection.main;
  const lines = linesBetween(state, from, to);
  const open = lines.flatMap((line) => textLine(state, line, lines[0]!.from));
  const written = open.filter(({ line }) => !isBlankLine(line));
  const firsts = written.filter(({ isInItem }) => !isInItem);
  if (lines.every(isBlankLine)) return open;
  return firsts.length > 0 ? firsts : written;
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

/** Quote marks and blanks, and the mark of a heading or item behind them. */
const PREFIX = /^([ \t>]*)(#{1,6}[ \t]+|[-*+][ \t]+\[[ xX]\][ \t]+|[-*+][ \t]+|\d{1,9}[.)][ \t]+)?/;
/** The mark of a style, for the first line. */
const MARKS = {
  paragraph: '',
  h1: '# ',
  h2: '## ',
  h3: '### ',
  tasks: '- [ ] ',
  bullets: '- ',
  numbers: '1. ',
};
export type LineStyle = keyof typeof MARKS;
export type BlockStyle = LineStyle | 'quote';

/** Tests whether a line has the mark of a style. */
export function isStyled({ line: { text } }: TextLine, style: LineStyle): boolean {
  const mark = PREFIX.exec(text)?.[2] ?? '';
  const plain = mark.replace(/[*+]/, '-').replace(/\d+./, '1.').replace(/x/i, ' ').replace(/\s+/g, ' ');
  return plain === MARKS[style];
}

/**
 * Returns the changes that give the selected lines a style, behind their quote marks. The other lines of an item move
 * with its text, and each level of a list has its own numbers.
 */
export function restyled(state: EditorState, style: LineStyle): ChangeSpec[] {
  const { doc } = state;
  const counts: number[] = [];
  /** The columns by which lines move, by the quote marks of their item and by line number. */
  const moves: Record<string, number[]> = {};
  const specs: ChangeSpec[] = selectedLines(state).flatMap(({ line, item, heading }) => {
    const [, before = '', mark = ''] = PREFIX.exec(line.text) ?? [];
    const { length } = before;
    counts.length = length + 1;
    counts[length] = (counts[length] ?? 0) + 1;
    const insert = MARKS[style].replace('1', String(counts[length]));
    const isHeading = /^#/.test(insert);
    if (item) {
      const columns = columnsOfItem(state, item);
      const width = /^(?:-|\d+\.) /.exec(insert)?.[0].length ?? 0;
      const quoted = quotesBefore(line).replace(/[^>]/g, '');
      const moved = moves[quoted] ?? [];
      moves[quoted] = moved;
      for (let { number } = doc.lineAt(lineEnd(state, item)); number > line.number; number -= 1)
        moved[number] = (moved[number] ?? 0) + width + columns.mark - columns.text;
    }
    const from = line.from + length;
    const marks = heading && (isHeading || !item) ? marksOf(state, heading) : [];
    return [{ from, to: from + mark.length, insert }, ...marks];
  });
  for (const text in moves)
    moves[text]?.forEach((columns, number) => {
      const { from } = doc.line(number);
      specs.push(...shiftLines(state, { from, to: from }, columns, { text }));
    });
  return specs;
}
