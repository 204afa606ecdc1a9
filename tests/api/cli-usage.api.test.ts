import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, execute, select } from '#db/connection.ts';
import { arbor, arborInto, arborTo } from '#tests/support/arbor.ts';

const [ADA, BEN] = ['ada@example.com', 'ben@example.com'];
const QUOTA = ['userId', 'email', 'monthlyLimit', 'monthlyUsed', 'lastResetDate'];
const SUMS = ['requests', 'promptTokens', 'completionTokens', 'totalTokens'];
const DAY_MS = 86_400_000;

let dataDir: string;
const run = (args: string[]) => arbor(args, { dataDir });
const rows = async (args: string[]) => JSON.parse((await run([...args, '--format', 'json'])).stdout);
const used = async () =>
  Object.fromEntries(
    (await rows(['quota', 'list'])).map((row: Record<string, unknown>) => [row.email, row.monthlyUsed]),
  );

/** Creates settled calls: one today for each of the two accounts, one of Ada's on the first day of 2026. */
async function fillLedger(): Promise<void> {
  connect({ dataDir });
  const users = await select<{ id: string; email: string }>('SELECT id, email FROM users');
  const [ada, ben] = [ADA, BEN].map((email) => users.find((user) => user.email === email)!.id);
  const calls = [
    { user: ada, feature: 'ask', model: 'oak', prompt: 100, completion: 20, at: Date.now() },
    { user: ben, feature: 'shorten', model: 'oak', prompt: 30, completion: 5, at: Date.now() },
    { user: ada, feature: 'ask', model: 'ash, "old"', prompt: 7, completion: 1, at: Date.parse('2026-01-01') },
  ];
  for (const [index, call] of calls.entries()) {
    await execute(
      `INSERT INTO ledger (id, request_id, user_id, feature, model, reserved, prompt_tokens, completion_tokens, status,
         started_at) VALUES ($id, $id, $user, $feature, $model, 0, $prompt, $completion, 'done', $at)`,
      { id: `c${String(index).padStart(23, '0')}`, ...call },
    );
  }
  for (const [id, tokens] of [
    [ada, 120],
    [ben, 35],
  ]) {
    await execute('INSERT INTO quotas (user_id, month, used) VALUES ($id, $month, $tokens)', {
      id,
      tokens,
      month: new Date().toISOString().slice(0, 7),
    });
  }
  await disconnect();
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'arbor-cli-'));
  await run(['user', 'create', ADA, '--link']);
  await run(['user', 'create', BEN, '--link']);
  await fillLedger();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('usage report: by user with the allowance, sorted, cut, one account alone', async () => {
  const report = await rows(['usage', 'report']);
  expect(report.map(Object.keys)).toEqual([
    [...QUOTA, ...SUMS],
    [...QUOTA, ...SUMS],
  ]);
  expect(report).toMatchObject([
    { email: ADA, monthlyUsed: 120, requests: 1, promptTokens: 100, completionTokens: 20, totalTokens: 120 },
    { email: BEN, monthlyUsed: 35, totalTokens: 35 },
  ]);
  expect(await rows(['usage', 'report', '--limit', '1'])).toEqual([report[0]]);
  expect(await rows(['usage', 'report', '--user', ` ${BEN.toUpperCase()}`])).toEqual([report[1]]);
  expect((await rows(['usage', 'report', '--sort', 'email'])).map(({ email }: { email: string }) => email)).toEqual([
    ADA,
    BEN,
  ]);
});

test('usage report: by day, model and feature, of a month or from day to day, both included', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const sums = { requests: 1, promptTokens: 7, completionTokens: 1, totalTokens: 8 };
  expect(await rows(['usage', 'report', '--by', 'day', '--month', '2026-01'])).toEqual([
    { date: '2026-01-01', ...sums },
  ]);
  expect(await rows(['usage', 'report', '--by', 'day', '--from', '2026-01-01', '--to', '2026-01-01'])).toHaveLength(1);
  expect(await rows(['usage', 'report', '--by', 'day', '--from', '2026-01-01'])).toMatchObject([
    { date: '2026-01-01' },
    { date: today, requests: 2 },
  ]);
  const most = ['usage', 'report', '--by', 'day', '--from', '2026-01-01', '--sort', 'tokens', '--limit', '1'];
  expect(await rows(most)).toMatchObject([{ date: today, requests: 2 }]);
  expect(await rows(['usage', 'report', '--by', 'feature'])).toMatchObject([
    { feature: 'ask', totalTokens: 120 },
    { feature: 'shorten', totalTokens: 35 },
  ]);
  const csv = await run(['usage', 'report', '--by', 'model', '--month', '2026-01', '--format', 'csv']);
  expect(csv.stdout).toBe(`model,${SUMS.join(',')}\r\n"ash, ""old""",1,7,1,8\r\n`);
  expect(csv.stderr).toBe('1 row; requests: 1, tokens: 8\n');
  expect(await rows(['usage', 'report', '--by', 'day', '--month', '2025-01'])).toEqual([]);
  for (const [by, name] of Object.entries({ day: 'date', model: 'model', feature: 'feature' })) {
    const none = await run(['usage', 'report', '--by', by, '--month', '2025-01', '--format', 'csv']);
    expect(none.stdout).toBe(`${name},${SUMS.join(',')}\r\n`);
  }
});

