import type { EditorState, Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { numberOf, renumber, shiftLines, siblingsAfter } from '#app/features/editor/browser/writing/indent-items.ts';
import {
  isBlankLine,
  itemAt,
  lineEnd,
  marksOfItem,
  quoteLength,
  siblingOf,
  textStart,
} from '#app/features/editor/browser/writing/list-items.ts';
import { HARD_BREAK, textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';

/** Enter at the start of an item inserts an empty item above it. */
export const insertItemAbove: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  if (!empty || head !== textStart(line) || head === line.to) return false;
  const item = itemAt(state, head);
  if (!item || state.doc.lineAt(item.from).from !== line.from) return false;
  const mark = line.text.slice(0, head - line.from).replace(/\[[xX]\]/, '[ ]');
  const numbers =
    item.parent?.name === 'OrderedList'
      ? renumber(state, [item, ...siblingsAfter(item)], numberOf(state, item) + 1)
      : [];
  const changes = state.changes([{ from: line.from, insert: `${mark}\n` }, ...numbers]);
  dispatch(
    state.update({ changes, selection: { anchor: changes.mapPos(head, 1) }, userEvent: 'input', scrollIntoView: true }),
  );
  return true;
};

/** Returns the item with a paragraph at a position, below the line of the item's mark. */
function itemAbove(state: EditorState, at: number): SyntaxNode | null {
  const line = state.doc.lineAt(at);
  // An empty line below a line break is not in the paragraph.
  const isEmpty = isBlankLine(line) && line.from > 0 && HARD_BREAK.test(state.doc.lineAt(line.from - 1).text);
  const text = textBlockAt(state, isEmpty ? state.doc.lineAt(line.from - 1).to - 1 : at);
  const item = text?.parent;
  return item?.name === 'ListItem' && state.doc.lineAt(item.from).from < line.from ? item : null;
}

/** Tests for a blank line, other than the cursor's, between an item and its neighbour. */
function isLoose(state: EditorState, item: SyntaxNode, current: Line): boolean {
  const other = siblingOf(item, -1) ?? siblingOf(item, 1);
  const [upper, lower] = other && other.from < item.from ? [other, item] : [item, other];
  if (!upper || !lower) return false;
  const line = state.doc.lineAt(state.doc.lineAt(lower.from).from - 1);
  return line.from !== current.from && isBlankLine(line);
}

/**
 * Enter on a further line of an item, in its first or another paragraph, begins the next item with the text behind the
 * cursor, as on the first line, which Markdown's own command continues.
 */
export const insertItemBelow: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const item = empty ? itemAbove(state, head) : null;
  if (!item || head < line.from + quoteLength(line)) return false;
  const { before, below } = marksOfItem(state, item);
  const start = state.doc.sliceString(line.from + quoteLength(line), head);
  const isAtStart = start.trim() === '';
  const upper = isAtStart ? state.doc.lineAt(line.from - 1) : line;
  const kept = isAtStart ? upper.text.replace(HARD_BREAK, '') : upper.text.slice(0, head - upper.from);
  const from = upper.from + kept.trimEnd().length;
  const behind = state.sliceDoc(head, line.to);
  const to = head + behind.length - behind.trimStart().length;
  const insert = `${isLoose(state, item, line) ? `\n${before.trimEnd()}` : ''}\n${before}${below(1)}`;
  const numbers =
    item.parent?.name === 'OrderedList' ? renumber(state, siblingsAfter(item), numberOf(state, item) + 2) : [];
  // A longer number moves the text of its item.
  const columns = below(1).length - below(0).length;
  const rest = shiftLines(state, { from: line.to + 1, to: lineEnd(state, item) }, columns, line);
  const changes = state.changes([{ from, to, insert }, ...rest, ...numbers]);
  const selection = { anchor: from + insert.length };
  dispatch(state.update({ changes, selection, userEvent: 'input', scrollIntoView: true }));
  return true;
};
