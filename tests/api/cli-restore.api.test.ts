import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { createDatabase, inShortOn, type TestDatabase } from '#tests/support/database.ts';
import { newPerson } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { until } from '#tests/support/until.ts';
import { upload } from '#tests/support/upload.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-restore-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const envOf = ({ databaseUrl }: TestDatabase): Record<string, string> =>
  databaseUrl ? { DATABASE_URL: databaseUrl } : {};
const kindsOf = (csv: string) => csv.match(/installation\.\w+/g) ?? [];

test.each(inShortOn('postgres'))(
  'a restore is refused while servers run, says what it replaces, and begins the audit log (%s)',
  async (dialect) => {
    const database = await createDatabase(dialect, { migrated: true });
    const run = (...args: string[]) => arbor(args, { dataDir: database.dataDir, env: envOf(database) });
    const archive = join(folder, `${dialect}.zip`);
    await run('user', 'create', 'ada@example.com', '--link');
    const server = await startServer({ ...envOf(database), DATA_DIR: database.dataDir });
    expect((await run('db', 'backup', archive)).code).toBe(0);
    const refused = await run('db', 'restore', archive, '--yes');
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining(`:${server.pid})`)]);
    // A killed server leaves its row, which does not count.
    await server.stop('SIGKILL');
    const unasked = await run('db', 'restore', archive);
    expect([unasked.code, unasked.stderr]).toEqual([4, expect.stringContaining('Accounts here: 1; documents: 0.')]);
    expect((await run('db', 'restore', archive, '--yes')).code).toBe(0);
    await run('job', 'run', 'prune-files');
    await run('db', 'migrate', '--down', '--yes');
    await run('db', 'migrate');
    const audit = await run('audit', '--kind', 'installation', '--format', 'csv');
    expect(kindsOf(audit.stdout)).toEqual([
      'installation.migrate',
      'installation.revert',
      'installation.job',
      'installation.restore',
    ]);
    await run('db', 'backup', archive);
    expect((await run('audit', '--kind', 'installation.backup', '--format', 'csv')).stdout).toContain('"files"');
    await database.remove();
  },
  180_000,
);

test('a refused restore leaves neither database nor secret nor folder', async () => {
  const database = await createDatabase('sqlite', { migrated: true });
  const server = await startServer({ DATA_DIR: database.dataDir });
  const ada = await newPerson(server);
  await upload(ada, 'Plums', { fileName: 'plums.txt', ext: 'txt' });
  await server.stop();
  const place = await mkdtemp(join(folder, 'place-'));
  const archive = join(place, 'one.backup');
  expect((await arbor(['db', 'backup', archive, '--incremental'], { dataDir: database.dataDir })).code).toBe(0);
  await rename(join(place, 'arbor-files'), join(place, 'elsewhere'));
  const target = join(folder, 'fresh');
  for (const [file, code] of [
    [archive, 4],
    [join(place, 'none'), 3],
    [import.meta.filename, 1],
  ] as const) {
    for (const args of [[], ['--into', join(folder, 'into')]])
      expect((await arbor(['db', 'restore', file, '--yes', ...args], { dataDir: target })).code).toBe(code);
  }
  expect([existsSync(target), existsSync(join(folder, 'into'))]).toEqual([false, false]);
  const file = new DatabaseSync(join(database.dataDir, 'arbor.sqlite'));
  file.exec("INSERT INTO migrations (name, executed_at) VALUES ('9999-tomorrow', 1)");
  file.close();
  await rename(join(place, 'elsewhere'), join(place, 'arbor-files'));
  const newer = await arbor(['db', 'restore', archive, '--yes'], { dataDir: database.dataDir });
  expect([newer.code, newer.stderr]).toEqual([4, expect.stringMatching(/9999-tomorrow.*move arbor\.sqlite/s)]);
  await database.remove();
}, 120_000);

test('a trial copy made by --into sends no mails and makes no backups until it is adopted', async () => {
  const database = await createDatabase('sqlite', { migrated: true });
  await arbor(['user', 'create', 'ada@example.com', '--link'], { dataDir: database.dataDir });
  const archive = join(folder, 'drill.zip');
  await arbor(['db', 'backup', archive], { dataDir: database.dataDir });
  const dataDir = join(folder, 'drill');
  const restored = await arbor(['db', 'restore', archive, '--into', dataDir], { dataDir: database.dataDir });
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('trial copy')]);
  const smtp = await startSmtp();
  const env = { BACKUP_CRON: '* * * * *', BACKUP_DIR: join(folder, 'production'), SMTP_URL: smtp.url };
  const server = await startServer({ ...env, DATA_DIR: dataDir });
  expect(server.output()).toContain('"event":"trial-copy"');
  expect((await arbor(['user', 'invite', 'ben@example.com'], { dataDir, env })).code).toBe(0);
  expect((await arbor(['doctor'], { dataDir, env })).stdout).toContain('trial copy');
  const byHand = await arbor(['job', 'run', 'backup'], { dataDir, env });
  expect([byHand.code, byHand.stderr]).toEqual([4, expect.stringContaining('trial copy')]);
  await until(async () => expect(await readdir(join(dataDir, 'outbox'))).not.toEqual([]));
  await server.stop();
  expect(smtp.received).toEqual([]);
  expect(existsSync(env.BACKUP_DIR)).toBe(false);
  expect((await arbor(['db', 'adopt', '--yes'], { dataDir, env })).code).toBe(0);
  expect((await arbor(['job', 'run', 'backup'], { dataDir, env })).code).toBe(0);
  const audit = await arbor(['audit', '--kind', 'installation', '--format', 'csv'], { dataDir, env });
  expect(kindsOf(audit.stdout)).toContain('installation.adopt');
  await smtp.stop();
  await database.remove();
}, 120_000);
