import { signal } from '#app/services/live/live-signals.ts';
import { isGroupShare, type ShareEntry } from '#app/services/shares/share-entry.ts';

/** Tells those whom an entry is for, and `others`, that it has changed; nobody for an invitation. */
export function signalEntry(documentId: string, entry: ShareEntry, others: string[]): void {
  if (isGroupShare(entry)) {
    signal({ kind: 'group-shares', documentId, groupId: entry.groupId });
    signal({ kind: 'shares', documentId, userIds: [...new Set(others)] });
  } else if (entry.userId !== null) {
    signal({ kind: 'shares', documentId, userIds: [...new Set([...others, entry.userId])] });
  }
}
