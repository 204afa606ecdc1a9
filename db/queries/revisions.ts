import { rowsOf } from '#db/query.ts';

type LastWrite = { documentId: string; writerId: string; wroteAt: number };

const WRITTEN = `FROM documents JOIN revisions ON revisions.document_id = documents.id`;
const LIVING = 'documents.owner_id = $owner AND documents.archived_at IS NULL';

/**
 * Returns when each active person other than the owner last wrote in each of an owner's documents that is not archived.
 */
export const findLastWrites = rowsOf<LastWrite, { owner: string }>({
  name: 'findLastWrites',
  uses: ['documents_placed', 'revisions_of_document', 'revision_writers(revision_id,user_id)', 'users(id)'],
  sql: `SELECT wrote.document_id AS "documentId", wrote.writer_id AS "writerId", MAX(wrote.created_at) AS "wroteAt"
    FROM (
      SELECT revisions.document_id, revisions.author_id AS writer_id, revisions.created_at ${WRITTEN} WHERE ${LIVING}
      UNION ALL
      SELECT revisions.document_id, revision_writers.user_id, revisions.created_at ${WRITTEN}
        JOIN revision_writers ON revision_writers.revision_id = revisions.id WHERE ${LIVING}
    ) AS wrote JOIN users ON users.id = wrote.writer_id AND users.status = 'ACTIVE'
    WHERE wrote.writer_id <> $owner
    GROUP BY wrote.document_id, wrote.writer_id ORDER BY wrote.writer_id, wrote.document_id`,
});
