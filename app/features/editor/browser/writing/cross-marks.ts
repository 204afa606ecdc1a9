import { syntaxTree } from '@codemirror/language';
import { EditorState, Transaction } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { BLOCK_MARK, behindMarks } from '#app/features/editor/browser/writing/before-marks.ts';

/** Returns the mark of an inline style whose signs are on both sides of a position. */
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

/** A key that moves the cursor crosses the mark of a style as a whole: a letter between its signs would break it. */
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
