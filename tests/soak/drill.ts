import { createHash, randomFillSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { arbor } from '#tests/support/arbor.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { SECRET } from '#tests/support/secret.ts';
import { startServer } from '#tests/support/server.ts';
import { upload } from '#tests/support/upload.ts';

// `npm run drill -- --gigabytes 20`: uploads files of random bytes, then takes encrypted backups that share the files,
// verifies the second, restores it into an empty folder and compares every byte; prints the time of each step. Needs
// three times the room in $TMPDIR.
const { values } = parseArgs({
  options: { gigabytes: { type: 'string', default: '20' }, megabytes: { type: 'string', default: '128' } },
});
const MEGABYTE = 1024 * 1024;
/** First bytes of a zip: files of unknown kinds are not accepted. */
const SIGNATURE = Buffer.from('PK\u0003\u0004');
const bytesOfFile = Number(values.megabytes) * MEGABYTE;
const files = Math.ceil((Number(values.gigabytes) * 1024 * MEGABYTE) / bytesOfFile);

// Sessions are made in this process, with the secret of the server.
process.env.SESSION_SECRET = SECRET;
const folder = await mkdtemp(join(tmpdir(), 'arbor-drill-'));
const source = join(folder, 'source');
const restored = join(folder, 'restored');
const environment = { DATA_DIR: source, MAX_UPLOAD_MB: String(Math.max(25, Number(values.megabytes))) };
const BACKUP_PASSPHRASE = 'a drill of made bytes';

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  process.stdout.write(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s\n`);
  return result;
}

async function run(name: string, args: string[]): Promise<void> {
  const ran = await timed(name, () => arbor(args, { dataDir: source, env: { BACKUP_PASSPHRASE, TMPDIR: folder } }));
  if (ran.code !== 0) throw new Error(`arbor ${args.join(' ')} ended with ${ran.code}: ${ran.stderr}`);
}

async function uploadAll(): Promise<void> {
  const server = await startServer(environment);
  try {
    const olga = await newPerson(server);
    const { id } = await makeDocument(olga, { title: 'Drill' });
    const bytes = Buffer.alloc(bytesOfFile);
    for (let nth = 0; nth < files; nth += 1) {
      randomFillSync(bytes).set(SIGNATURE);
      const { file } = await upload(olga, bytes, { fileName: `piece-${nth}.zip`, ext: 'zip', docId: id });
      if (!file) throw new Error(`piece ${nth} was not taken`);
    }
  } finally {
    await server.stop();
  }
}

/** Counts the files whose bytes are those of their name, which is the SHA-256 in base64url. */
async function countWhole(dataDir: string): Promise<number> {
  const blobs = join(dataDir, 'uploads', 'blobs');
  let whole = 0;
  for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(entry.parentPath, entry.name))) hash.update(chunk);
    if (hash.digest('base64url') === entry.name) whole += 1;
  }
  return whole;
}

try {
  for (const name of [source, join(folder, 'backups')]) await mkdir(name);
  const [one, two] = ['one.zip', 'two.zip'].map((name) => join(folder, 'backups', name)) as [string, string];
  process.stdout.write(`${files} files of ${values.megabytes} MB\n`);
  await timed('upload', uploadAll);
  await run('first backup, encrypted, incremental', ['db', 'backup', one, '--incremental']);
  await run('second backup', ['db', 'backup', two, '--incremental']);
  await run('verify', ['db', 'verify', two]);
  await run('restore into an empty folder', ['db', 'restore', two, '--into', restored]);
  const whole = await timed('compare', () => countWhole(restored));
  process.stdout.write(`${whole} of ${files} files have the same bytes\n`);
  if (whole !== files) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
