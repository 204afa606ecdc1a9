import { signal } from '#app/services/live/live-signals.ts';
import type { BranchReader } from '#db/queries/shares.ts';

/** Maximum number of people in one signal, whose length is limited. */
const PEOPLE_TOGETHER = 100;

/**
 * Signals to readers of documents that their access has changed. Find the readers in the transaction of the change, before
 * rows are deleted. Who reads by a share further up receives the `tree` signal of the parent.
 */
export function signalReaders(readers: readonly BranchReader[]): void {
  for (const { documentId, groupId } of readers) {
    if (groupId !== null) signal({ kind: 'group-shares', documentId, groupId });
  }
  const people = readers.flatMap(({ documentId, userId }) => (userId === null ? [] : [{ documentId, userId }]));
  for (const [documentId, together] of Map.groupBy(people, (person) => person.documentId)) {
    for (let at = 0; at < together.length; at += PEOPLE_TOGETHER) {
      const userIds = together.slice(at, at + PEOPLE_TOGETHER).map(({ userId }) => userId);
      signal({ kind: 'shares', documentId, userIds });
    }
  }
}
