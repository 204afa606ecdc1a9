import { randomUUID } from 'node:crypto';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { storage } from '#app/adapters/storage.ts';
import { config } from '#app/config.server.ts';
import { type Diagnosis, diagnosis, reasonOf } from '#app/services/maintenance/doctor/diagnosis.ts';

const MIB = 1024 * 1024;
const LOW = 2048;
const FULL = 100;
/** Rights of other users of the machine. */
const OTHERS = 0o077;

export async function* examineData(): AsyncGenerator<Diagnosis> {
  const { dataDir } = config();
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const { mode, uid } = await stat(dataDir);
    const isOpen = (mode & OTHERS) !== 0;
    yield diagnosis('data', isOpen ? 'advice' : 'ok', isOpen ? 'dataOpen' : 'dataOk', { folder: dataDir });
    const own = process.geteuid?.() ?? uid;
    if (own !== uid) yield diagnosis('data', 'advice', 'dataForeign', { folder: dataDir, owner: uid, own });
  } catch (error) {
    yield diagnosis('data', 'broken', 'dataWrong', { folder: dataDir, reason: reasonOf(error) });
    return;
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / MIB);
  if (free < FULL) yield diagnosis('disk', 'broken', 'diskFull', { free });
  else yield diagnosis('disk', free < LOW ? 'advice' : 'ok', free < LOW ? 'diskLow' : 'diskOk', { free });
}

/** Writes, reads and deletes test bytes, in a folder that storage has anyway. */
export async function* examineStorage(): AsyncGenerator<Diagnosis> {
  const key = `incoming/${randomUUID()}`;
  const { storage: kind } = config();
  try {
    await storage().write(key, Readable.from([Buffer.from('arbor')]), { type: 'text/plain' });
    const size = await storage().sizeOf(key);
    await storage().remove(key);
    if (size !== 5) throw new Error(`${size} ≠ 5`);
    yield diagnosis('storage', 'ok', 'storageOk', { kind });
  } catch (error) {
    yield diagnosis('storage', 'broken', 'storageWrong', { kind, reason: reasonOf(error) });
  }
}
