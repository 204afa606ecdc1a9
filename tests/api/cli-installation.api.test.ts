import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { createDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/postgres.ts';
import { startInVain, startServer } from '#tests/support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'arbor-nothing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMMANDS = [
  ['user', 'list'],
  ['quota', 'list'],
  ['usage', 'report'],
  ['file', 'list'],
  ['limit', 'list'],
  ['db', 'check'],
  ['db', 'status'],
  ['db', 'migrate', '--down', '--yes'],
  ['doctor'],
  ['db', 'backup', join(folder, 'x.zip')],
];

test('a command in a folder without an installation says so and makes nothing', async () => {
  const dataDir = join(folder, 'typo');
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await arbor(command, { dataDir });
    expect([command, code, stdout]).toEqual([command, 1, '']);
    expect(stderr).toContain(`There is no installation in ${dataDir}: check DATA_DIR,`);
  }
  expect(existsSync(dataDir)).toBe(false);
  const made = await arbor(['user', 'create', 'olga@example.com', '--link'], { dataDir });
  expect([made.code, (await arbor(['user', 'list', '--format', 'csv'], { dataDir })).stdout]).toEqual([
    0,
    expect.stringContaining('olga@example.com'),
  ]);
}, 120_000);

test.skipIf(process.geteuid?.() !== 0)('what root makes belongs to the owner of the folder of data', async () => {
  const dataDir = join(folder, 'owned');
  mkdirSync(dataDir);
  chownSync(dataDir, 65_534, 65_534);
  const env = { ADMIN_EMAILS: 'olga@example.com' };
  for (const command of [
    ['user', 'create', 'olga@example.com', '--link'],
    ['doctor'],
    ['mail', 'test', 'olga@example.com'],
    ['db', 'backup', join(folder, 'owned.zip')],
  ])
    expect([command, (await arbor(command, { dataDir, env })).code]).toEqual([command, 0]);
  const made = readdirSync(dataDir);
  expect(made).toEqual(expect.arrayContaining(['arbor.sqlite', 'outbox', 'secret', 'uploads']));
  for (const name of made) expect([name, statSync(join(dataDir, name)).uid]).toEqual([name, 65_534]);
});

test('a fault of the environment is told before an installation is missed', async () => {
  for (const [name, value] of [
    ['DATA_DIR', `${join(folder, 'typo')} `],
    ['TRUST_PROXY', 'yes'],
  ] as const) {
    const doctor = await arbor(['doctor'], { dataDir: join(folder, 'none'), env: { [name]: value } });
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(`${name}: got "${value}"`)]);
    const list = await arbor(['user', 'list'], { dataDir: join(folder, 'none'), env: { [name]: value } });
    expect([list.code, list.stderr]).toEqual([1, expect.stringContaining(`${name}: got "${value}"`)]);
  }
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test('a command on an empty PostgreSQL database creates no table', async () => {
  const database = await createDatabase('postgres');
  const options = { dataDir: database.dataDir, env: { DATABASE_URL: database.databaseUrl! } };
  for (const command of [['user', 'list'], ['db', 'status'], ['doctor']]) {
    const { code, stdout, stderr } = await arbor(command, options);
    expect([command, code, stdout]).toEqual([command, 1, '']);
    expect(stderr).toContain('There is no installation in this database: check DATABASE_URL');
  }
  expect(existsSync(join(database.dataDir, 'secret'))).toBe(false);
  await database.remove();
});

test('a fault names the variable or the path behind it', async () => {
  const env = { DATABASE_URL: `postgres://arbor@127.0.0.1:${await freePort()}/away` };
  const away = await arbor(['user', 'list'], { dataDir: folder, env });
  expect([away.code, away.stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL: .*ECONNREFUSED/)]);
  const database = await createDatabase('sqlite', { migrated: true });
  const nowhere = join(folder, 'missing', 'x.zip');
  const backup = await arbor(['db', 'backup', nowhere], database);
  expect([backup.code, backup.stderr]).toEqual([1, expect.stringContaining(`${join(folder, 'missing')}`)]);
  expect(backup.stderr).toContain('no such file or directory');
  expect(backup.stderr).not.toContain('ENOENT');
  await database.remove();
});

