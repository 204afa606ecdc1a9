import type { Actor } from '#app/services/actor.ts';
import { NOT_HIDDEN } from '#app/services/documents/hidden-documents.ts';
import type { FolderRow } from '#app/services/transfer/write-folder.ts';
import { select } from '#db/connection.ts';

const OWN = `
  SELECT documents.id, documents.parent_id AS "parentId", documents.title, documents.icon,
    documents.cover_url AS "coverUrl", documents.cover_scroll_y AS "coverScrollY",
    documents.created_at AS "createdAt", documents.updated_at AS "updatedAt", reader_states.starred_at AS "starredAt"
  FROM documents
  LEFT JOIN reader_states ON reader_states.document_id = documents.id AND reader_states.user_id = $me
  WHERE documents.owner_id = $me AND documents.archived_at IS`;
const ORDER = 'ORDER BY documents.position, documents.id';

/** Lists all documents the actor owns, archived or not archived; siblings in order. */
export function listOwn(actor: Actor, which: 'present' | 'archived'): Promise<FolderRow[]> {
  return select<FolderRow>(`${OWN} ${which === 'present' ? 'NULL' : `NOT NULL AND ${NOT_HIDDEN}`} ${ORDER}`, {
    me: actor.id,
  });
}
