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
