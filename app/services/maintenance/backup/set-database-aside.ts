import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '#app/config.server.ts';

type Place = { file: string; aside: string };

/** Returns the path of the SQLite database, and one beside it with the current time. */
export function damagedDatabase(): Place {
  const file = join(config().dataDir, 'arbor.sqlite');
  return { file, aside: `${file}.damaged-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z` };
}

/** Renames a database that no process uses, with its log. */
export async function setDatabaseAside({ file, aside }: Place): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) {
    await rename(file + suffix, aside + suffix).catch((error: NodeJS.ErrnoException) => {
      // SQLite removes its log when the last connection closes.
      if (suffix === '' || error.code !== 'ENOENT') throw error;
    });
  }
}
