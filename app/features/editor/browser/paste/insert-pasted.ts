import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { paragraphBreaks } from '#app/features/editor/browser/paste/paragraph-breaks.ts';
import { blocksOf, indented, itemsChange, trimmedLines } from '#app/features/editor/browser/paste/pasted-items.ts';
import {
  columnsOfItem,
  isBlankLine,
  itemAt,
  quoteLength,
  textStart,
} from '#app/features/editor/browser/writing/list-items.ts';
import { textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';

type Range = { from: number; to: number };
/** `behind` is the length of what stands behind the cursor, `numbers` are the changed numbers of the items below. */
type Pasted = Range & { insert: string; behind: number; numbers?: ChangeSpec[] };
const isBlank = (text: string) => text.trim() === '';

const PLAIN = /^(?:Paragraph|CodeBlock)$/;
/** Blocks that need no blank line between them and text. In items, a blank line would make the list loose. */
const TIGHT = /^(?:FencedCode|BlockMaths|ATXHeading\d)$/;
const BOX = /\[[ xX]\][ \t]*$/;

/** Tests for lines of Markdown with a block that is no paragraph, such as code, a list or a table. */
export const hasBlocks = (state: EditorState, text: string) =>
  text.includes('\n') && blocksOf(state, text).some(({ name }) => !PLAIN.test(name));

/** Returns the fence that unfinished code or an unfinished formula at the end lacks. It would go on to the end of the text. */
function missingFence(last: SyntaxNode | undefined, text: string): string {
  const marks = [...(last?.getChildren('CodeMark') ?? []), ...(last?.getChildren('MathsMark') ?? [])];
  const isOpen = marks.length === 1 && TIGHT.test(last!.name) && last!.to > marks[0]!.to + 1;
  return isOpen ? `\n${/^[`~$]+/.exec(text.slice(marks[0]!.from))?.[0]}` : '';
}

/** Returns the marks of the quote and the indentation of the item that continue them on further lines. */
function prefixAt(state: EditorState, at: number): string {
  const line = state.doc.lineAt(at);
  const marks = line.text.slice(0, Math.min(quoteLength(line), at - line.from));
  const isBeforeMark = at < (textStart(line) ?? 0);
  const item = isBeforeMark ? null : itemAt(state, at);
  return item ? marks + ' '.repeat(columnsOfItem(state, item).text) : marks;
}

/**
 * Returns the change that inserts Markdown as blocks in its context: each line gets the marks of the quote or item,
 * items beside an item become items of its list, and line breaks separate blocks from other text, so that no block around
 * them changes. A paragraph joins the one in whose line it is inserted, as does a single line.
 */
export function pastedChange(state: EditorState, { from, to }: Range, markdown: string): Pasted {
  const { doc } = state;
  const items = itemsChange(state, { from, to }, markdown, false);
  if (items) return items;
  const [line, lastLine] = [doc.lineAt(from), doc.lineAt(to)];
  const [before, after] = [line.text.slice(0, from - line.from), lastLine.text.slice(to - lastLine.from)];
  const prefix = prefixAt(state, from);
  const isLines = markdown.includes('\n');
  const lines = prefix && isLines ? trimmedLines(markdown) : markdown;
  const blocks = blocksOf(state, lines);
  const [first = 'Paragraph', last = 'Paragraph'] = [blocks[0]?.name, blocks.at(-1)?.name];
  const isWritten = (number: number) => number >= 1 && number <= doc.lines && !isBlankLine(doc.line(number));
  const gap = (name: string) => (prefix && TIGHT.test(name) ? `\n${prefix}` : `\n${prefix.trimEnd()}\n${prefix}`);
  const breaks = prefix ? { above: '', below: '' } : paragraphBreaks(state, { from, to }, markdown);

  let open = '';
  if (PLAIN.test(first)) open = isBlank(before) ? breaks.above : '';
  else if (isBlank(before.slice(quoteLength(line))))
    open = isWritten(line.number - 1) && !(prefix && TIGHT.test(first)) ? `\n${prefix}` : '';
  else if (isLines && (!isBlank(state.sliceDoc(textStart(line) ?? line.from, from)) || BOX.test(before)))
    open = gap(first);

  const fence = isLines ? missingFence(blocks.at(-1), lines) : '';
  const isNext = isWritten(lastLine.number + 1);
  let close = '';
  let behind = 0;
  if (PLAIN.test(last) || !isLines) {
    close = breaks.below;
    behind = close.length;
  } else if (!isBlank(after) || (last === 'Table' && !prefix)) {
    const next = isBlank(after) && isNext ? '\n' : '';
    close = gap(last) + next;
    behind = prefix ? close.length : next.length;
  } else if (isNext && !(prefix && (TIGHT.test(last) || !goesOn(state, to, last)))) {
    close = `\n${prefix.trimEnd()}`;
    behind = close.length;
  }
  if (fence) behind = fence.length + close.length;
  const started = open ? lines.replace(/^\n+/, '') : lines;
  const body = (close || fence ? started.trimEnd() : started) + fence;
  return { from, to, insert: open + (prefix ? indented(body, prefix) : body) + close, behind };
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
