import { EditorSelection, EditorState, type SelectionRange, Transaction } from '@codemirror/state';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { typeOverFence } from '#app/features/editor/browser/structure/close-fence.ts';
import { isBesideAlone, placeBeside } from '#app/features/editor/browser/structure/place-caret.ts';
import { blocksAround, type Repair, repairsOf } from '#app/features/editor/browser/structure/separate-blocks.ts';
import { brokenLine } from '#app/features/editor/browser/structure/separate-paragraphs.ts';
import { besideTags } from '#app/features/editor/browser/structure/toggle-cursor.ts';
import { aroundTag, cutMarks, keptTags } from '#app/features/editor/browser/structure/whole-pairs.ts';

/** Edits whose command keeps blocks apart. */
const KEPT_APART = ['input.type.table', 'input.table', 'input.draft', 'input.quote', 'move.line'];

/** Tests for direct user edits. Undo, remote changes and edits that keep blocks apart are left unchanged. */
const isByHand = (transaction: Transaction) =>
  ['input', 'delete', 'move'].some((event) => transaction.isUserEvent(event)) &&
  !KEPT_APART.some((event) => transaction.isUserEvent(event));

export function moveBehind(position: number, repairs: readonly Repair[]): number {
  const before = repairs.filter(({ at, pushes }) => at < position || (at === position && pushes));
  return before.reduce((moved, { insert }) => moved + insert.length, position);
}

/** Keeps every block on its own lines after edits next to it. */
const keepApart = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !isByHand(transaction)) return transaction;
  const repairs = repairsOf(transaction);
  if (repairs.length === 0) return transaction;
  const moved = ({ anchor, head }: SelectionRange) =>
    EditorSelection.range(moveBehind(anchor, repairs), moveBehind(head, repairs));
  const { ranges, mainIndex } = transaction.newSelection;
  const changes = repairs.map(({ at, insert }) => ({ from: at, insert }));
  const selection = EditorSelection.create(ranges.map(moved), mainIndex);
  return [transaction, { changes, selection, sequential: true }];
});

/** Leaves the tags of toggles out of deletions at a cursor: the user does not see them. */
const keepTags = EditorState.changeFilter.of((transaction) => {
  const isAtCursor = transaction.isUserEvent('delete') && transaction.startState.selection.main.empty;
  return !isAtCursor || keptTags(transaction);
});

/** Without it, the cursor would move over what `keepTags` leaves. */
const stayAtTags = EditorState.transactionFilter.of((transaction) => {
  const isLeft = transaction.isUserEvent('delete') && !transaction.docChanged;
  return isLeft && transaction.startState.selection.main.empty ? [] : transaction;
});

/**
 * A selection that begins in a question and ends in its answer is deleted in both parts. The cursor stays in the
 * question.
 */
const splitAtTag = EditorState.transactionFilter.of((transaction) => {
  const split = transaction.docChanged && isByHand(transaction) ? aroundTag(transaction) : null;
  if (!split) return transaction;
  const { changes, anchor } = split;
  const userEvent = transaction.annotation(Transaction.userEvent);
  return [{ changes, selection: { anchor }, userEvent, scrollIntoView: true }];
});

/** Removes the whole line of a fence or toggle if a selection contains a part of its delimiters. */
const cutWhole = EditorState.transactionFilter.of((transaction) => {
  const { docChanged, startState } = transaction;
  if (!docChanged || startState.selection.main.empty || !isByHand(transaction)) return transaction;
  const left = cutMarks(transaction, blocksAround(transaction));
  if (left.length === 0) return transaction;
  const { changes } = transaction;
  const rest = left.map(({ from, to }) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }));
  return [transaction, { changes: rest.filter(({ from, to }) => from < to), sequential: true }];
});

type Drawn = { from: number; to: number };

/** Returns the drawn tables near a range, at their positions after the transaction. */
function drawnAfter({ startState, changes }: Transaction, from: number, to: number): Drawn[] {
  const found: Drawn[] = [];
  startState
    .field(drawnBlocks, false)
    ?.between(changes.invertedDesc.mapPos(from, -1), changes.invertedDesc.mapPos(to, 1), (start, end, { spec }) => {
      if ('source' in spec.widget) found.push({ from: changes.mapPos(start, 1), to: changes.mapPos(end, -1) });
    });
  return found.filter((table) => table.from < table.to);
}

/** Extends a selection so that it covers a table completely. */
function takeWhole({ anchor, head }: SelectionRange, tables: readonly Drawn[]): SelectionRange {
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
  const reach = tables.filter((table) => table.from < to && table.to > from);
  const start = Math.min(from, ...reach.map((table) => table.from));
  const end = Math.max(to, ...reach.map((table) => table.to));
  return anchor <= head ? EditorSelection.range(start, end) : EditorSelection.range(end, start);
}

/** Moves a cursor out of a drawn table to the line above or below; inserts that line if it is missing. */
const keepCaretOut = EditorState.transactionFilter.of((transaction) => {
  const isMoved = transaction.selection !== undefined || (transaction.docChanged && isByHand(transaction));
  if (!isMoved || transaction.isUserEvent('select.search')) return transaction;
  const { newSelection, newDoc } = transaction;
  const { main, ranges } = newSelection;
  const tables = drawnAfter(
    transaction,
    Math.min(...ranges.map(({ from }) => from)),
    Math.max(...ranges.map(({ to }) => to)),
  );
  if (tables.length === 0) return transaction;
  const table = main.empty && tables.find(({ from, to }) => from <= main.head && main.head <= to);
  if (table && isBesideAlone(newDoc, table, main.head)) return transaction;
  if (table) {
    const { anchor, changes } = placeBeside(newDoc, table, main.head === table.from ? 'above' : 'below');
    return [transaction, { changes, selection: { anchor }, sequential: true }];
  }
  const selection = EditorSelection.create(
    ranges.map((range) => (range.empty ? range : takeWhole(range, tables))),
    newSelection.mainIndex,
  );
  return selection.eq(newSelection) ? transaction : [transaction, { selection, sequential: true }];
});

// Filters run in reverse order: selections are split, lines are cut, then restored, then the cursor is placed.
export const blockStructure = [
  besideTags,
  brokenLine,
  keepCaretOut,
  keepApart,
  cutWhole,
  splitAtTag,
  typeOverFence,
  stayAtTags,
  keepTags,
];
