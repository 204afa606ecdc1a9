import { changeOf, rowsOf } from '#db/query.ts';

/** SQL for the ids of a document and its descendants. */
const SUBTREE = `WITH RECURSIVE subtree(id) AS (
    SELECT id FROM documents WHERE id = $id
    UNION ALL
    SELECT documents.id FROM subtree JOIN documents ON documents.parent_id = subtree.id
  )`;

/** SQL condition: the document `$id` or one of its descendants. */
export const IN_BRANCH = `id IN (${SUBTREE} SELECT id FROM subtree)`;

/** Archives the documents of a branch that are not archived yet. */
export const archiveBranch = changeOf<{ id: string; now: number }>({
  name: 'archiveBranch',
  uses: ['documents(id)', 'documents_siblings'],
  sql: `UPDATE documents SET archived_at = $now, archive_root_id = $id
    WHERE archived_at IS NULL AND ${IN_BRANCH}`,
});

/** Restores the documents of a branch that were archived together with its top. */
export const restoreBranch = changeOf<{ id: string }>({
  name: 'restoreBranch',
  uses: ['documents(id)', 'documents_siblings'],
  sql: `UPDATE documents SET archived_at = NULL, archive_root_id = NULL
    WHERE archive_root_id = (SELECT archive_root_id FROM documents WHERE id = $id)
      AND ${IN_BRANCH}`,
});

/** Counts the descendants of a document. */
export const countDescendants = rowsOf<{ n: number }, { id: string }>({
  name: 'countDescendants',
  uses: ['documents_siblings'],
  sql: `WITH RECURSIVE below(id) AS (
      SELECT id FROM documents WHERE parent_id = $id
      UNION ALL
      SELECT documents.id FROM below JOIN documents ON documents.parent_id = below.id
    )
    SELECT COUNT(*) AS n FROM below`,
});

/** Returns the number of levels below a document. */
export const measureHeight = rowsOf<{ height: number | null }, { id: string }>({
  name: 'measureHeight',
  uses: ['documents(id)', 'documents_siblings'],
  sql: `WITH RECURSIVE below(id, height) AS (
      SELECT id, 0 FROM documents WHERE id = $id
      UNION ALL
      SELECT documents.id, below.height + 1 FROM below JOIN documents ON documents.parent_id = below.id
    )
    SELECT MAX(height) AS height FROM below`,
});

/** Returns the time when the parent of a document was archived. */
export const findParentState = rowsOf<{ archivedAt: number | null }, { id: string }>({
  name: 'findParentState',
  uses: ['documents(id)'],
  sql: `SELECT parent.archived_at AS "archivedAt" FROM documents
    JOIN documents AS parent ON parent.id = documents.parent_id WHERE documents.id = $id`,
});

/** Lists the roots of an owner in order, archived ones included, but no incomplete copies. */
export const findRoots = rowsOf<{ id: string }, { owner: string }>({
  name: 'findRoots',
  uses: ['documents_roots'],
  sql: `SELECT id FROM documents WHERE owner_id = $owner AND parent_id IS NULL
      AND (archived_at IS NULL OR archive_root_id NOT LIKE 'copy %')
    ORDER BY position, id`,
});

/** Lists a document of an owner with its descendants. */
export const findBranch = rowsOf<{ id: string }, { id: string; owner: string }>({
  name: 'findBranch',
  uses: ['documents_siblings'],
  sql: `WITH RECURSIVE branch(id) AS (
      SELECT id FROM documents WHERE id = $id AND owner_id = $owner
      UNION ALL
      SELECT documents.id FROM branch JOIN documents ON documents.parent_id = branch.id
    )
    SELECT id FROM branch`,
});

/** Counts what belongs to a branch: documents, files, shares and public links. */
export const measureBranch = rowsOf<
  { documents: number; files: number; shares: number; links: number },
  { id: string; owner: string }
>({
  name: 'measureBranch',
  uses: ['documents_siblings'],
  sql: `WITH RECURSIVE branch(id) AS (
      SELECT id FROM documents WHERE id = $id AND owner_id = $owner
      UNION ALL
      SELECT documents.id FROM branch JOIN documents ON documents.parent_id = branch.id
    )
    SELECT (SELECT COUNT(*) FROM branch) AS documents,
      (SELECT COUNT(*) FROM files WHERE confirmed_at IS NOT NULL AND document_id IN (SELECT id FROM branch)) AS files,
      (SELECT COUNT(*) FROM shares WHERE document_id IN (SELECT id FROM branch)) AS shares,
      (SELECT COUNT(*) FROM public_links WHERE document_id IN (SELECT id FROM branch)) AS links`,
});

/** A document whose parent is deleted. */
export type Survivor = { id: string; ownerId: string; archiveRootId: string | null };

const SURVIVOR = 'documents.id, documents.owner_id AS "ownerId", documents.archive_root_id AS "archiveRootId"';

/** Lists children of the roots that carry a mark. */
export const findChildrenOfMarked = rowsOf<Survivor, { mark: string }>({
  name: 'findChildrenOfMarked',
  uses: ['documents_archive_root', 'documents_siblings'],
  sql: `SELECT ${SURVIVOR} FROM documents AS parent JOIN documents ON documents.parent_id = parent.id
    WHERE parent.archive_root_id = $mark ORDER BY documents.position, documents.id`,
});

/** Lists children of an owner's roots that belong to other owners. */
export const findForeignChildren = rowsOf<Survivor, { ownerId: string }>({
  name: 'findForeignChildren',
  uses: ['documents_roots', 'documents_siblings'],
  sql: `SELECT ${SURVIVOR} FROM documents AS parent JOIN documents ON documents.parent_id = parent.id
    WHERE parent.owner_id = $ownerId AND parent.parent_id IS NULL AND documents.owner_id <> $ownerId
    ORDER BY documents.position, documents.id`,
});

/** Makes the documents of a branch that were archived with another document an archive entry of their own. */
export const regroupBranch = changeOf<{ id: string; rootId: string }>({
  name: 'regroupBranch',
  uses: ['documents(id)', 'documents_siblings'],
  sql: `UPDATE documents SET archive_root_id = $id WHERE archive_root_id = $rootId AND ${IN_BRANCH}`,
});
