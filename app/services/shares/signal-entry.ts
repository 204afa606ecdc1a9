import { signal } from '#app/services/live/live-signals.ts';
import { isGroupShare, type ShareEntry } from '#app/services/shares/share-entry.ts';

/** Signals a changed share to its recipients and to `others`. An invitation has no recipient yet. */
export function signalEntry(documentId: string, entry: ShareEntry, others: string[]): void {
  if (isGroupShare(entry)) {
    signal({ kind: 'group-shares', documentId, groupId: entry.groupId });
    signal({ kind: 'shares', documentId, userIds: [...new Set(others)] });
  } else if (entry.userId !== null) {
    signal({ kind: 'shares', documentId, userIds: [...new Set([...others, entry.userId])] });
  }
}