test('usage report: what it does not take is 2, an unknown account 3', async () => {
  for (const wrong of [
    ['--month', '2026-13'],
    ['--month', 'January'],
    ['--from', '2026-02-30'],
    ['--to', '2026-02-01'],
    ['--from', '2026-02-02', '--to', '2026-02-01'],
    ['--month', '2026-01', '--from', '2026-01-01'],
    ['--by', 'owner'],
    ['--sort', 'age'],
    ['--limit', '0'],
    ['--format', 'xml'],
  ]) {
    const ran = await run(['usage', 'report', ...wrong]);
    expect([wrong, ran.code, ran.stdout]).toEqual([wrong, 2, '']);
  }
  expect((await run(['usage', 'report', '--user', 'nobody@example.com'])).code).toBe(3);
});

test('off a terminal a report is a table of text, in either language', async () => {
  const { stdout, code } = await run(['usage', 'report', '--by', 'feature']);
  expect([code, stdout]).toEqual([
    0,
    'Feature  Requests  Prompt  Answer  Tokens\nask             1     100      20     120\nshorten         1      30       5      35\n',
  ]);
  expect((await run(['usage', 'report', '--lng', 'zh'])).stdout).toMatch(/^邮箱 .*词元\n/);
});

test('usage report: the cost by price, only if there are prices', async () => {
  const priced = { dataDir, env: { AI_PRICES: 'oak=10/40', AI_CURRENCY: 'EUR' } };
  const report = await arbor(['usage', 'report', '--by', 'feature', '--json'], priced);
  expect(JSON.parse(report.stdout)).toMatchObject([
    { feature: 'ask', cost: 0 },
    { feature: 'shorten', cost: 0 },
  ]);
  expect((await arbor(['usage', 'report'], priced)).stdout).toMatch(/Cost \(EUR\)\n/);
  expect((await run(['usage', 'report'])).stdout).not.toContain('Cost');
  const wrong = await arbor(['usage', 'report'], { dataDir, env: { AI_PRICES: 'oak=ten' } });
  expect(wrong.stderr).toContain('AI_PRICES');
});

test('ceiling: set for the installation and a group, listed with what is used, removed', async () => {
  expect(await rows(['ceiling', 'list'])).toEqual([]);
  const ofAll = {
    groupId: null,
    groupName: null,
    monthlyTokens: 500,
    monthlyCost: null,
    monthlyUsed: 155,
    reserved: 0,
  };
  expect(await rows(['ceiling', 'set', '--tokens', '500'])).toMatchObject([ofAll]);
  await run(['group', 'create', 'Editors']);
  await run(['group', 'add', 'Editors', BEN]);
  const ofGroup = { groupName: 'Editors', monthlyTokens: null, monthlyCost: 12.5, monthlyUsed: 35 };
  expect(await rows(['ceiling', 'set', '--group', 'editors', '--cost', '12.5'])).toMatchObject([ofGroup]);
  expect(await rows(['ceiling', 'list'])).toMatchObject([ofAll, ofGroup]);
  expect((await run(['ceiling', 'list'])).stdout).toMatch(/The whole installation .*500/);
  expect(await rows(['ceiling', 'remove', '--group', 'Editors'])).toMatchObject([ofGroup]);
  expect((await run(['ceiling', 'remove', '--group', 'Editors'])).code).toBe(3);
  expect((await run(['ceiling', 'remove'])).stderr).toBe('The ceiling is removed\n');
  for (const wrong of [[], ['--tokens', '-1'], ['--cost', '1.234'], ['--cost', 'much']])
    expect((await run(['ceiling', 'set', ...wrong])).code).toBe(2);
  // The ceiling of everyone is the installation's.
  for (const group of ['Nobody', 'everyone'])
    expect((await run(['ceiling', 'set', '--group', group, '--tokens', '1'])).code).toBe(3);
});

