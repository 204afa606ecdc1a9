import { EVERYONE, EVERYONE_ID } from '#app/schemas/groups.ts';
import { offsetOf, type Page, type Paging } from '#app/schemas/paging.ts';
import { type DocumentAccess, getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { DAY_MS } from '#app/services/day.ts';
import { VISIBLE_BRANCH } from '#app/services/documents/visible-branch.ts';
import { select } from '#db/connection.ts';

export type ActivityKind = 'created' | 'wrote' | 'moved' | 'commented' | 'shared';
/**
 * A person's acts of one kind on a document within a day. `name` is null for a deleted account; `sharedWith` is set for
 * shares.
 */
export type Activity = {
  kind: ActivityKind;
  docId: string;
  title: string;
  name: string | null;
  count: number;
  threadId: string | null;
  sharedWith: string | null;
  at: string;
};

/** Period of the list. Older acts are in each document's history. */
const LATELY_MS = 90 * DAY_MS;

type Row = Omit<Activity, 'at' | 'count'> & { at: number; count: number; total: number };

/** Acts of one person on one document are grouped by day. Shares are shown to the owner only. */
const ACTS = `
  SELECT 'wrote' AS kind, revisions.document_id, revisions.author_id AS person, NULL AS thread_id,
      NULL AS shared_with, COUNT(*) AS acts, MAX(revisions.created_at) AS at
    FROM branch JOIN revisions ON revisions.document_id = branch.id
    WHERE revisions.version > 1 AND revisions.folded = 0 AND revisions.created_at >= $since
    GROUP BY revisions.document_id, revisions.author_id, revisions.created_at / ${DAY_MS}
  UNION ALL
  SELECT 'created', documents.id, documents.created_by, NULL, NULL, 1, documents.created_at
    FROM branch JOIN documents ON documents.id = branch.id WHERE documents.created_at >= $since
  UNION ALL
  SELECT 'moved', documents.id, documents.moved_by, NULL, NULL, 1, documents.moved_at
    FROM branch JOIN documents ON documents.id = branch.id WHERE documents.moved_at >= $since
  UNION ALL
  SELECT 'commented', threads.document_id, CASE WHEN comments.author_name IS NULL THEN comments.author_id END,
      threads.id, NULL, COUNT(*), MAX(comments.created_at)
    FROM branch JOIN threads ON threads.document_id = branch.id JOIN comments ON comments.thread_id = threads.id
    WHERE comments.created_at >= $since
    GROUP BY threads.document_id, threads.id, CASE WHEN comments.author_name IS NULL THEN comments.author_id END,
      comments.created_at / ${DAY_MS}
  UNION ALL
  SELECT 'shared', shares.document_id, documents.owner_id, NULL,
      CASE WHEN groups.id = '${EVERYONE_ID}' THEN $everyone ELSE COALESCE(groups.name, shares.email) END, 1,
      shares.created_at
    FROM branch JOIN shares ON shares.document_id = branch.id JOIN documents ON documents.id = branch.id
    LEFT JOIN groups ON groups.id = shares.group_id
    WHERE documents.owner_id = $me AND shares.permission <> 'NONE' AND shares.created_at >= $since`;

/**
 * Lists the acts of the last ninety days in a document and its branch, latest first, among documents the actor can
 * read. `everyone` names the built-in group. Throws `documentNotFound`.
 */
export async function listActivity(
  actor: Actor,
  document: string | DocumentAccess,
  { page, limit, everyone = EVERYONE }: Paging & { everyone?: string },
): Promise<Page<Activity>> {
  const { id } = await getAccess(actor, document);
  const rows = await select<Row>(
    `${VISIBLE_BRANCH}
     SELECT acts.kind, acts.document_id AS "docId", documents.title, acts.acts AS count, acts.thread_id AS "threadId",
       acts.shared_with AS "sharedWith", acts.at, COUNT(*) OVER () AS total,
       CASE WHEN users.status <> 'DELETED' THEN COALESCE(users.display_name, users.email) END AS name
     FROM (${ACTS}) AS acts JOIN documents ON documents.id = acts.document_id
     LEFT JOIN users ON users.id = acts.person
     ORDER BY acts.at DESC, acts.document_id, acts.kind, acts.shared_with, acts.thread_id
     LIMIT $limit OFFSET $offset`,
    { id, me: actor.id, since: Date.now() - LATELY_MS, everyone, limit, offset: offsetOf({ page, limit }) },
  );
  if (rows.length === 0 && page > 1) {
    const { total } = await listActivity(actor, document, { page: 1, limit: 1 });
    return { items: [], total, page, limit };
  }
  const items = rows.map(({ total: _, at, count, ...row }) => ({
    ...row,
    count: Number(count),
    at: new Date(Number(at)).toISOString(),
  }));
  return { items, total: Number(rows[0]?.total ?? 0), page, limit };
}
