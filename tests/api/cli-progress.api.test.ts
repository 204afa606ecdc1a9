import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, execute, select } from '#db/connection.ts';
import { arbor } from '#tests/support/arbor.ts';
import { arborScreen } from '#tests/support/pseudo-terminal.ts';

/** Enough that a backup takes longer than the keys of the test. */
const ROWS = 200_000;

let dataDir: string;
let folder: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'arbor-progress-'));
  folder = await mkdtemp(join(tmpdir(), 'arbor-progress-backups-'));
  await arbor(['user', 'create', 'ada@example.com', '--link'], { dataDir });
  connect({ dataDir });
  await execute(
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS})
     INSERT INTO ledger (id, request_id, user_id, feature, model, reserved, prompt_tokens, status, started_at)
     SELECT 'call' || n, 'call' || n, users.id, 'ask', 'oak', 0, 1, 'done', n FROM numbers, users
     WHERE users.email = 'ada@example.com'`,
    {},
  );
  await disconnect();
});
afterAll(async () => {
  for (const each of [dataDir, folder]) await rm(each, { recursive: true, force: true });
});

const rowsNow = async () => {
  connect({ dataDir });
  const [row] = await select<{ n: number }>('SELECT count(*) AS n FROM ledger');
  await disconnect();
  return row!.n;
};

test.each([
  ['en', 40, 'rows/s', 'Stop? y / n'],
  ['zh', 40, '每秒', '停止吗？'],
  ['en', 160, 'rows/s', 'Stop? y / n'],
] as const)(
  'backup in %s at %i columns: shows how far it is; a stop asks first, and leaves no archive',
  async (lng, columns, rate, question) => {
    const file = join(folder, `${lng}${columns}.zip`);
    const screen = arborScreen(['db', 'backup', file, '--lng', lng], { dataDir, columns });
    const drawn = await screen.shows(rate);
    for (const line of drawn.split(/\r?\n/)) expect([line, stringWidth(line) <= columns]).toEqual([line, true]);
    screen.press('q');
    await screen.shows(question);
    screen.press('y');
    expect(await screen.ended()).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('restore and verify: stopped in the middle, everything is as before; without a stop they end as elsewhere', async () => {
  const file = join(folder, 'all.zip');
  expect((await arbor(['db', 'backup', file], { dataDir })).code).toBe(0);
  connect({ dataDir });
  await execute(`DELETE FROM ledger WHERE id = 'call1'`, {});
  await disconnect();
  const restore = arborScreen(['db', 'restore', file, '--yes'], { dataDir });
  await restore.shows('rows/s');
  restore.press('\u0003');
  await restore.shows('Stopped: everything is as it was');
  expect(await restore.ended()).toBe(1);
  expect(await rowsNow()).toBe(ROWS - 1);

  const scratch = () => readdir(folder);
  const verify = arborScreen(['db', 'verify', file], { dataDir, env: { TMPDIR: folder } });
  await verify.shows('rows/s');
  verify.press('\u0003');
  expect(await verify.ended()).toBe(1);
  expect(await scratch()).toEqual(['all.zip']);

  const done = arborScreen(['db', 'restore', file, '--yes'], { dataDir });
  await done.shows('start the server anew');
  expect(await done.ended()).toBe(0);
  expect(await rowsNow()).toBe(ROWS);
});
