import { entryOf } from '#app/services/access/share-entries.ts';

/**
 * SQL table `branch(id, depth)`: a visible document (`$id`) and its descendants visible to the actor (`$me`). Excludes
 * archived documents and those closed by a share entry; below an archived document, includes those archived with it.
 */
export const VISIBLE_BRANCH = `WITH RECURSIVE branch(id, depth) AS (
    SELECT id, 0 FROM documents WHERE id = $id
    UNION ALL
    SELECT documents.id, branch.depth + 1 FROM branch JOIN documents ON documents.parent_id = branch.id
    JOIN documents AS above ON above.id = branch.id
    WHERE (documents.archived_at IS NULL OR documents.archive_root_id = above.archive_root_id)
      AND COALESCE(${entryOf('documents')}, 'READ') <> 'NONE'
  )`;
