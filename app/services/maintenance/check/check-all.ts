import { checkCeilings } from '#app/services/maintenance/check/check-ceilings.ts';
import { checkFiles } from '#app/services/maintenance/check/check-files.ts';
import { checkHistory } from '#app/services/maintenance/check/check-history.ts';
import { checkPermissions } from '#app/services/maintenance/check/check-permissions.ts';
import { checkQuotas } from '#app/services/maintenance/check/check-quotas.ts';
import { checkSearch } from '#app/services/maintenance/check/check-search.ts';
import { checkTree } from '#app/services/maintenance/check/check-tree.ts';
import { AREAS, type Area, type Check, type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { faultsOfDatabase } from '#db/tables.ts';

async function* checkDatabase(): AsyncGenerator<Finding> {
  for (const detail of await faultsOfDatabase()) yield finding('database', 'integrity', '', { detail });
}

async function* checkAllowances(repair: boolean): AsyncGenerator<Finding> {
  yield* checkQuotas(repair);
  yield* checkCeilings(repair);
}

const CHECKS: Record<Area, Check> = {
  database: checkDatabase,
  tree: checkTree,
  permissions: checkPermissions,
  search: checkSearch,
  history: checkHistory,
  files: checkFiles,
  quotas: checkAllowances,
};

/**
 * Checks all stored data. `repair` fixes only what has one correct value, one area after the other. A check alone reads
 * the areas at the same time, as the database works while texts are compared.
 */
export async function* checkAll({ repair }: { repair: boolean }): AsyncGenerator<Finding> {
  if (repair) {
    for (const area of AREAS) yield* CHECKS[area](repair);
    return;
  }
  const areas = await Promise.allSettled(AREAS.map((area) => collect(CHECKS[area](repair))));
  for (const area of areas) {
    if (area.status === 'rejected') throw area.reason;
    yield* area.value;
  }
}

async function collect(findings: AsyncGenerator<Finding>): Promise<Finding[]> {
  const all: Finding[] = [];
  for await (const each of findings) all.push(each);
  return all;
}
