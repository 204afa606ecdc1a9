import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { S3Storage } from '#app/adapters/storage-s3.ts';
import { arbor } from '#tests/support/arbor.ts';
import { createDatabase } from '#tests/support/database.ts';
import { killCommand } from '#tests/support/killed-command.ts';
import { isLong } from '#tests/support/length.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { startS3 } from '#tests/support/s3.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { download, upload } from '#tests/support/upload.ts';

const MEGABYTE = 1024 * 1024;
const PASSPHRASE = 'north bed and south bed';
const TWO_DAYS_AGO = new Date(Date.now() - 2 * 24 * 3600 * 1000);

let folder: string;
let server: RunningServer;
let olga: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-incremental-'));
  const { dataDir } = await createDatabase('sqlite', { migrated: true });
  server = await startServer({ DATA_DIR: dataDir });
  olga = await newPerson(server);
});
afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

/** Uploads a text file of a megabyte whose bytes are unlike all others. */
async function store(word: string): Promise<{ id: string; downloadUrl: string; text: string }> {
  const text = `${word} `.repeat(MEGABYTE / (word.length + 1));
  const { file } = await upload(olga, text, { fileName: `${word}.txt`, ext: 'txt' });
  return { ...file, text };
}

const newPlace = () => mkdtemp(join(folder, 'place-'));
const run = (args: string[], env: Record<string, string> = {}) => arbor(args, { dataDir: server.dataDir, env });
async function done(args: string[], env: Record<string, string> = {}): Promise<void> {
  expect(await run(args, env)).toMatchObject({ code: 0 });
}

/** Returns the paths of the kept bytes, sorted. */
async function keptIn(place: string): Promise<string[]> {
  const names = await readdir(join(place, 'arbor-files'), { recursive: true });
  return names.filter((name) => /^\w\w\/[0-9a-f]{64}$/.test(name)).sort();
}

/** Restores an archive beside the installation and returns a text of the restored one. */
async function restored(archive: string, path: string, env: Record<string, string> = {}): Promise<string> {
  const into = await newPlace();
  await done(['db', 'restore', archive, '--into', into], env);
  const again = await startServer({ DATA_DIR: into });
  const { bytes } = await download(again, olga, path);
  await again.stop();
  return bytes.toString();
}

/** In the short form half of them with a passphrase, the others without. */
const SPOILED: [what: string, spoil: (file: string) => Promise<void>][] = [
  ['missing', (file) => rm(file)],
  ['cut off', async (file) => writeFile(file, (await readFile(file)).subarray(0, 1000))],
  ['changed', async (file) => writeFile(file, (await readFile(file)).fill(0x55, 2000, 2100))],
];

describe.each([
  ['without a passphrase', {}],
  ['encrypted', { BACKUP_PASSPHRASE: PASSPHRASE }],
] as [string, Record<string, string>][])('backups that share files, %s', (name, env) => {
  const isEncrypted = 'BACKUP_PASSPHRASE' in env;

  test('take the bytes of each file once, and each of them is restored whole', async () => {
    const place = await newPlace();
    const [plum, quince] = [await store(`plum-${isEncrypted}`), await store(`quince-${isEncrypted}`)];
    const [monday, tuesday] = [join(place, 'monday.zip'), join(place, 'tuesday.zip')];
    await done(['db', 'backup', monday, '--incremental'], env);
    const before = await keptIn(place);
    const inodes = await Promise.all(before.map(async (each) => (await stat(join(place, 'arbor-files', each))).ino));
    const rose = await store(`rose-${isEncrypted}`);
    await done(['db', 'backup', tuesday, '--incremental'], env);
    const after = await keptIn(place);
    expect(after).toHaveLength(before.length + 1);
    expect(await Promise.all(before.map(async (each) => (await stat(join(place, 'arbor-files', each))).ino))).toEqual(
      inodes,
    );
    expect(statSync(tuesday).size).toBeLessThan(MEGABYTE);
    const bytes = await readFile(join(place, 'arbor-files', after[0]!));
    expect(bytes.subarray(0, 8).toString() === 'ARBORBF1').toBe(isEncrypted);
    expect(await restored(monday, plum.downloadUrl, env)).toBe(plum.text);
    expect(await restored(tuesday, quince.downloadUrl, env)).toBe(quince.text);
    expect(await restored(tuesday, rose.downloadUrl, env)).toBe(rose.text);
  }, 240_000);

  test.each(SPOILED.filter((_, nth) => isLong || (nth % 2 === 1) === isEncrypted))(
    'with %s bytes are refused before anything changes',
    async (_what, spoil) => {
      const place = await newPlace();
      await store(`elder-${name}`);
      const archive = join(place, 'whole.zip');
      await done(['db', 'backup', archive, '--incremental'], env);
      await done(['db', 'verify', archive], env);
      await spoil(join(place, 'arbor-files', (await keptIn(place))[0]!));
      const into = await newPlace();
      const refused = await run(['db', 'restore', archive, '--into', into], env);
      expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining(join(place, 'arbor-files')) });
      expect((await run(['user', 'list', '--format', 'csv'], { DATA_DIR: into })).stdout).not.toContain(olga.email);
    },
    240_000,
  );

  test.each(isLong || isEncrypted ? [name] : [])(
    'are made anew where a scheduled one finds damaged bytes of an earlier one (%s)',
    async () => {
      const place = await newPlace();
      const scheduled = { ...env, BACKUP_CRON: '0 0 1 1 *', BACKUP_DIR: place };
      const fig = await store(`fig-${name}`);
      await done(['job', 'run', 'backup'], scheduled);
      const spoiled = join(place, 'arbor-files', (await keptIn(place))[0]!);
      const size = statSync(spoiled).size;
      await writeFile(spoiled, 'other bytes');
      await done(['job', 'run', 'backup'], scheduled);
      expect(statSync(spoiled).size).toBe(size);
      const archives = (await readdir(place)).filter((each) => each.endsWith('Z.backup'));
      expect(await restored(join(place, archives.sort().at(-1)!), fig.downloadUrl, env)).toBe(fig.text);
    },
    240_000,
  );
});