test('quota: get, and set at once or only shown; 0 allows nothing', async () => {
  expect((await rows(['quota', 'get', ADA])).map(Object.keys)).toEqual([QUOTA]);
  expect(await rows(['quota', 'get', ADA])).toMatchObject([{ email: ADA, monthlyLimit: 100_000, monthlyUsed: 120 }]);
  expect(await rows(['quota', 'set', ADA, '500', '--dry-run'])).toMatchObject([{ monthlyLimit: 500 }]);
  expect(await rows(['quota', 'get', ADA])).toMatchObject([{ monthlyLimit: 100_000 }]);
  expect(await rows(['quota', 'set', ADA, '500'])).toMatchObject([{ monthlyLimit: 500 }]);
  expect((await run(['quota', 'set', BEN, '0'])).stderr).toBe(`${BEN} may use 0 tokens a month\n`);
  expect((await rows(['quota', 'list'])).map((row: { monthlyLimit: number }) => row.monthlyLimit)).toEqual([500, 0]);
  for (const tokens of ['-1', '1.5', 'many', '']) expect((await run(['quota', 'set', ADA, tokens])).code).toBe(2);
  expect((await run(['quota', 'get', 'nobody@example.com'])).code).toBe(3);
  expect((await run(['quota', 'set', 'nobody@example.com', '5'])).code).toBe(3);
});

test('quota reset: needs --yes off a terminal, does all or nothing, and leaves the ledger', async () => {
  const before = await used();
  expect((await run(['quota', 'reset', ADA])).code).toBe(4);
  expect((await run(['quota', 'reset', '--all'])).code).toBe(4);
  expect((await run(['quota', 'reset', ADA, 'nobody@example.com', '--yes'])).code).toBe(3);
  expect((await run(['quota', 'reset', '--yes'])).code).toBe(2);
  expect((await run(['quota', 'reset', ADA, '--all', '--yes'])).code).toBe(2);
  expect(await rows(['quota', 'reset', ADA, '--dry-run'])).toMatchObject([{ email: ADA, monthlyUsed: 120 }]);
  expect((await run(['quota', 'reset', '--all', '--dry-run'])).stderr).toBe('2 accounts would be reset\n');
  expect(await used()).toEqual(before);
  expect(await rows(['quota', 'reset', ADA, '--yes'])).toMatchObject([{ email: ADA, monthlyUsed: 0 }]);
  expect(await used()).toEqual({ [ADA]: 0, [BEN]: 35 });
  const [{ lastResetDate: once }] = await rows(['quota', 'get', ADA]);
  expect((await run(['quota', 'reset', '--all', '--yes'])).stderr).toBe('2 accounts reset\n');
  const [{ lastResetDate: twice }] = await rows(['quota', 'get', ADA]);
  expect(Date.parse(twice)).toBeGreaterThan(Date.parse(once));
  expect(await used()).toEqual({ [ADA]: 0, [BEN]: 0 });
  expect(await rows(['usage', 'report'])).toMatchObject([{ totalTokens: 120 }, { totalTokens: 35 }]);
  const [{ lastResetDate }] = await rows(['quota', 'get', ADA]);
  expect(Date.now() - Date.parse(lastResetDate)).toBeLessThan(DAY_MS);
});

test('a closed pipe keeps the exit code of the result, and output that cannot be written ends with one line', async () => {
  const ill = await arborInto('head -n 1', ['doctor'], { dataDir, env: { REGISTRATION: 'Foo' } });
  expect([ill.code, ill.stderr]).toEqual([1, '1 thing is broken\n']);
  for (const [lng, text] of [
    ['en', 'The output cannot be written (no space left on device)'],
    ['zh', '无法写出输出（no space left on device）'],
  ]) {
    const written = await arborTo('/dev/full', ['user', 'list', '--lng', lng!], { dataDir });
    expect([written.code, written.stderr.split('\n').at(-2)]).toEqual([1, text]);
  }
});

test('a closed pipe (`| head`) ends a long list without a word', async () => {
  connect({ dataDir });
  await execute(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
    INSERT INTO users (id, email, status, role, created_at, updated_at)
    SELECT 'c' || printf('%023d', n), printf('u%06d@example.com', n), 'ACTIVE', 'USER', 0, 0 FROM numbers`);
  await disconnect();
  for (const line of ['quota list --format csv', 'usage report --format json', 'user list --limit 20000']) {
    const { code, stdout, stderr } = await arborInto('head -n 1', line.split(' '), { dataDir });
    expect([line, code, stderr.replace(/^\d+ (?:of \d+ )?(?:accounts|rows).*\n/, '')]).toEqual([line, 0, '']);
    expect(stdout.split('\n')).toHaveLength(2);
  }
});
