import { EditorState, Transaction } from '@codemirror/state';
import { ySyncAnnotation } from 'y-codemirror.next';

/** Excludes remote changes from the undo history. */
export const ownHistoryOnly = EditorState.transactionExtender.of((transaction) =>
  transaction.annotation(ySyncAnnotation)
    ? { annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)] }
    : null,
);
