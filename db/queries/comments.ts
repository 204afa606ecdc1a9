import { isListed, listed, rowsOf } from '#db/query.ts';

/** A thread, as it stands beside each of its comments. */
export type ThreadRow = {
  threadId: string;
  documentId: string;
  quote: string | null;
  prefix: string | null;
  suffix: string | null;
  resolvedAt: number | null;
  startedAt: number;
};
/** A comment without its text. `size`: characters of its Markdown and HTML. */
export type CommentSize = ThreadRow & { id: string; size: number };
/** A comment with its thread. Threads and their comments are in chronological order. */
export type CommentRow = CommentSize & {
  authorId: string;
  displayName: string | null;
  email: string | null;
  body: string;
  html: string;
  renderVersion: number;
  createdAt: number;
  editedAt: number | null;
};

const SIZES = `SELECT threads.id AS "threadId", threads.document_id AS "documentId", threads.quote, threads.prefix,
    threads.suffix, threads.resolved_at AS "resolvedAt", threads.created_at AS "startedAt", comments.id,
    length(comments.body) + length(comments.html) AS size`;
const COMMENTS = `${SIZES},
    comments.author_id AS "authorId", COALESCE(comments.author_name, CASE WHEN users.status <> 'DELETED' THEN users.display_name END) AS "displayName",
    CASE WHEN users.status <> 'DELETED' AND comments.author_name IS NULL THEN users.email END AS email, comments.body, comments.html,
    comments.render_version AS "renderVersion", comments.created_at AS "createdAt", comments.edited_at AS "editedAt"
  FROM threads JOIN comments ON comments.thread_id = threads.id JOIN users ON users.id = comments.author_id`;

/** Lists all comments on a document by thread, oldest first. */
export const findComments = rowsOf<CommentRow, { documentId: string }>({
  name: 'findComments',
  uses: ['threads_of_document', 'comments_of_thread'],
  sql: `${COMMENTS} WHERE threads.document_id = $documentId
    ORDER BY threads.created_at, threads.id, comments.created_at, comments.id`,
});

/** Lists the first comments on a document as `findComments` does. */
export const findFirstComments = rowsOf<CommentRow, { documentId: string; most: number }>({
  name: 'findFirstComments',
  uses: ['threads_of_document', 'comments_of_thread'],
  sql: `${COMMENTS} WHERE threads.document_id = $documentId
    ORDER BY threads.created_at, threads.id, comments.created_at, comments.id LIMIT $most`,
});

/** Lists all comments on a document without their texts, in the order of `findComments`. */
export const findCommentSizes = rowsOf<CommentSize, { documentId: string }>({
  name: 'findCommentSizes',
  uses: ['threads_of_document', 'comments_of_thread'],
  sql: `${SIZES} FROM threads JOIN comments ON comments.thread_id = threads.id
    WHERE threads.document_id = $documentId
    ORDER BY threads.created_at, threads.id, comments.created_at, comments.id`,
});

/** Finds comments by id, in the order of `findComments`. `ids` is a JSON array. */
export const findCommentsById = rowsOf<CommentRow, { ids: string }>({
  name: 'findCommentsById',
  uses: ['comments(id)', 'threads(id)'],
  sql: () => `${COMMENTS} WHERE ${isListed('comments.id', 'ids')}
    ORDER BY threads.created_at, threads.id, comments.created_at, comments.id`,
});

/** Lists the authors of a thread's comments. */
export const findThreadAuthors = rowsOf<{ authorId: string }, { threadId: string }>({
  name: 'findThreadAuthors',
  uses: ['comments_of_thread'],
  sql: 'SELECT DISTINCT author_id AS "authorId" FROM comments WHERE thread_id = $threadId',
});

/** Lists the comments of a thread, oldest first. */
export const findThread = rowsOf<CommentRow, { threadId: string }>({
  name: 'findThread',
  uses: ['threads(id)', 'comments_of_thread'],
  sql: `${COMMENTS} WHERE threads.id = $threadId ORDER BY comments.created_at, comments.id`,
});

type CommentPlace = { threadId: string; documentId: string; authorId: string; authorName: string | null };

/** Finds thread, document and author of a comment. */
export const findCommentPlace = rowsOf<CommentPlace, { commentId: string }>({
  name: 'findCommentPlace',
  uses: ['comments(id)', 'threads(id)'],
  sql: `SELECT comments.thread_id AS "threadId", threads.document_id AS "documentId", comments.author_id AS "authorId",
      comments.author_name AS "authorName"
    FROM comments JOIN threads ON threads.id = comments.thread_id WHERE comments.id = $commentId`,
});

type WrittenComment = { threadId: string; documentId: string; authorId: string; html: string; createdAt: number };

/** Finds a comment with its HTML and place. */
export const findWrittenComment = rowsOf<WrittenComment, { commentId: string }>({
  name: 'findWrittenComment',
  uses: ['comments(id)', 'threads(id)'],
  sql: `SELECT comments.thread_id AS "threadId", threads.document_id AS "documentId", comments.author_id AS "authorId",
      comments.html, comments.created_at AS "createdAt"
    FROM comments JOIN threads ON threads.id = comments.thread_id WHERE comments.id = $commentId`,
});

/** Returns the plain text in which quotes are searched. */
export const findPlainText = rowsOf<{ plainText: string }, { documentId: string }>({
  name: 'findPlainText',
  uses: ['document_texts(document_id)'],
  sql: 'SELECT plain_text AS "plainText" FROM document_texts WHERE document_id = $documentId',
});

/** Returns a row if an open thread of the document is about a passage. */
export const findOpenPassage = rowsOf<{ id: string }, { documentId: string }>({
  name: 'findOpenPassage',
  uses: ['threads_of_document'],
  sql: `SELECT id FROM threads
    WHERE document_id = $documentId AND quote IS NOT NULL AND resolved_at IS NULL LIMIT 1`,
});

/** Finds display names; accounts without one are omitted. `ids` is a JSON array. */
export const findNames = rowsOf<{ id: string; displayName: string }, { ids: string }>({
  name: 'findNames',
  uses: ['users(id)'],
  sql: () => `SELECT users.id, users.display_name AS "displayName" FROM users
    WHERE users.id IN (${listed('ids')}) AND users.display_name IS NOT NULL AND users.status <> 'DELETED'`,
});

/** Lists the active owner, first and last authors and commenters of a document, except the actor. */
export const findPeopleOf = rowsOf<
  { id: string; displayName: string | null; email: string },
  { documentId: string; me: string; most: number }
>({
  name: 'findPeopleOf',
  uses: [
    'documents(id)',
    'revisions_of_document',
    'revision_writers(revision_id,user_id)',
    'threads_of_document',
    'comments_of_thread',
    'users(id)',
  ],
  sql: `SELECT users.id, users.display_name AS "displayName", users.email FROM (
      SELECT owner_id AS user_id FROM documents WHERE id = $documentId
      UNION SELECT created_by FROM documents WHERE id = $documentId
      UNION SELECT updated_by FROM documents WHERE id = $documentId
      UNION SELECT revision_writers.user_id FROM documents
        JOIN revisions ON revisions.document_id = documents.id AND revisions.version = documents.version
        JOIN revision_writers ON revision_writers.revision_id = revisions.id WHERE documents.id = $documentId
      UNION SELECT comments.author_id FROM threads JOIN comments ON comments.thread_id = threads.id
        WHERE threads.document_id = $documentId
    ) AS people JOIN users ON users.id = people.user_id AND users.status = 'ACTIVE'
    WHERE users.id <> $me ORDER BY users.email LIMIT $most`,
});
