import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOfBackup } from '#app/services/maintenance/backup/stored-backups.ts';
import { arbor } from '#tests/support/arbor.ts';
import { createDatabase, inShortOn } from '#tests/support/database.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { startS3 } from '#tests/support/s3.ts';
import { startServer } from '#tests/support/server.ts';
import { AT_LOW_PRIORITY_MS, until } from '#tests/support/until.ts';
import { download, upload } from '#tests/support/upload.ts';

const PASSPHRASE = 'north bed and south bed';
const ALWAYS = '* * * * *';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-backups-'));
});
afterAll(() => rm(folder, { recursive: true }));

const archivesIn = async (place: string) => (await readdir(place)).filter((name) => name.endsWith('Z.backup')).sort();
const statesOf = async (dataDir: string, env: Record<string, string>) => {
  const { stdout } = await arbor(['doctor', '--format', 'json'], { dataDir, env });
  const all = JSON.parse(stdout) as { check: string; state: string }[];
  return all.filter(({ check }) => check === 'backup').map(({ state }) => state);
};
const stateOf = async (dataDir: string, env: Record<string, string>) => (await statesOf(dataDir, env))[0];

test.each(inShortOn('sqlite'))(
  'a backup is made by its schedule, tried out, encrypted and restored elsewhere (%s)',
  async (dialect) => {
    const database = await createDatabase(dialect, { migrated: true });
    const place = join(folder, dialect);
    const env = { BACKUP_CRON: ALWAYS, BACKUP_DIR: place, BACKUP_PASSPHRASE: PASSPHRASE };
    const where: Record<string, string> = database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {};
    const first = await startServer({ ...where, DATA_DIR: database.dataDir });
    const olga = await newPerson(first);
    const { id } = await makeDocument(olga, { title: 'Quinces' });
    const { file } = await upload(olga, 'Plums', { fileName: 'plums.txt', ext: 'txt' });
    await first.stop();
    expect(await stateOf(database.dataDir, { ...where, ...env })).toBe('broken');
    const second = await startServer({ ...where, ...env, DATA_DIR: database.dataDir });
    await until(async () => expect(await archivesIn(place)).not.toEqual([]), AT_LOW_PRIORITY_MS);
    await until(() => expect(second.output()).toContain('"event":"backup-done"'), AT_LOW_PRIORITY_MS);
    await second.stop();
    expect(await stateOf(database.dataDir, { ...where, ...env })).toBe('ok');
    const archive = join(place, (await archivesIn(place))[0]!);
    const bytes = await readFile(archive);
    expect([bytes.includes('Quinces'), bytes.subarray(0, 8).toString()]).toEqual([false, 'ARBORBK1']);

    const into = join(folder, `${dialect}-again`);
    const restore = (passphrase: string) =>
      arbor(['db', 'restore', archive, '--into', into], {
        dataDir: database.dataDir,
        env: { ...where, BACKUP_PASSPHRASE: passphrase },
      });
    const refused = await restore('another passphrase');
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('BACKUP_PASSPHRASE')]);
    expect((await restore(PASSPHRASE)).code).toBe(0);
    const again = await startServer({ DATA_DIR: into });
    expect((await olga.browser.cookies.size) > 0).toBe(true);
    expect((await download(again, olga, `/api/documents/${id}`)).bytes.toString()).toContain('Quinces');
    expect((await download(again, olga, file.downloadUrl)).bytes.toString()).toBe('Plums');
    await again.stop();
    await database.remove();
  },
  240_000,
);

