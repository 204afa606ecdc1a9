import type { Actor } from '#app/services/actor.ts';
import { NOT_HIDDEN } from '#app/services/documents/hidden-documents.ts';
import { VISIBLE_BRANCH } from '#app/services/documents/visible-branch.ts';
import type { FolderRow } from '#app/services/transfer/export/write-folder.ts';
import { select } from '#db/connection.ts';

const OWN = `
  SELECT documents.id, documents.parent_id AS "parentId", documents.title, documents.icon,
    documents.cover_url AS "coverUrl", documents.cover_scroll_y AS "coverScrollY",
    documents.created_at AS "createdAt", documents.updated_at AS "updatedAt", reader_states.starred_at AS "starredAt",
    documents.ordinal AS position, documents.archived_at AS "archivedAt", documents.archive_root_id AS "archiveRootId"
  FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY parent_id ORDER BY position, id) AS ordinal
    FROM documents WHERE owner_id = $me
  ) AS documents
  LEFT JOIN reader_states ON reader_states.document_id = documents.id AND reader_states.user_id = $me
  WHERE documents.archived_at IS`;
// Documents archived alone may have different parents. This order does not depend on anything an import changes.
const ORDER = 'ORDER BY documents.archived_at, documents.ordinal, documents.created_at, documents.id';

const BRANCH = `${VISIBLE_BRANCH}
  SELECT documents.id, documents.parent_id AS "parentId", documents.title, documents.icon,
    documents.cover_url AS "coverUrl", documents.cover_scroll_y AS "coverScrollY",
    documents.created_at AS "createdAt", documents.updated_at AS "updatedAt", reader_states.starred_at AS "starredAt"
  FROM branch JOIN documents ON documents.id = branch.id
  LEFT JOIN reader_states ON reader_states.document_id = documents.id AND reader_states.user_id = $me
  ORDER BY branch.depth, documents.position, documents.id`;

/** Lists all documents the actor owns, archived or not archived; siblings in order. */
export function listOwn(actor: Actor, which: 'present' | 'archived'): Promise<FolderRow[]> {
  return select<FolderRow>(`${OWN} ${which === 'present' ? 'NULL' : `NOT NULL AND ${NOT_HIDDEN}`} ${ORDER}`, {
    me: actor.id,
  });
}

/** Lists a document and its visible descendants; siblings in order. */
export const listBranch = (actor: Actor, id: string): Promise<FolderRow[]> =>
  select<FolderRow>(BRANCH, { id, me: actor.id });
