import { syntaxTree } from '@codemirror/language';
import { EditorState, Transaction } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** Returns the mark of an inline style whose signs are on both sides of a position. */
function markAround(state: EditorState, at: number): SyntaxNode | null {
  const node = syntaxTree(state).resolveInner(at, 1);
  const isMark = /^(?:Emphasis|Strikethrough)Mark$/.test(node.name) || node.parent?.name === 'InlineCode';
  return isMark && node.from < at && at < node.to ? node : null;
}

/** A key that moves the cursor crosses the mark of a style as a whole: a letter between its signs would break it. */
export const crossingMarks = EditorState.transactionFilter.of((transaction) => {
  const { startState, newSelection } = transaction;
  // Presses and searches have a suffix.
  const isKey = transaction.annotation(Transaction.userEvent) === 'select';
  const { main, ranges } = newSelection;
  const mark = isKey && ranges.length === 1 ? markAround(startState, main.head) : null;
  if (!mark) return transaction;
  const head = main.head > startState.selection.main.head ? mark.to : mark.from;
  return [transaction, { selection: { anchor: main.empty ? head : main.anchor, head } }];
});
