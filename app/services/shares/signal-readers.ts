import { signal } from '#app/services/live/live-signals.ts';
import type { BranchReader } from '#db/queries/shares.ts';

/**
 * Signals to readers of documents that their access has changed. Find the readers in the transaction of the change,
 * before rows are deleted. Readers through an ancestor's share get the parent's `tree` signal.
 */
export function signalReaders(readers: readonly BranchReader[]): void {
  for (const { documentId, groupId } of readers) {
    if (groupId !== null) signal({ kind: 'group-shares', documentId, groupId });
  }
  const people = readers.flatMap(({ documentId, userId }) => (userId === null ? [] : [{ documentId, userId }]));
  for (const [documentId, together] of Map.groupBy(people, (person) => person.documentId)) {
    signal({ kind: 'shares', documentId, userIds: together.map(({ userId }) => userId) });
  }
}
