import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { Collector } from '#tests/support/collector.ts';
import { createDatabase } from '#tests/support/database.ts';

let folder: string;
let dataDir: string;
const run = (args: string[], env: Record<string, string> = {}, where = dataDir) => arbor(args, { dataDir: where, env });
/** Runs the doctor and returns its rows. */
const examine = async (env: Record<string, string> = {}): Promise<{ check: string; state: string }[]> =>
  JSON.parse((await run(['doctor', '--json'], env)).stdout);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-doctor-'));
  dataDir = join(folder, 'data');
  await run(['user', 'create', 'ada@example.com', '--link']);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('advice is 0, what is broken is 1 and named', async () => {
  const well = await examine();
  const stateOf = (found: { check: string; state: string }[]) =>
    Object.fromEntries(found.map(({ check, state }) => [check, state]));
  expect(stateOf(well)).toMatchObject({ database: 'ok', schema: 'ok', storage: 'ok', mail: 'advice', ai: 'advice' });
  expect((await run(['doctor'])).code).toBe(0);
  const ill = await run(['doctor', '--format', 'json'], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'notes@example.com',
    AI_BASE_URL: 'http://127.0.0.1:1/v1',
    AI_MODEL: 'oak',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  });
  expect(ill.code).toBe(1);
  expect(stateOf(JSON.parse(ill.stdout))).toMatchObject({
    database: 'broken',
    mail: 'broken',
    ai: 'broken',
    telemetry: 'broken',
  });
  const unfit = await run(['doctor'], { PORT: 'many' });
  expect([unfit.code, unfit.stdout]).toEqual([1, expect.stringContaining('PORT: got "many"')]);
});

test('misspelt variables are told, as by config; a SQLite file that does not open is named', async () => {
  const env = { SMPT_URL: 'smtp://mail.example.com', LIMIT_ALL: '9/10' };
  const doctor = await run(['doctor'], env);
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('SMTP_URL is probably meant')]);
  expect(doctor.stdout).toContain('LIMIT_ALL is no variable of Arbor');
  const config = await run(['config', '--lng', 'zh'], env);
  expect([config.code, config.stderr]).toEqual([0, expect.stringContaining('可能想写 SMTP_URL')]);
  const other = join(folder, 'unreadable');
  await mkdir(join(other, 'arbor.sqlite'), { recursive: true });
  const ill = await run(['doctor'], {}, other);
  expect([ill.code, ill.stdout]).toEqual([1, expect.stringContaining(`${other}/arbor.sqlite cannot be used: SQLITE_`)]);
  expect(ill.stdout).not.toContain('DATABASE_URL');
});

test('a replica that does not answer is advice, as the database stands in for it', async () => {
  const { databaseUrl, remove } = await createDatabase('postgres', { migrated: true });
  const replicaOf = async (DATABASE_READ_URL: string) => {
    const found = await examine({ DATABASE_URL: databaseUrl!, DATABASE_READ_URL });
    return found.find(({ check }) => check === 'replica');
  };
  expect(await replicaOf(databaseUrl!)).toMatchObject({ state: 'ok' });
  const away = await replicaOf('postgres://nobody@127.0.0.1:1/none');
  expect(away).toMatchObject({ state: 'advice', detail: expect.stringContaining('DATABASE_READ_URL') });
  await remove();
});

test('a collector is asked with its headers; a refusal is broken', async () => {
  const collector = new Collector();
  await collector.start();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret%20key' };
  const asked = async (more = {}) => {
    const found = await examine({ ...env, ...more });
    return found.find(({ check }) => check === 'telemetry');
  };
  expect(await asked()).toMatchObject({ state: 'ok', detail: expect.stringContaining(new URL(collector.url).host) });
  expect(collector.requests.map(({ path, headers }) => [path, headers['api-key']])).toEqual([
    ['/v1/traces', 'secret key'],
  ]);
  collector.status = 401;
  expect(await asked()).toMatchObject({ state: 'broken', detail: expect.stringContaining('HTTP 401') });
  collector.stop();
});
