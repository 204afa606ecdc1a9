import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';

const ADA = 'ada@example.com';
let dataDir: string;
const run = (args: string[]) => arbor(args, { dataDir });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'arbor-fields-'));
  await run(['user', 'create', ADA, '--link']);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('--fields: these fields in this order, in JSON and CSV, of lists that are printed and streamed', async () => {
  const rows: [string[], object, string][] = [
    [['user', 'list', '--fields', 'status, email'], { status: 'ACTIVE', email: ADA }, 'status,email\r\n'],
    [['user', 'show', ADA, '--fields', 'documents'], { documents: 0 }, 'documents\r\n'],
    [['quota', 'list', '--fields', 'monthlyUsed'], { monthlyUsed: 0 }, 'monthlyUsed\r\n'],
    [['audit', '--fields', 'via,action'], { via: 'cli', action: 'user.create' }, 'via,action\r\n'],
    [['config', '--fields', 'variable'], { variable: 'HOST' }, 'variable\r\n'],
  ];
  for (const [args, row, head] of rows) {
    const [first] = JSON.parse((await run(args)).stdout);
    expect(JSON.stringify(first)).toBe(JSON.stringify(row));
    expect((await run([...args, '--json'])).stdout).toBe((await run(args)).stdout);
    expect((await run([...args, '--format', 'csv'])).stdout).toMatch(new RegExp(`^${head}`));
  }
});

test('--fields: an unknown field is 2, named with those there are, and nothing is printed', async () => {
  for (const command of [['job', 'list'], ['audit'], ['quota', 'list', '--format', 'csv']]) {
    const { code, stdout, stderr } = await run([...command, '--fields', 'nope,id']);
    expect([command, code, stdout]).toEqual([command, 2, '']);
    expect(stderr).toMatch(/^No such field: nope(, id)?\. There are \w+, /);
  }
  expect((await run(['user', 'list', '--fields', 'a b'])).code).toBe(2);
  const table = await run(['user', 'list', '--fields', 'id', '--format', 'table']);
  expect([table.code, table.stdout, table.stderr]).toEqual([2, '', '--fields is for JSON and CSV, not for tables\n']);
  expect((await run(['user', 'list', '--fields', 'nope', '--lng', 'zh'])).stderr).toMatch(
    /^没有字段 nope。可用的有 id, email/,
  );
});

test('every command that lists rows takes --json and --fields', async () => {
  const lists = ['user list', 'user show', 'session list', 'token list', 'quota list', 'quota get', 'limit list'];
  for (const command of [
    ...lists,
    'file list',
    'group list',
    'group show',
    'job list',
    'audit',
    'config',
    'usage report',
  ]) {
    const { stdout } = await run([...command.split(' '), '--help']);
    expect([command, /--json .*[\s\S]*--fields <names>/.test(stdout)]).toEqual([command, true]);
  }
});
