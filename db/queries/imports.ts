import type { Survivor } from '#db/queries/branches.ts';
import { changeOf, rowsOf } from '#db/query.ts';

/** Records how many documents a run of an import has written; no change if another run has taken over. */
export const putProgress = changeOf<{ id: string; worker: string; done: number; now: number }>({
  name: 'putProgress',
  uses: ['imports(id)'],
  sql: 'UPDATE imports SET done = $done, worked_at = $now WHERE id = $id AND worker = $worker',
});

/**
 * Lists imports of a person that run without stored files, such as those of commands, with the number of their
 * documents.
 */
export const findCommandImports = rowsOf<
  { report: string; createdAt: number; worker: string | null; workedAt: number; present: number },
  { userId: string }
>({
  name: 'findCommandImports',
  uses: ['imports_of_user', 'documents_import'],
  sql: `SELECT imports.report, imports.created_at AS "createdAt", imports.worker, imports.worked_at AS "workedAt",
      (SELECT COUNT(*) FROM documents WHERE documents.import_id = imports.id) AS present
    FROM imports WHERE imports.user_id = $userId AND imports.state = 'running' AND imports.sources IS NULL
    ORDER BY imports.created_at`,
});

/** Counts the documents of an import that exist. */
export const countDocumentsOfImport = rowsOf<{ present: number }, { id: string }>({
  name: 'countDocumentsOfImport',
  uses: ['documents_import'],
  sql: 'SELECT COUNT(*) AS present FROM documents WHERE import_id = $id',
});

/** Lists, for each owner and parent, one topmost document of an import. */
export const findTopsOfImport = rowsOf<{ ownerId: string; someId: string }, { id: string }>({
  name: 'findTopsOfImport',
  uses: ['documents_import'],
  sql: `SELECT documents.owner_id AS "ownerId", MIN(documents.id) AS "someId" FROM documents
    LEFT JOIN documents AS parent ON parent.id = documents.parent_id AND parent.import_id = $id
    WHERE documents.import_id = $id AND parent.id IS NULL GROUP BY documents.owner_id, documents.parent_id
    ORDER BY documents.owner_id`,
});

/** Lists children of the unchanged documents of an import that are not unchanged documents of it themselves. */
export const findSurvivorsOfImport = rowsOf<Survivor, { id: string }>({
  name: 'findSurvivorsOfImport',
  uses: ['documents_import', 'documents_siblings'],
  sql: `SELECT documents.id, documents.owner_id AS "ownerId", documents.archive_root_id AS "archiveRootId"
    FROM documents AS parent JOIN documents ON documents.parent_id = parent.id
    WHERE parent.import_id = $id AND parent.version = 1
      AND (documents.import_id IS NULL OR documents.import_id <> $id OR documents.version > 1)
    ORDER BY documents.position, documents.id`,
});

/** Finds the parent of an import, unless it is archived or is below the imported documents. */
export const findPlaceOfImport = rowsOf<{ id: string; ownerId: string }, { id: string; parentId: string }>({
  name: 'findPlaceOfImport',
  uses: ['documents(id)'],
  sql: `WITH RECURSIVE chain(id) AS (
      SELECT parent_id FROM documents WHERE id = $parentId
      UNION SELECT documents.parent_id FROM chain JOIN documents ON documents.id = chain.id
    )
    SELECT id, owner_id AS "ownerId" FROM documents
    WHERE id = $parentId AND archived_at IS NULL AND COALESCE(import_id, '') <> $id
      AND NOT EXISTS (SELECT 1 FROM chain JOIN documents AS above ON above.id = chain.id WHERE above.import_id = $id)`,
});

/** Makes each document that was archived with an unchanged document of an import an archive entry of its own. */
export const regroupArchiveOfImport = changeOf<{ id: string }>({
  name: 'regroupArchiveOfImport',
  uses: ['documents_import', 'documents_archive_root'],
  sql: `UPDATE documents SET archive_root_id = id
    WHERE archive_root_id IN (SELECT id FROM documents WHERE import_id = $id AND version = 1)`,
});
