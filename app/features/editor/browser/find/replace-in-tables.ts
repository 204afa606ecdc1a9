import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { type ChangeSpec, EditorState } from '@codemirror/state';

const PARSE_MS = 500;
/** Escaped characters, and those that would end a cell or a row. */
const ESCAPED_OR_ENDING = /\\.|\||\n/g;

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
    const ending = [...inserted.toString().matchAll(ESCAPED_OR_ENDING)].filter(
      ({ 0: character }) => character.length === 1,
    );
    if (ending.length === 0 || !isInTable(transaction.startState, fromA)) return;
    for (const { 0: character, index } of ending) {
      const at = fromB + index;
      changes.push(character === '|' ? { from: at, insert: '\\' } : { from: at, to: at + 1, insert: ' ' });
    }
  });
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }];
});
