import { newId } from '#app/services/new-id.ts';
import { execute } from '#db/connection.ts';

type Inbox = { userId: string; actorId: string; documentIds: string[]; each: number };

/** Writes `each` unread notifications about each of some documents, in one statement a document. */
export async function fillInbox({ userId, actorId, documentIds, each }: Inbox): Promise<void> {
  for (const [nth, documentId] of documentIds.entries()) {
    // Ids of one length, as pages and API check them.
    const stem = newId().slice(0, -6);
    await execute(
      `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < CAST($each AS INTEGER))
       INSERT INTO notifications (id, user_id, kind, document_id, thread_id, actor_id, fold_key, acts, created_at)
       SELECT $stem || CAST(100000 + n AS TEXT), $userId, 'comment', $documentId, NULL, $actorId,
         'fold' || CAST(n AS TEXT), 1 + n % 3, CAST($at AS BIGINT) - n FROM numbers`,
      { each, stem, userId, documentId, actorId, at: Date.now() - nth * 1000 },
    );
  }
}
