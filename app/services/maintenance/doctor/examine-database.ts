import { config } from '#app/config.server.ts';
import { type Diagnosis, diagnosis, reasonOf } from '#app/services/maintenance/doctor/diagnosis.ts';
import { ForeignInstallation, requireOwnPlace } from '#app/services/maintenance/installation/recognise.ts';
import { connect, dialect, disconnect, fileOfSqlite, select } from '#db/connection.ts';
import { isDatabaseDamaged } from '#db/database-errors.ts';
import { migrationStatus } from '#db/migrate.ts';

/** Checks that the database answers and its schema matches this version; read-only. */
export async function* examineDatabase(): AsyncGenerator<Diagnosis> {
  try {
    connect(config());
    yield diagnosis('database', 'ok', 'databaseOk', { name: await nameOfDatabase() });
    const { pending, unknown } = await migrationStatus();
    if (unknown.length > 0) yield diagnosis('schema', 'broken', 'schemaNewer', { names: unknown.join(', ') });
    else if (pending.length === 0) yield diagnosis('schema', 'ok', 'schemaOk');
    else yield diagnosis('schema', 'advice', 'schemaPending', { count: pending.length });
    if (pending.length + unknown.length === 0) yield await examineInstallation();
  } catch (error) {
    const word = isDatabaseDamaged(error) ? 'databaseDamaged' : 'databaseWrong';
    yield diagnosis('database', 'broken', word, { reason: reasonOf(error), file: fileOfSqlite() ?? '' });
  } finally {
    await disconnect();
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
