import type { Actor } from '#app/services/actor.ts';
import { latestInstant } from '#app/services/clock.ts';
import { isGone } from '#app/services/maintenance/processes/holder.ts';
import type { ImportReport } from '#app/services/transfer/import/import-report.ts';
import { findCommandImports } from '#db/queries/imports.ts';

/** A running import notes its progress with each batch. */
const SILENT_MS = 5 * 60_000;

/** An import that nothing continues, with the number of its documents that exist. */
type KilledImport = { sources: string[]; createdAt: string; present: number };

/** Finds imports of commands that were killed: their files were on the machine of the command. */
export async function findKilledImports(actor: Actor): Promise<KilledImport[]> {
  const rows = await findCommandImports({ userId: actor.id });
  return rows
    .filter(({ present, worker, workedAt }) => {
      // A later instant than possible is of a clock that was ahead.
      const isSilent = Number(workedAt) <= Date.now() - SILENT_MS || Number(workedAt) > latestInstant();
      return Number(present) > 0 && (isSilent || isGone(worker ?? ''));
    })
    .map(({ report, createdAt, present }) => ({
      sources: (JSON.parse(report) as ImportReport).sources ?? [],
      createdAt: new Date(Number(createdAt)).toISOString(),
      present: Number(present),
    }));
}
