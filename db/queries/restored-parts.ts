import { changeOf, isListed, rowsOf } from '#db/query.ts';

// Queries of the running installation for a part of a backup. `$ids` and `$emails` are JSON arrays.

type LiveDocument = {
  id: string;
  ownerId: string;
  archivedAt: number | null;
  archiveRootId: string | null;
};

/** Finds those of the documents that exist. */
export const findLiveDocuments = rowsOf<LiveDocument, { ids: string }>({
  name: 'findLiveDocuments',
  uses: ['documents(id)'],
  sql: () => `SELECT id, owner_id AS "ownerId", archived_at AS "archivedAt", archive_root_id AS "archiveRootId"
    FROM documents WHERE ${isListed('id', 'ids')}`,
});

/** Counts the ancestors of a document. */
export const countAncestors = rowsOf<{ n: number }, { id: string }>({
  name: 'countAncestors',
  uses: ['documents(id)'],
  sql: `WITH RECURSIVE chain(id) AS (
      SELECT parent_id FROM documents WHERE id = $id AND parent_id IS NOT NULL
      UNION ALL
      SELECT documents.parent_id FROM chain JOIN documents ON documents.id = chain.id
      WHERE documents.parent_id IS NOT NULL
    )
    SELECT COUNT(*) AS n FROM chain`,
});

type LiveUser = { id: string; email: string; status: string };

/** Finds those of the accounts that exist, by id. */
export const findLiveUsers = rowsOf<LiveUser, { ids: string }>({
  name: 'findLiveUsers',
  uses: ['users(id)'],
  sql: () => `SELECT id, email, status FROM users WHERE ${isListed('id', 'ids')}`,
});

/** Finds verified accounts by address. */
export const findUsersByAddress = rowsOf<LiveUser, { emails: string }>({
  name: 'findUsersByAddress',
  uses: ['users(email)'],
  sql: () => `SELECT id, email, status FROM users
    WHERE verified_at IS NOT NULL AND ${isListed('email', 'emails')}`,
});

/** Finds those of the groups that exist. */
export const findLiveGroups = rowsOf<{ id: string }, { ids: string }>({
  name: 'findLiveGroups',
  uses: ['groups(id)'],
  sql: () => `SELECT id FROM groups WHERE ${isListed('id', 'ids')}`,
});

/** Finds those of the files that exist. */
export const findLiveFiles = rowsOf<{ id: string }, { ids: string }>({
  name: 'findLiveFiles',
  uses: ['files(id)'],
  sql: () => `SELECT id FROM files WHERE ${isListed('id', 'ids')}`,
});

/** Finds the hashes of the bytes that an account stores, among some. */
export const findStoredHashes = rowsOf<{ hash: string }, { ownerId: string; hashes: string }>({
  name: 'findStoredHashes',
  uses: ['files_of_owner'],
  sql: () => `SELECT DISTINCT content_hash AS hash FROM files
    WHERE owner_id = $ownerId AND confirmed_at IS NOT NULL AND ${isListed('content_hash', 'hashes')}`,
});

/**
 * Removes files left behind by deleted documents that are restored: those that the backup contains, and those of
 * another owner.
 */
export const removeLeftFiles = changeOf<{ ids: string; files: string; ownerId: string }>({
  name: 'removeLeftFiles',
  uses: ['files_of_document'],
  sql: () => `DELETE FROM files
    WHERE ${isListed('document_id', 'ids')} AND (owner_id <> $ownerId OR ${isListed('id', 'files')})`,
});