test('rotation removes only bytes that no archive of the folder refers to and nobody used for a day', async () => {
  const place = await newPlace();
  const env = { BACKUP_CRON: '0 0 1 1 *', BACKUP_DIR: place, BACKUP_KEEP: '1' };
  const [kept, gone] = [await store('kept-by-hand'), await store('gone')];
  const byHand = join(place, 'by-hand.zip');
  const old = join(place, 'arbor-2020-01-01T0000Z.backup');
  await done(['db', 'backup', old, '--incremental']);
  const remove = ({ id }: { id: string }) => olga.api.delete(`/api/files/${id}`);
  const before = await keptIn(place);
  await remove(gone);
  await done(['file', 'prune', '--yes']);
  await done(['db', 'backup', byHand, '--incremental']);
  await remove(kept);
  await done(['file', 'prune', '--yes']);
  // The next run keeps what was used within a day, although its archive has gone.
  await done(['job', 'run', 'backup'], env);
  expect(existsSync(old)).toBe(false);
  expect(await keptIn(place)).toEqual(before);
  for (const each of before) await utimes(join(place, 'arbor-files', each), TWO_DAYS_AGO, TWO_DAYS_AGO);
  for (const each of readdirSync(join(place, 'arbor-files/lists')))
    await utimes(join(place, 'arbor-files/lists', each), TWO_DAYS_AGO, TWO_DAYS_AGO);
  await done(['job', 'run', 'backup'], env);
  expect(await keptIn(place)).toHaveLength(before.length - 1);
  expect(await restored(byHand, kept.downloadUrl)).toBe(kept.text);
  // Without its list an archive may refer to anything.
  await rm(join(place, 'arbor-files/lists/by-hand.zip'));
  for (const each of await keptIn(place)) await utimes(join(place, 'arbor-files', each), TWO_DAYS_AGO, TWO_DAYS_AGO);
  await done(['job', 'run', 'backup'], env);
  expect(await keptIn(place)).toHaveLength(before.length - 1);
}, 240_000);

test('kill -9 while bytes are taken leaves no archive, and the next backup is whole', async () => {
  const place = await newPlace();
  const apple = await store('apple');
  const archive = join(place, 'killed.zip');
  const hasBegun = () =>
    existsSync(join(place, 'arbor-files')) &&
    readdirSync(join(place, 'arbor-files'), { recursive: true }).some((each) => /^\w\w\//.test(String(each)));
  const command = ['db', 'backup', archive, '--incremental'];
  await killCommand((kill) => arbor(command, { dataDir: server.dataDir, kill }), hasBegun);
  expect(existsSync(archive)).toBe(false);
  await done(['db', 'backup', archive, '--incremental']);
  await done(['db', 'verify', archive]);
  expect(await restored(archive, apple.downloadUrl)).toBe(apple.text);
}, 240_000);

test('encrypted copies in the bucket share their files, too; objects of others stay', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  const { dataDir, remove } = await createDatabase('sqlite', { migrated: true });
  onTestFinished(() => remove());
  const place = await newPlace();
  const env = {
    ...s3.environment,
    BACKUP_CRON: '0 0 1 1 *',
    BACKUP_DIR: place,
    BACKUP_PASSPHRASE: PASSPHRASE,
    BACKUP_KEEP: '1',
  };
  const other = await startServer({ ...env, DATA_DIR: dataDir });
  const ben = await newPerson(other);
  await upload(ben, 'Plums', { fileName: 'plums.txt', ext: 'txt' });
  await other.stop();
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3.environment;
  const credentials = { accessKeyId: S3_ACCESS_KEY_ID!, secretAccessKey: S3_SECRET_ACCESS_KEY! };
  const foreign = ['backups/z-photos.tar', 'backups/z/arbor-2020-01-01T0000Z.backup'];
  const there = new S3Storage({ bucket: bucket!, region: 'us-east-1', endpoint, ...credentials });
  for (const key of foreign) await there.write(key, Readable.from([Buffer.from('x')]), { type: 'application/x-tar' });
  for (let round = 0; round < 2; round += 1)
    expect(await arbor(['job', 'run', 'backup'], { dataDir, env })).toMatchObject({ code: 0 });
  const others = (await s3.keys()).filter((key) => key.startsWith('backups/') && !key.includes('arbor-files/'));
  expect(others.sort()).toEqual([expect.stringMatching(/^backups\/arbor-.*Z\.backup$/), ...foreign]);
  const keys = (await s3.keys()).filter((key) => key.startsWith('backups/arbor-files/'));
  expect(keys.map((key) => key.replace('backups/arbor-files/', ''))).toEqual(await keptIn(place));
  expect(keys).toHaveLength(1);
}, 240_000);
