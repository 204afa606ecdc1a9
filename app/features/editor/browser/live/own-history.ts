import { EditorState, Transaction } from '@codemirror/state';
import { ySyncAnnotation } from 'y-codemirror.next';

/** Undoing takes back one's own changes only. */
export const ownHistoryOnly = EditorState.transactionExtender.of((transaction) =>
  transaction.annotation(ySyncAnnotation)
    ? { annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)] }
    : null,
);