test('old archives go, and what an interrupted run left; a failure is logged and told by the doctor', async () => {
  const { dataDir, remove } = await createDatabase('sqlite', { migrated: true });
  const place = join(folder, 'rotated');
  const old = ['arbor-2026-01-01T0200Z.backup', 'arbor-2026-01-02T0200Z.backup', 'arbor-2099-01-01T0200Z.backup'];
  const left = ['arbor-2026-01-03T0200Z.backup.unverified', 'arbor-2026-01-03T0200Z.backup.unverified.x.part'];
  await rm(place, { recursive: true, force: true });
  await arbor(['db', 'migrate'], { dataDir });
  const env = { BACKUP_CRON: ALWAYS, BACKUP_DIR: place, BACKUP_KEEP: '2', DATA_DIR: dataDir };
  const { mkdir } = await import('node:fs/promises');
  await mkdir(place);
  for (const name of [...old, ...left]) await writeFile(join(place, name), 'old');
  const server = await startServer(env);
  await until(() => expect(server.output()).toContain('"event":"backup-done"'), AT_LOW_PRIORITY_MS);
  await server.stop();
  const found = (await readdir(place)).filter((name) => name !== 'arbor-files');
  expect(found).toHaveLength(2);
  expect(found).toContain(old[1]);
  await remove();

  // A new installation is due at once; the one above not before the next minute.
  let other = await createDatabase('sqlite', { migrated: true });
  await writeFile(join(folder, 'no folder'), 'a file');
  for (const nowhere of [join(folder, 'no folder'), '/proc/nope']) {
    const withoutFolder = { ...env, BACKUP_DIR: nowhere, DATA_DIR: other.dataDir };
    const failing = await startServer(withoutFolder);
    await until(() => expect(failing.output()).toContain('"event":"backup-failed"'));
    await failing.stop();
    expect(await stateOf(other.dataDir, { ...withoutFolder, BACKUP_CRON: '0 0 * * *' })).toBe('broken');
    await other.remove();
    other = await createDatabase('sqlite', { migrated: true });
  }
  await other.remove();
}, 240_000);

test.each(['30 2 * * 3', '30 2 1 * *'])(
  'the doctor alarms for an overdue archive of the schedule %s, or for none',
  async (cron) => {
    const { dataDir, remove } = await createDatabase('sqlite', { migrated: true });
    const place = await mkdtemp(join(folder, 'overdue-'));
    const state = () => stateOf(dataDir, { BACKUP_CRON: cron, BACKUP_DIR: place });
    const states = () => statesOf(dataDir, { BACKUP_CRON: cron, BACKUP_DIR: place });
    expect(await state()).toBe('broken');
    await writeFile(join(place, 'arbor-2026-01-01T0230Z.backup'), 'old');
    expect(await state()).toBe('broken');
    // A clock that was once ahead.
    await writeFile(join(place, 'arbor-2099-01-01T0230Z.backup'), 'ahead');
    expect(await states()).toEqual(['advice', 'broken']);
    await writeFile(join(place, nameOfBackup(Date.now())), 'new');
    expect(await states()).toEqual(['advice', 'ok']);
    await rm(join(place, 'arbor-2099-01-01T0230Z.backup'));
    expect(await states()).toEqual(['ok']);
    await remove();
  },
);

test('db verify finds a damaged archive and leaves nothing; an encrypted copy goes into the bucket', async () => {
  const s3 = await startS3();
  const { dataDir, remove } = await createDatabase('sqlite', { migrated: true });
  const env = { ...s3.environment, BACKUP_CRON: ALWAYS, BACKUP_DIR: join(folder, 's3'), BACKUP_PASSPHRASE: PASSPHRASE };
  const server = await startServer({ ...env, DATA_DIR: dataDir });
  await until(() => expect(server.output()).toContain('"event":"backup-done"'), AT_LOW_PRIORITY_MS);
  await server.stop();
  expect((await s3.keys()).filter((key) => key.startsWith('backups/'))).toHaveLength(1);
  const archive = join(env.BACKUP_DIR, (await archivesIn(env.BACKUP_DIR))[0]!);
  const verify = () => arbor(['db', 'verify', archive], { dataDir, env: { ...env, TMPDIR: folder } });
  const before = await readdir(folder);
  expect((await verify()).stderr).toContain('in order');
  await truncate(archive, (await readFile(archive)).length - 40);
  const { code, stderr } = await verify();
  expect([code, stderr]).toEqual([4, expect.stringContaining('the archive was changed')]);
  expect(await readdir(folder)).toEqual(before);
  await s3.stop();
  await remove();
}, 240_000);
