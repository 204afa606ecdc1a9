import { markdownLanguage } from '@codemirror/lang-markdown';
import { language } from '@codemirror/language';
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { outdented } from '#app/features/editor/browser/paste/outdented.ts';
import { numberOf, renumber, siblingsAfter } from '#app/features/editor/browser/writing/indent-items.ts';
import {
  columnsOfItem,
  type ItemMarks,
  itemAt,
  markStart,
  marksOfItem,
  textStart,
} from '#app/features/editor/browser/writing/list-items.ts';
import { textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';
import { withLineFeeds } from '#app/schemas/line-feeds.ts';

type Range = { from: number; to: number };
/** `isCounted` for items of the list at the cursor, `isListed` for those that have a mark. */
type Piece = { text: string; isListed: boolean; isCounted: boolean };

const LIST = /^(?:Bullet|Ordered)List$/;
const isBlank = (text: string) => text.trim() === '';

/** Inserts a prefix before each line but the first. */
export const indented = (markdown: string, prefix: string) =>
  markdown.replace(/\n(.*)/g, (_, line: string) => `\n${isBlank(line) ? prefix.trimEnd() : prefix + line}`);

/** Removes line breaks at both ends and the indentation that all lines have. */
export const trimmedLines = (text: string): string =>
  outdented(
    withLineFeeds(text)
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, ''),
  );

/** Returns the blocks of a Markdown text in the dialect of the editor. */
export function blocksOf(state: EditorState, markdown: string): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  const { topNode } = (state.facet(language)?.parser ?? markdownLanguage.parser).parse(markdown);
  for (let node = topNode.firstChild; node; node = node.nextSibling) nodes.push(node);
  return nodes;
}

/** Returns the lines of a paragraph. Lines with a line break of Markdown between them are one piece. */
const linesOf = (paragraph: string, column: number): Piece[] =>
  paragraph.split(/(?<!\\)\n/).map((line) => ({
    text: line.trim().replace(/\n[ \t]*/g, `\n${' '.repeat(column)}`),
    isListed: false,
    isCounted: true,
  }));

/** Returns the items of a list, with the marks of the item at the cursor if both are bullets or both numbers. */
function itemsOf(list: SyntaxNode, markdown: string, marks: ItemMarks, count: number, addsBox: boolean): Piece[] {
  return list.getChildren('ListItem').map((item, index) => {
    const source = markdown.slice(markStart(item), item.to).trimEnd();
    const mark = item.firstChild!.to - markStart(item);
    const [wanted = ''] = marks.below(count + index).split(' ');
    // A longer number would shift the text of the item's further lines.
    const isApt = wanted.length === mark || !source.includes('\n');
    const isCounted = (list.name === 'OrderedList') === marks.isNumbered;
    const between = index === 0 ? '' : markdown.slice(item.prevSibling!.to, item.from).replace(/[^\n]|\n$/g, '');
    const box = addsBox ? ' [ ]' : '';
    const text = between + (isApt && isCounted ? wanted : source.slice(0, mark)) + box + source.slice(mark);
    return { text, isListed: true, isCounted };
  });
}

const hasBox = (list: SyntaxNode) => list.getChildren('ListItem').some((item) => item.getChild('Task'));

/**
 * Returns the change that inserts items, or several lines of plain text, as items beside the item at the cursor: of its
 * level, and tasks if it is one. Null for other content, and outside of an item's text.
 */
export function itemsChange(state: EditorState, { from, to }: Range, markdown: string, isPlain: boolean) {
  const item = itemAt(state, from);
  if (!item) return null;
  const [line, lastLine] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const isFirstLine = state.doc.lineAt(item.from).from === line.from;
  const start = (isFirstLine && textStart(line)) || line.from;
  const isAtStart = isFirstLine && isBlank(state.sliceDoc(start, from));
  const isEmpty = isAtStart && isBlank(state.sliceDoc(to, lastLine.to));
  const block = textBlockAt(state, from);
  if (from < start || (block ? block.parent?.from !== item.from : !isEmpty)) return null;

  const text = trimmedLines(markdown);
  const blocks = blocksOf(state, text);
  const isListed = LIST.test(blocks[0]?.name ?? '');
  const isApt = blocks.every(({ name }) => LIST.test(name) || (name === 'Paragraph' && isPlain));
  if (!(isApt && text.includes('\n')) && !(isListed && isEmpty)) return null;

  const marks = marksOfItem(state, item);
  const columns = columnsOfItem(state, item);
  const addsBox = marks.hasBox && !blocks.some((each) => LIST.test(each.name) && hasBox(each));
  const first = isListed && !isAtStart ? 1 : 0;
  const pieces: Piece[] = [];
  const count = () => first + pieces.filter(({ isCounted }) => isCounted).length;
  for (const each of blocks) {
    const source = text.slice(each.from, each.to);
    if (LIST.test(each.name)) pieces.push(...itemsOf(each, text, marks, count(), addsBox));
    else if (isApt) pieces.push(...linesOf(source, columns.text - columns.mark));
    else pieces.push({ text: `\n${source}`, isListed: true, isCounted: false });
  }
  const written = pieces.map((piece, index) =>
    indented(piece.isListed || index === 0 ? piece.text : marks.below(index) + piece.text, marks.before),
  );
  const before = isListed && !isAtStart ? `\n${marks.before}` : '';
  const insert = before + written.join(`\n${marks.before}`);
  const after = siblingsAfter(item).filter((sibling) => sibling.from >= to);
  const next = numberOf(state, item) + count();
  const numbers: ChangeSpec[] = item.parent?.name === 'OrderedList' ? renumber(state, after, next) : [];
  return { from: isListed && isAtStart ? markStart(item) : from, to, insert, behind: 0, numbers };
}

/** Inserts plain text as items at the cursor in an item. Returns false for other content. */
export function pasteItems(view: EditorView, plain: string): boolean {
  const change = itemsChange(view.state, view.state.selection.main, plain, true);
  if (!change) return false;
  const { numbers, behind: _, ...items } = change;
  const selection = { anchor: items.from + items.insert.length };
  view.dispatch({ changes: [items, ...numbers], selection, userEvent: 'input.paste', scrollIntoView: true });
  return true;
}
