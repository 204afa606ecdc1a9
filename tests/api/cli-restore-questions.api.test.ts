import { copyFile, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { arborScreen } from '#tests/support/pseudo-terminal.ts';

let folder: string;
let archive: string;
let dataDir: string;
let scratch: string;

const run = async (...args: string[]) => {
  const ran = await arbor(args, { dataDir });
  expect(ran).toMatchObject({ code: 0 });
  return ran.stdout;
};
const addresses = () => run('user', 'list', '--fields', 'email', '--format', 'csv');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-questions-'));
  archive = join(folder, 'all.zip');
  dataDir = join(folder, 'source');
  await run('user', 'create', 'ada@example.com', '--link');
  await run('db', 'backup', archive);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A used installation without the account of the archive. */
beforeEach(async () => {
  dataDir = await mkdtemp(join(folder, 'used-'));
  scratch = join(dataDir, 'scratch');
  await mkdir(scratch);
  await copyFile(join(folder, 'source/secret'), join(dataDir, 'secret'));
  await run('user', 'create', 'ben@example.com', '--link');
});

/** Answers the question of a restore at a terminal; returns the exit code. */
async function answer(key: string, ...args: string[]): Promise<number | null> {
  const screen = arborScreen(['db', 'restore', archive, ...args], { dataDir, columns: 400, env: { TMPDIR: scratch } });
  await Promise.race([screen.shows('[y/N]'), screen.ended()]);
  screen.press(key);
  const code = await screen.ended();
  expect(await readdir(scratch)).toEqual([]);
  return code;
}

test.each([
  ['y\r', 0, 'ada@example.com'],
  ['n\r', 4, 'ben@example.com'],
  ['\u0003', 4, 'ben@example.com'],
  ['\u0004', 4, 'ben@example.com'],
])('a restore over a used installation waits for its answer at a terminal (%j: exit %i)', async (key, code, email) => {
  expect(await answer(key)).toBe(code);
  expect((await addresses()).trim().split('\r\n').slice(1)).toEqual([email]);
});

test.each([
  ['y\r', 0, true],
  ['n\r', 4, false],
])('a restore of one account waits for its answer at a terminal (%j: exit %i)', async (key, code, isBack) => {
  expect(await answer(key, '--account', 'ada@example.com')).toBe(code);
  expect((await addresses()).includes('ada@example.com')).toBe(isBack);
});

test('a restore over a damaged database waits for its answer at a terminal', async () => {
  const file = await open(join(dataDir, 'arbor.sqlite'), 'r+');
  await file.write(Buffer.alloc(8192, 0x5a), 0, 8192, 0);
  await file.close();
  const aside = async () => (await readdir(dataDir)).filter((name) => name.includes('.damaged-'));
  expect([await answer('n\r'), await aside()]).toEqual([4, []]);
  expect([await answer('y\r'), await aside()]).toEqual([0, [expect.any(String)]]);
  expect(await addresses()).toContain('ada@example.com');
});
