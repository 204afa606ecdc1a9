import type { Actor } from '#app/services/actor.ts';
import type { ImportReport } from '#app/services/transfer/import/import-report.ts';
import { select } from '#db/connection.ts';
import type { ImportState } from '#db/models/import.ts';

export type ImportEntry = ImportReport & {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** Number of its documents that still exist, and of those changed since. */
  present: number;
  changed: number;
  state: ImportState;
  /** True if another process can continue it after its own ends. */
  isResumable: boolean;
  /** True if it waits for the database or the storage. */
  isDelayed: boolean;
  /** Documents written so far. */
  done: number;
};
type Row = Pick<ImportEntry, 'state' | 'done'> & {
  isResumable: unknown;
  isDelayed: unknown;
  id: string;
  report: string;
  createdAt: number;
  present: number;
  changed: number;
};

/** Shows recent imports only: undo is needed soon after an import. */
const SHOWN = 10;

/** Lapsed leases are taken within two minutes, unless the database takes no writes. */
const SILENT_MS = 3 * 60_000;
/** A run that met a passing failure leaves no worker. One that was stopped with its process sets `worked_at` to 0. */
const DELAYED = `imports.state = 'running' AND imports.sources IS NOT NULL AND imports.worked_at > 0
  AND (imports.worker IS NULL OR imports.worked_at <= $silentSince)`;

/** Lists the actor's imports with their reports, newest first. */
export async function listImports(actor: Actor): Promise<ImportEntry[]> {
  const rows = await select<Row>(
    `SELECT imports.id, imports.report, imports.state, imports.done,
       imports.sources IS NOT NULL AS "isResumable",
       CASE WHEN ${DELAYED} THEN 1 ELSE 0 END AS "isDelayed", imports.created_at AS "createdAt", COUNT(documents.id) AS present,
       COUNT(CASE WHEN documents.version > 1 THEN 1 END) AS changed
     FROM imports LEFT JOIN documents ON documents.import_id = imports.id
     WHERE imports.user_id = $me
     GROUP BY imports.id, imports.report, imports.state, imports.done, imports.sources,
       imports.worker, imports.worked_at, imports.created_at
     ORDER BY imports.created_at DESC, imports.id LIMIT ${SHOWN}`,
    { me: actor.id, silentSince: Date.now() - SILENT_MS },
  );
  return rows.map(({ report, createdAt, isResumable, isDelayed, ...row }) => ({
    ...(JSON.parse(report) as ImportReport),
    ...row,
    isResumable: Boolean(isResumable),
    isDelayed: Boolean(isDelayed),
    createdAt: new Date(createdAt).toISOString(),
  }));
}
