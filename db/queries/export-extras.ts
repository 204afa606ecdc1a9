import { isListed, rowsOf } from '#db/query.ts';

type Extras = {
  threadId: string;
  documentId: string;
  quote: string | null;
  prefix: string | null;
  suffix: string | null;
  resolvedAt: number | null;
  startedAt: number;
  email: string | null;
  name: string | null;
  body: string;
  createdAt: number;
  editedAt: number | null;
};

/** Lists the comments on a person's documents for an export, threads and comments in chronological order. */
export const findCommentsToExport = rowsOf<Extras, { me: string }>({
  name: 'findCommentsToExport',
  uses: { sqlite: ['threads_of_document', 'comments_of_thread'], postgres: [] },
  sql: `SELECT threads.id AS "threadId", threads.document_id AS "documentId", threads.quote, threads.prefix,
      threads.suffix, threads.resolved_at AS "resolvedAt", threads.created_at AS "startedAt",
      CASE WHEN comments.author_name IS NULL AND users.status <> 'DELETED' THEN users.email END AS email,
      COALESCE(comments.author_name, CASE WHEN users.status <> 'DELETED' THEN users.display_name END) AS name,
      comments.body, comments.created_at AS "createdAt", comments.edited_at AS "editedAt"
    FROM documents JOIN threads ON threads.document_id = documents.id
    JOIN comments ON comments.thread_id = threads.id JOIN users ON users.id = comments.author_id
    WHERE documents.owner_id = $me
    ORDER BY threads.created_at, threads.id, comments.created_at, comments.id`,
});

type ExtraTemplate = { documentId: string; isForEveryone: number };

/** Lists a person's templates. */
export const findTemplatesToExport = rowsOf<ExtraTemplate, { me: string }>({
  name: 'findTemplatesToExport',
  uses: { sqlite: ['templates(document_id)'], postgres: [] },
  sql: `SELECT templates.document_id AS "documentId", templates.for_everyone AS "isForEveryone"
    FROM templates JOIN documents ON documents.id = templates.document_id
    WHERE documents.owner_id = $me ORDER BY templates.created_at, templates.document_id`,
});

/** Counts earlier revisions of documents, a JSON array of ids, and the person's files that belong to no document. */
export const countLeftOut = rowsOf<{ revisions: number; looseFiles: number }, { me: string; ids: string }>({
  name: 'countLeftOut',
  uses: ['documents(id)', 'revisions_of_document', 'files_of_owner'],
  sql: () => `SELECT
      (SELECT COUNT(*) FROM documents JOIN revisions ON revisions.document_id = documents.id
        WHERE ${isListed('documents.id', 'ids')} AND revisions.version < documents.version) AS revisions,
      (SELECT COUNT(*) FROM files
        WHERE owner_id = $me AND document_id IS NULL AND confirmed_at IS NOT NULL) AS "looseFiles"`,
});
