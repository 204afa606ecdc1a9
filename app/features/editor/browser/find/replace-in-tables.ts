import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { type ChangeSpec, EditorState } from '@codemirror/state';

const PARSE_MS = 500;
/** Escaped signs, and signs that would end a cell or a row. */
const SIGNS = /\\.|\||\n/g;

function isInTable(state: EditorState, at: number): boolean {
  const tree = ensureSyntaxTree(state, at, PARSE_MS) ?? syntaxTree(state);
  for (let node = tree.resolveInner(at, 1); node.parent; node = node.parent) if (node.name === 'Table') return true;
  return false;
}

/** Keeps a replacement in a table within its cell: a pipe is escaped, a line break becomes a blank. */
export const replacingInTables = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.isUserEvent('input.replace')) return transaction;
  const changes: ChangeSpec[] = [];
  transaction.changes.iterChanges((fromA, _toA, fromB, _toB, inserted) => {
    const signs = [...inserted.toString().matchAll(SIGNS)].filter(({ 0: sign }) => sign.length === 1);
    if (signs.length === 0 || !isInTable(transaction.startState, fromA)) return;
    for (const { 0: sign, index } of signs) {
      const at = fromB + index;
      changes.push(sign === '|' ? { from: at, insert: '\\' } : { from: at, to: at + 1, insert: ' ' });
    }
  });
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }];
});
