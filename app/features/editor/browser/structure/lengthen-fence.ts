import { Transaction } from '@codemirror/state';
import { type Block, FENCE_MARK } from '#app/features/editor/browser/structure/blocks.ts';
import type { Repair } from '#app/features/editor/browser/structure/separate-blocks.ts';

const LINE_START = /^[ \t>]*(`{3,}|~{3,})/gm;

/** Lengthens the fences of code in which text with fences is pasted or dropped: all of it stays code. */
export function repairFences(transaction: Transaction, { from, to, inner }: Block): Repair[] {
  const { changes, startState, newDoc } = transaction;
  const [mark] = FENCE_MARK.exec(startState.sliceDoc(from, inner?.openingTo)) ?? [];
  const isPasted = /paste|drop/.test(transaction.annotation(Transaction.userEvent) ?? '');
  if (!inner || !mark || !isPasted) return [];
  let longest = 0;
  changes.iterChangedRanges((fromA, toA, start, end) => {
    if (fromA <= inner.openingTo || toA > inner.closingMark) return;
    const lines = newDoc.sliceString(newDoc.lineAt(start).from, end);
    for (const [, run = ''] of lines.matchAll(LINE_START))
      if (run.startsWith(mark.charAt(0))) longest = Math.max(longest, run.length);
  });
  if (longest < mark.length) return [];
  const insert = mark.charAt(0).repeat(longest + 1 - mark.length);
  const opening = from + startState.sliceDoc(from, inner.openingTo).indexOf(mark) + mark.length;
  const closing = inner.closingMark + startState.sliceDoc(inner.closingMark, to).trimEnd().length;
  return [opening, closing].map((at) => ({ at: changes.mapPos(at, 1), insert, pushes: false }));
}
