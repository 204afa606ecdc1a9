import { config } from '#app/config.server.ts';
import { type Diagnosis, diagnosis, reasonOf } from '#app/services/maintenance/doctor/diagnosis.ts';
import { ForeignInstallation, isTrialCopy, requireOwnPlace } from '#app/services/maintenance/installation/recognise.ts';
import { connect, dialect, disconnect, fileOfSqlite, select } from '#db/connection.ts';
import { isDatabaseDamaged } from '#db/database-errors.ts';
import { isReplicaCurrent, migrationStatus } from '#db/migrate.ts';

/** Checks that the database answers and its schema matches this version; read-only. */
export async function* examineDatabase(): AsyncGenerator<Diagnosis> {
  try {
    connect(config());
    const damage = await damagedPage();
    if (damage) return yield damaged(damage);
    yield diagnosis('database', 'ok', 'databaseOk', { name: await nameOfDatabase() });
    const { pending, unknown } = await migrationStatus();
    if (unknown.length > 0) yield diagnosis('schema', 'broken', 'schemaNewer', { names: unknown.join(', ') });
    else if (pending.length === 0) yield diagnosis('schema', 'ok', 'schemaOk');
    else yield diagnosis('schema', 'advice', 'schemaPending', { count: pending.length });
    if (pending.length + unknown.length > 0) return;
    yield* examineReplica();
    yield await examineInstallation();
    if (await isTrialCopy()) yield diagnosis('installation', 'advice', 'trialCopy');
  } catch (error) {
    if (isDatabaseDamaged(error)) yield damaged(reasonOf(error));
    else yield wrong(reasonOf(error));
  } finally {
    await disconnect();
  }
}

/** Names the file of SQLite, which has no server and no address. */
function wrong(reason: string): Diagnosis {
  const file = fileOfSqlite();
  const account = process.geteuid?.() ?? '';
  if (file) return diagnosis('database', 'broken', 'fileWrong', { reason, file, account });
  return diagnosis('database', 'broken', 'databaseWrong', { reason });
}

const damaged = (reason: string) =>
  diagnosis('database', 'broken', 'databaseDamaged', { reason, file: fileOfSqlite() ?? '' });

/** Reads all pages of a SQLite file: a server may run for days on a damaged one. Returns the first fault, or null. */
async function damagedPage(): Promise<string | null> {
  if (dialect() === 'postgres') return null;
  const [row] = await select<{ quick_check: string }>('PRAGMA quick_check(1)');
  return row && row.quick_check !== 'ok' ? row.quick_check.replaceAll('\n', ' ') : null;
}

/** Checks that the replica, if there is one, answers and has the schema of this version. */
async function* examineReplica(): AsyncGenerator<Diagnosis> {
  try {
    const isCurrent = await isReplicaCurrent();
    if (isCurrent === null) return;
    yield isCurrent ? diagnosis('replica', 'ok', 'replicaOk') : diagnosis('replica', 'advice', 'replicaLate');
  } catch (error) {
    yield diagnosis('replica', 'advice', 'replicaWrong', { reason: reasonOf(error) });
  }
}

/** Checks that secret, database and storage belong together. */
async function examineInstallation(): Promise<Diagnosis> {
  try {
    await requireOwnPlace();
    return diagnosis('installation', 'ok', 'installationOk');
  } catch (error) {
    if (!(error instanceof ForeignInstallation)) throw error;
    const { reason, place } = error;
    return diagnosis('installation', 'broken', 'installationForeign', { reason, place });
  }
}

async function nameOfDatabase(): Promise<string> {
  if (dialect() === 'postgres') {
    const [row] = await select<{ server_version: string }>('SHOW server_version');
    return `PostgreSQL ${row!.server_version}`;
  }
  const [version] = await select<{ version: string }>('SELECT sqlite_version() AS version');
  const [journal] = await select<{ journal_mode: string }>('PRAGMA journal_mode');
  return `SQLite ${version!.version}, ${journal!.journal_mode}`;
}
