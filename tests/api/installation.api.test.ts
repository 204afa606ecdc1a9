import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { startS3 } from '#tests/support/s3.ts';
import { SECRET } from '#tests/support/secret.ts';
import { startInVain, startServer } from '#tests/support/server.ts';
import { download, upload } from '#tests/support/upload.ts';

const OTHER = 'another secret than that of the installation';

let database: TestDatabase;
let elsewhere: string;
beforeAll(async () => {
  database = await createDatabase('postgres', { migrated: true });
  elsewhere = await mkdtemp(join(tmpdir(), 'arbor-elsewhere-'));
});
afterAll(async () => {
  await rm(elsewhere, { recursive: true });
  await database.remove();
});

const environment = () => ({ DATABASE_URL: database.databaseUrl!, DATA_DIR: database.dataDir });
const run = (args: string[], env: Record<string, string> = {}) =>
  arbor(args, { dataDir: database.dataDir, env: { ...environment(), ...env } });
const doctor = async (env: Record<string, string>) => {
  const { stdout } = await run(['doctor', '--format', 'json'], env);
  const found: { check: string; state: string; detail: string }[] = JSON.parse(stdout);
  return found.find(({ check }) => check === 'installation');
};

test('a process with another secret or folder than its database does not start, and says how to mend it', async () => {
  const first = await startServer(environment());
  expect(await doctor({})).toMatchObject({ state: 'ok' });
  for (const [env, variable] of [
    [{ SESSION_SECRET: OTHER }, 'SESSION_SECRET: '],
    [{ SESSION_SECRET: SECRET, DATA_DIR: elsewhere }, `DATA_DIR: ${elsewhere}`],
  ] as const) {
    const { code, output } = await startInVain({ ...environment(), ...env });
    expect([code, output.trimEnd().split('\n')]).toEqual([1, [expect.stringContaining(variable)]]);
    expect(output).toContain('arbor db adopt');
    expect(await doctor(env)).toMatchObject({ state: 'broken', detail: expect.stringContaining(variable) });
    const backup = await run(['db', 'backup', join(elsewhere, 'x.zip')], env);
    expect([backup.code, backup.stderr]).toEqual([1, expect.stringContaining(variable)]);
  }
  expect((await run(['user', 'list'], { SESSION_SECRET: OTHER })).code).toBe(1);
  const second = await startServer(environment());
  await Promise.all([first.stop(), second.stop()]);
});

test('a deliberate change is accepted by arbor db adopt, which asks first', async () => {
  const { DATA_DIR, ...rest } = environment();
  const moved = { ...rest, DATA_DIR: elsewhere, SESSION_SECRET: OTHER };
  await cp(join(DATA_DIR, 'uploads'), join(elsewhere, 'uploads'), { recursive: true });
  expect((await run(['db', 'adopt'], moved)).code).toBe(4);
  expect((await run(['db', 'adopt', '--yes'], moved)).code).toBe(0);
  expect((await run(['db', 'adopt', '--yes', '--lng', 'zh'], moved)).stderr).toContain('已经属于本站');
  const server = await startServer(moved);
  await server.stop();
  const { code, output } = await startInVain(environment());
  expect([code, output]).toEqual([1, expect.stringContaining('SESSION_SECRET')]);
  await rm(join(elsewhere, 'uploads'), { recursive: true });
  expect((await startInVain(moved)).output).toContain('DATA_DIR');
});

test('a bucket of another installation is refused, by server, move and prune; a moved one is taken', async () => {
  const s3 = await startS3();
  const own = await createDatabase('sqlite', { migrated: true });
  const server = await startServer({ DATA_DIR: own.dataDir });
  const olga = await newPerson(server);
  await makeDocument(olga);
  const { file } = await upload(olga, 'Plums', { fileName: 'plums.txt', ext: 'txt' });
  await server.stop();
  const inBucket = { ...s3.environment, DATA_DIR: own.dataDir };
  expect((await startInVain(inBucket)).output).toContain('arbor file move --to s3');
  const move = await arbor(['file', 'move', '--to', 's3'], {
    dataDir: own.dataDir,
    env: { ...s3.environment, STORAGE: 'local' },
  });
  expect(move.code).toBe(0);
  const there = await startServer(inBucket);
  expect((await download(there, olga, file.downloadUrl)).status).toBe(200);
  await there.stop();
  const stranger = await createDatabase('sqlite', { migrated: true });
  expect((await startInVain({ ...s3.environment, DATA_DIR: stranger.dataDir })).output).toContain('S3_BUCKET');
  await (await startServer({ DATA_DIR: stranger.dataDir })).stop();
  for (const command of [
    ['file', 'prune'],
    ['file', 'move', '--to', 's3'],
  ]) {
    const { code, stderr } = await arbor(command, { dataDir: stranger.dataDir, env: s3.environment });
    expect([command, code, stderr]).toEqual([command, 1, expect.stringContaining('S3_BUCKET')]);
  }
  await Promise.all([own.remove(), stranger.remove(), s3.stop()]);
});
