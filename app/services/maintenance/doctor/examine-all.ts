import { config } from '#app/config.server.ts';
import { type Diagnosis, diagnosis, reasonOf } from '#app/services/maintenance/doctor/diagnosis.ts';
import { examineBackups } from '#app/services/maintenance/doctor/examine-backups.ts';
import { examineDatabase } from '#app/services/maintenance/doctor/examine-database.ts';
import { examineAi, examineMail, examineTelemetry } from '#app/services/maintenance/doctor/examine-services.ts';
import { examineData, examineStorage } from '#app/services/maintenance/doctor/examine-storage.ts';
import { findUnknownVariables } from '#app/services/maintenance/doctor/unknown-variables.ts';

/** Runs all checks of an installation in sequence; read-only. */
export async function* examineAll(version: string): AsyncGenerator<Diagnosis> {
  yield diagnosis('versions', 'ok', 'versionsOk', { arbor: version, node: process.versions.node });
  const environment = examineEnvironment();
  yield* environment;
  if (environment.some(({ state }) => state === 'broken')) return;
  for (const examine of [
    examineData,
    examineDatabase,
    examineStorage,
    examineBackups,
    examineMail,
    examineAi,
    examineTelemetry,
  ])
    yield* examine();
}

function examineEnvironment(): Diagnosis[] {
  try {
    const { appUrl, rateLimit } = config();
    const advice: Diagnosis[] = [];
    if (!appUrl) advice.push(diagnosis('environment', 'advice', 'noAppUrl'));
    if (!rateLimit) advice.push(diagnosis('environment', 'advice', 'noRateLimit'));
    for (const { name, meant } of findUnknownVariables(process.env))
      advice.push(
        meant === null
          ? diagnosis('environment', 'advice', 'unknownVariable', { name })
          : diagnosis('environment', 'advice', 'misspelt', { name, meant }),
      );
    return advice.length > 0 ? advice : [diagnosis('environment', 'ok', 'environmentOk')];
  } catch (error) {
    return [diagnosis('environment', 'broken', 'environmentWrong', { reason: reasonOf(error) })];
  }
}
