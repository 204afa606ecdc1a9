import { syntaxTree } from '@codemirror/language';
import { EditorSelection, EditorState, type SelectionRange } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** Returns the mark of an inline style whose signs are on both sides of a position. */
function markAround(state: EditorState, at: number): SyntaxNode | null {
  const node = syntaxTree(state).resolveInner(at, 1);
  const isMark = /^(?:Emphasis|Strikethrough)Mark$/.test(node.name) || node.parent?.name === 'InlineCode';
  return isMark && node.from < at && at < node.to ? node : null;
}

/** A key that moves the cursor crosses the mark of a style as a whole: a letter between its signs would break it. */
export const crossingMarks = EditorState.transactionFilter.of((transaction) => {
  const { startState, newSelection, docChanged, selection } = transaction;
  const isKey = transaction.isUserEvent('select') && !transaction.isUserEvent('select.pointer');
  if (!selection || docChanged || !isKey || transaction.isUserEvent('select.search')) return transaction;
  const crossed = (range: SelectionRange, index: number) => {
    const mark = markAround(startState, range.head);
    if (!mark) return range;
    const head = range.head > (startState.selection.ranges[index]?.head ?? 0) ? mark.to : mark.from;
    const { anchor, empty, assoc, goalColumn } = range;
    if (empty) return EditorSelection.cursor(head, assoc, undefined, goalColumn);
    return EditorSelection.range(anchor, head, goalColumn);
  };
  const ranges = newSelection.ranges.map(crossed);
  const moved = EditorSelection.create(ranges, newSelection.mainIndex);
  return moved.eq(newSelection) ? transaction : [transaction, { selection: moved, sequential: true }];
});