test('a database of a newer version stops server and commands, which name it; a migration is reverted on request', async () => {
  const database = await createDatabase('postgres', { migrated: true });
  const env = { DATABASE_URL: database.databaseUrl! };
  const run = (...args: string[]) => arbor(args, { dataDir: database.dataDir, env });
  expect((await run('db', 'migrate', '--down')).code).toBe(4);
  expect((await run('db', 'migrate', '--down', '9999-tomorrow', '--yes')).code).toBe(3);
  expect((await run('db', 'migrate', '--down', '--yes')).code).toBe(0);
  expect([(await run('user', 'list')).code, (await run('user', 'list')).stderr]).toEqual([
    1,
    expect.stringContaining('arbor db migrate'),
  ]);
  expect((await run('db', 'migrate')).code).toBe(0);
  await database.run("INSERT INTO migrations (name, executed_at) VALUES ('9999-tomorrow', 1)");
  const status = await run('db', 'status', '--format', 'csv');
  expect([status.code, status.stdout]).toEqual([0, expect.stringContaining('9999-tomorrow,unknown')]);
  for (const command of [
    ['user', 'list'],
    ['db', 'migrate'],
    ['db', 'migrate', '--down', '--yes'],
    ['user', 'create', 'a@example.com', '--link'],
    ['doctor'],
  ]) {
    const { code, stdout, stderr } = await run(...command);
    expect([command, code, stdout + stderr]).toEqual([command, 1, expect.stringContaining('9999-tomorrow')]);
  }
  const { code, output } = await startInVain({ ...env, DATA_DIR: database.dataDir });
  expect([code, output]).toEqual([1, expect.stringContaining('9999-tomorrow')]);
  await database.remove();
}, 120_000);

test('migrate --backup writes an archive before it migrates or reverts, and migrates nothing without it', async () => {
  const database = await createDatabase('sqlite', { migrated: true });
  const run = (...args: string[]) => arbor(['db', ...args], database);
  const archive = join(folder, 'before.zip');
  expect((await run('migrate', '--down', '--yes', '--backup', join(folder, 'missing', 'x.zip'))).code).toBe(1);
  expect((await run('status')).stderr).toContain('0 migrations pending');
  expect((await run('migrate', '--down', '--yes', '--backup', archive)).code).toBe(0);
  expect(existsSync(archive)).toBe(true);
  rmSync(archive);
  const backups = async () => {
    const { stdout } = await arbor(['audit', '--json'], database);
    return (JSON.parse(stdout) as { action: string }[]).filter(({ action }) => action === 'installation.backup').length;
  };
  expect((await run('migrate', '--backup', archive)).stderr).toContain('before.zip holds');
  // One archive before the revert, one before the migration.
  expect(await backups()).toBe(2);
  expect((await run('restore', archive, '--yes')).code).toBe(0);
  expect((await run('status')).stderr).toContain('0 migrations pending');
  rmSync(archive);
  expect((await run('migrate', '--backup', archive)).code).toBe(0);
  expect(existsSync(archive)).toBe(false);
  await database.remove();
});

test('a start or command without the secret of its database is refused and makes no other secret', async () => {
  const database = await createDatabase('sqlite', { migrated: true });
  const { dataDir } = database;
  const first = await startServer({ DATA_DIR: dataDir });
  await first.stop();
  expect(first.output()).toContain('First administrator: ');
  expect(first.output()).toMatch(/"event":"stopping".*"event":"stopped"/s);
  await arbor(['user', 'create', 'ada@example.com', '--admin', '--password-stdin'], { dataDir, stdin: 'North bed 12' });
  const second = await startServer({ DATA_DIR: dataDir });
  await second.stop();
  expect(second.output()).not.toContain('First administrator');
  rmSync(join(dataDir, 'secret'));
  const { code, output } = await startInVain({ DATA_DIR: dataDir });
  expect([code, output]).toEqual([1, expect.stringContaining('SESSION_SECRET: ')]);
  expect((await arbor(['user', 'list'], { dataDir })).code).toBe(1);
  expect((await arbor(['doctor'], { dataDir })).stdout).toContain('SESSION_SECRET: ');
  expect(existsSync(join(dataDir, 'secret'))).toBe(false);
  await database.remove();
}, 60_000);
