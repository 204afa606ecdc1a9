import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import { paragraphBreaks } from '#app/features/editor/browser/paste/paragraph-breaks.ts';
import { blocksOf, indented, itemsChange, trimmedLines } from '#app/features/editor/browser/paste/pasted-items.ts';
import {
  isBlankLine,
  itemAt,
  marksBelow,
  quoteLength,
  textStart,
} from '#app/features/editor/browser/writing/list-items.ts';
import { textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';
import { withLineFeeds } from '#app/schemas/line-feeds.ts';

type Range = { from: number; to: number };
/** `behind` is the length of what stands behind the cursor, `numbers` are the changed numbers of the items below. */
type Pasted = Range & { insert: string; behind: number; numbers?: ChangeSpec[] };
const isBlank = (text: string) => text.trim() === '';

const PLAIN = /^(?:Paragraph|CodeBlock)$/;
/** Blocks that need no blank line between them and text. In items, a blank line would make the list loose. */
const TIGHT = /^(?:FencedCode|BlockMaths|ATXHeading\d)$/;
const BOX = /\[[ xX]\][ \t]*$/;

const ROW = /^[ \t]*\|.*\|[ \t]*$/;

/** Tests for a heading, and for a row of a table behind a text that is none. */
function isBlockLine({ doc, selection }: EditorState, text: string): boolean {
  const line = doc.lineAt(selection.main.from);
  const before = line.text.slice(quoteLength(line), selection.main.from - line.from);
  return /^ {0,3}#{1,6}[ \t]+\S/.test(text) || (ROW.test(text) && !isBlank(before) && !before.includes('|'));
}

/** Tests for Markdown with a block that is no paragraph, such as code, a list or a table. */
export const hasBlocks = (state: EditorState, text: string) =>
  text.includes('\n')
    ? blocksOf(state, text).some(({ name }) => !PLAIN.test(name))
    : !isLiteral(state, state.selection.main.from) && isBlockLine(state, text);

/** Returns the closing fence that an unclosed code block or formula at the end of the text needs. */
function missingFence(last: SyntaxNode | undefined, text: string): string {
  const marks = [...(last?.getChildren('CodeMark') ?? []), ...(last?.getChildren('MathsMark') ?? [])];
  const isOpen = marks.length === 1 && TIGHT.test(last!.name) && last!.to > marks[0]!.to + 1;
  return isOpen ? `\n${/^[`~$]+/.exec(text.slice(marks[0]!.from))?.[0]}` : '';
}

/** Returns the marks of the quote and the indentation of the item that continue them on further lines. */
function prefixAt(state: EditorState, at: number): string {
  const line = state.doc.lineAt(at);
  if (at < (textStart(line) ?? 0)) return line.text.slice(0, Math.min(quoteLength(line), at - line.from));
  return marksBelow(state, line, itemAt(state, at));
}

/**
 * A paste: the replaced range and its lines, the marks that continue their block, and the kinds of the pasted blocks.
 */
type Place = Range & {
  state: EditorState;
  line: Line;
  lastLine: Line;
  prefix: string;
  lines: string;
  /** Kinds of the first and last block. */
  first: string;
  last: string;
  /** Tests for blocks, which text beside them must not join. */
  isBlocks: boolean;
  fence: string;
  breaks: { above: string; below: string };
};

function placeOf(state: EditorState, { from, to }: Range, markdown: string): Place {
  const prefix = prefixAt(state, from);
  const isSeveral = markdown.includes('\n');
  const lines = prefix && isSeveral ? trimmedLines(markdown) : markdown;
  const blocks = blocksOf(state, lines);
  const kind = (name = 'Paragraph') => (!isSeveral && ROW.test(lines) ? 'Row' : name);
  const [first, last] = [kind(blocks[0]?.name), kind(blocks.at(-1)?.name)];
  // An item alone goes on with the text of an item.
  const isBlocks = isSeveral || !(PLAIN.test(first) || (prefix && first.endsWith('List')));
  const fence = isSeveral ? missingFence(blocks.at(-1), lines) : '';
  const breaks = prefix ? { above: '', below: '' } : paragraphBreaks(state, { from, to }, markdown);
  const [line, lastLine] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  return { state, from, to, line, lastLine, prefix, lines, first, last, isBlocks, fence, breaks };
}

const gap = ({ prefix }: Place, name: string) =>
  prefix && TIGHT.test(name) ? `\n${prefix}` : `\n${prefix.trimEnd()}\n${prefix}`;

const isWritten = ({ state: { doc } }: Place, number: number) =>
  number >= 1 && number <= doc.lines && !isBlankLine(doc.line(number));

/** Returns the line breaks and marks between the text before a place and what is pasted. */
function openingOf(place: Place): string {
  const { state, from, line, prefix, first, isBlocks, breaks } = place;
  const before = line.text.slice(0, from - line.from);
  if (PLAIN.test(first)) return isBlank(before) ? breaks.above : '';
  if (isBlank(before.slice(quoteLength(line))))
    return isWritten(place, line.number - 1) && !(prefix && TIGHT.test(first)) ? `\n${prefix}` : '';
  const isBehindText = !isBlank(state.sliceDoc(textStart(line) ?? line.from, from)) || BOX.test(before);
  return isBlocks && isBehindText ? gap(place, first) : '';
}

/** Returns what separates the pasted text from the text below, and its length behind the cursor. */
function closingOf(place: Place): { close: string; behind: number } {
  const { state, to, lastLine, prefix, last, isBlocks, breaks } = place;
  const after = lastLine.text.slice(to - lastLine.from);
  const isNext = isWritten(place, lastLine.number + 1);
  if (PLAIN.test(last) || !isBlocks) return { close: breaks.below, behind: breaks.below.length };
  if (!isBlank(after) || (last === 'Table' && !prefix)) {
    const next = isBlank(after) && isNext ? '\n' : '';
    const close = gap(place, last) + next;
    return { close, behind: prefix ? close.length : next.length };
  }
  const isApart = isNext && !(prefix && (TIGHT.test(last) || !goesOn(state, to, last)));
  const close = isApart ? `\n${prefix.trimEnd()}` : '';
  return { close, behind: close.length };
}

/**
 * Returns the change that inserts Markdown as blocks in its context: each line gets the marks of the quote or item,
 * items beside an item become items of its list, and line breaks separate blocks from other text, so that no block
 * around them changes. A paragraph joins the one in whose line it is inserted.
 */
export function pastedChange(state: EditorState, range: Range, text: string): Pasted {
  const markdown = withLineFeeds(text);
  const items = itemsChange(state, range, markdown, false);
  if (items) return items;
  const place = placeOf(state, range, markdown);
  const { lines, fence, prefix } = place;
  const open = openingOf(place);
  const { close, behind } = closingOf(place);
  const started = open ? lines.replace(/^\n+/, '') : lines;
  const body = (close || fence ? started.trimEnd() : started) + fence;
  return {
    ...range,
    insert: open + (prefix ? indented(body, prefix) : body) + close,
    behind: fence ? fence.length + close.length : behind,
  };
}

/** Tests whether the line below belongs to the text at a position or would belong to HTML above it. */
const goesOn = (state: EditorState, at: number, above: string) =>
  above === 'HTMLBlock' || (textBlockAt(state, at)?.to ?? 0) > state.doc.lineAt(at).to;

/** Inserts pasted Markdown. The cursor moves to its end if it is still where the text was pasted. */
export function insertPasted(view: EditorView, range: Range, markdown: string): void {
  const { behind, numbers = [], ...change } = pastedChange(view.state, range, markdown);
  const { main } = view.state.selection;
  const isThere = main.from === range.from && main.to === range.to;
  view.dispatch({
    changes: [change, ...numbers],
    ...(isThere ? { selection: { anchor: change.from + change.insert.length - behind } } : {}),
    userEvent: 'input.paste',
    scrollIntoView: isThere,
  });
}
