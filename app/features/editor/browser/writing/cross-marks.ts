import { syntaxTree } from '@codemirror/language';
import { EditorState, Transaction } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { BLOCK_MARK, behindMarks } from '#app/features/editor/browser/writing/before-marks.ts';
import { stylesAt } from '#app/features/editor/browser/writing/whole-styles.ts';

/** Returns the mark of an inline style whose delimiters are on both sides of a position. */
function markAround(state: EditorState, at: number): SyntaxNode | null {
  const node = syntaxTree(state).resolveInner(at, 1);
  const isMark = /^(?:Emphasis|Strikethrough)Mark$/.test(node.name) || node.parent?.name === 'InlineCode';
  return isMark && node.from < at && at < node.to ? node : null;
}

/**
 * Returns the end of the line above if a key moves the cursor from the start of a line's text into its marks: a letter
 * there would undo the item, heading or quote.
 */
function lineAbove(state: EditorState, from: number, to: number): number | null {
  const line = state.doc.lineAt(from);
  const isInto = to === from - 1 && to > line.from && line.from > 0 && behindMarks(line) === from;
  return isInto && BLOCK_MARK.test(syntaxTree(state).resolveInner(to, -1).name) ? line.from - 1 : null;
}

/** A key that moves the cursor crosses the mark of a style as a whole: a letter between its delimiters would break it. */
export const crossingMarks = EditorState.transactionFilter.of((transaction) => {
  const { startState, newSelection } = transaction;
  // Presses and searches have a suffix.
  const isKey = transaction.annotation(Transaction.userEvent) === 'select';
  const { main, ranges } = newSelection;
  if (!isKey || ranges.length > 1) return transaction;
  const before = startState.selection.main.head;
  const mark = markAround(startState, main.head);
  const head = mark ? (main.head > before ? mark.to : mark.from) : lineAbove(startState, before, main.head);
  if (head === null) return transaction;
  return [transaction, { selection: { anchor: main.empty ? head : main.anchor, head } }];
});

/** Returns where a cursor arrives that moves over the marks of styles and links beside it. */
function beyondMarks(state: EditorState, at: number, by: -1 | 1): number {
  const marks = stylesAt(state, { from: at, to: at }, true).flatMap(({ from, to, text, isLink }) => [
    { from, to: text.from, isWhole: false },
    // A cursor in an address is there to change it.
    { from: text.to, to, isWhole: isLink },
  ]);
  const next = marks.find(
    ({ from, to, isWhole }) =>
      (by < 0 ? from < at && at <= to : from <= at && at < to) && (!isWhole || at === (by < 0 ? to : from)),
  );
  return next ? beyondMarks(state, by < 0 ? next.from : next.to, by) : at;
}

/**
 * Before a deletion, moves the cursor past marks of styles and links, so that visible text is deleted. Deletes a link
 * without words as a whole.
 */
export const passMarks =
  (by: -1 | 1): Command =>
  ({ state, dispatch }) => {
    const { ranges, main } = state.selection;
    // The source view shows the marks.
    if (ranges.length > 1 || !main.empty || !state.field(drawnBlocks, false)) return false;
    const empty = stylesAt(state, main, true).find(({ text }) => text.from === main.head && main.head === text.to);
    if (empty) {
      dispatch(state.update({ changes: { from: empty.from, to: empty.to }, userEvent: 'delete' }));
      return true;
    }
    const anchor = beyondMarks(state, main.head, by);
    if (anchor !== main.head) dispatch(state.update({ selection: { anchor } }));
    return false;
  };
