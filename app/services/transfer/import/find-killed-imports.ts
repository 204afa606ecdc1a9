import type { Actor } from '#app/services/actor.ts';
import { isGone } from '#app/services/maintenance/processes/holder.ts';
import type { ImportReport } from '#app/services/transfer/import/import-report.ts';
import { select } from '#db/connection.ts';

/** A running import notes its progress with each batch. */
const SILENT_MS = 5 * 60_000;

/** An import that nothing continues, with the number of its documents that are here. */
export type KilledImport = { sources: string[]; createdAt: string; present: number };
type Row = { report: string; createdAt: number; worker: string | null; workedAt: number; present: number };

/** Finds imports of commands that were killed: their files were on the machine of the command. */
export async function findKilledImports(actor: Actor): Promise<KilledImport[]> {
  const rows = await select<Row>(
    `SELECT imports.report, imports.created_at AS "createdAt", imports.worker, imports.worked_at AS "workedAt",
       (SELECT COUNT(*) FROM documents WHERE documents.import_id = imports.id) AS present
     FROM imports WHERE imports.user_id = $me AND imports.state = 'running' AND imports.sources IS NULL
     ORDER BY imports.created_at`,
    { me: actor.id },
  );
  const isKilled = ({ worker, workedAt }: Row) => isGone(worker ?? '') || Number(workedAt) <= Date.now() - SILENT_MS;
  return rows
    .filter((row) => Number(row.present) > 0 && isKilled(row))
    .map(({ report, createdAt, present }) => ({
      sources: (JSON.parse(report) as ImportReport).sources ?? [],
      createdAt: new Date(Number(createdAt)).toISOString(),
      present: Number(present),
    }));
}
