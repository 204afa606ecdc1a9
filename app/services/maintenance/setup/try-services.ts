import { randomUUID } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { reachMailServer } from '#app/adapters/mailer.ts';
import type { S3Config } from '#app/config/config-type.server.ts';
import { connect, disconnect } from '#db/connection.ts';
import { migrationStatus } from '#db/migrate.ts';

/** Connects to a PostgreSQL database. Throws its error; creates nothing. */
export async function tryDatabase(databaseUrl: string): Promise<void> {
  connect({ dataDir: '', databaseUrl });
  try {
    await migrationStatus();
  } finally {
    await disconnect();
  }
}

/** Connects to a mail server and signs in. Throws the transport error; sends nothing. */
export const tryMailServer = (smtpUrl: string): Promise<void> => reachMailServer(smtpUrl);

/** Writes, measures and removes an object in the bucket. Throws the error of the service. */
export async function tryBucket(s3: S3Config): Promise<void> {
  const { S3Storage } = await import('#app/adapters/storage-s3.ts');
  const bucket = new S3Storage(s3);
  const key = `incoming/${randomUUID()}`;
  await bucket.write(key, Readable.from([Buffer.from('arbor')]), { type: 'text/plain' });
  const size = await bucket.sizeOf(key);
  await bucket.remove(key);
  if (size !== 5) throw new Error(`${size} ≠ 5`);
}

/** Requires a folder that exists and can be written, or can be made. Throws the error of the file system. */
export async function tryFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!found) return tryFolder(dirname(folder));
  if (!found.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR', path: folder });
  await access(folder, constants.W_OK | constants.X_OK);
}
