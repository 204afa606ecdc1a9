import { signal } from '#app/services/live/live-signals.ts';
import { type Binds, select } from '#db/connection.ts';

type Reader = { documentId: string; userId: string | null; groupId: string | null };

/** Maximum number of people in one signal, whose length is limited. */
const PEOPLE_TOGETHER = 100;

/**
 * Signals to the recipients of shares on documents of a condition that their access has changed, each with one document.
 * Call in the transaction of the change, before rows are deleted. Who reads by a share further up receives the `tree`
 * signal of the parent.
 */
export async function signalReaders(condition: string, bind: Binds): Promise<void> {
  const readers = await select<Reader>(
    `SELECT MIN(shares.document_id) AS "documentId", shares.user_id AS "userId", shares.group_id AS "groupId"
     FROM documents JOIN shares ON shares.document_id = documents.id
     WHERE ${condition} AND shares.permission <> 'NONE' AND (shares.user_id IS NOT NULL OR shares.group_id IS NOT NULL)
     GROUP BY shares.user_id, shares.group_id`,
    bind,
  );
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
