import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbor, IN_A_MONTH } from '#tests/support/arbor.ts';
import { Client } from '#tests/support/client.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { freePort } from '#tests/support/postgres.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const ADA = 'ada@example.com';
const BEN = 'ben@example.com';
const CHO = 'cho@example.com';
const PASSWORD = 'Garden12';
const COLUMNS = ['id', 'email', 'displayName', 'username', 'role', 'status', 'verified', 'createdAt'];

let dataDir: string;
let server: RunningServer;
const run = (args: string[], stdin?: string, env?: Record<string, string>) =>
  arbor(['user', ...args], { dataDir, ...(stdin === undefined ? {} : { stdin }), ...(env ? { env } : {}) });
const rows = async (args: string[]) => JSON.parse((await run([...args, '--format', 'json'])).stdout);
const signIn = async (email: string, password = PASSWORD) => {
  const client = new Client(server.url);
  const { body } = await client.api.post('/api/auth/login', { email, password });
  return { client, code: body.statusCode };
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'arbor-cli-'));
  await run(['create', ADA, '--admin', '--password-stdin'], `${PASSWORD}\n`);
  await run(['create', BEN, '--password-stdin'], `${PASSWORD}\n`);
  await run(['create', CHO, '--password-stdin'], `${PASSWORD}\n`);
  server = await startServer({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('list: the same flat rows in JSON and CSV, searched, filtered, sorted and cut', async () => {
  const all = await rows(['list']);
  expect(all.map(Object.keys)).toEqual([COLUMNS, COLUMNS, COLUMNS]);
  expect(all.map(({ email }: { email: string }) => email)).toEqual([ADA, BEN, CHO]);
  const csv = await run(['list', '--sort', 'email', '--order', 'desc', '--limit', '1', '--format', 'csv']);
  expect(csv.stdout).toBe(
    `${COLUMNS.join(',')}\r\n${Object.values(all[2])
      .map((value) => value ?? '')
      .join(',')}\r\n`,
  );
  expect(csv.stderr).toBe('1 of 3 accounts\n');
  expect(await rows(['list', '--keyword', 'BEN@'])).toEqual([all[1]]);
  expect(await rows(['list', '--role', 'ADMIN'])).toEqual([all[0]]);
  expect(await rows(['list', '--status', 'DELETED'])).toEqual([]);
  expect((await run(['list', '--sort', 'age'])).code).toBe(2);
  expect((await run(['list', '--limit', '0'])).code).toBe(2);
  const table = await run(['list', '--lng', 'zh']);
  expect(table.stdout).toMatch(/^邮箱 .*\nada@example.com {2}管理员/);
});

test('suspend and activate: sessions end at once, signing in is refused until it is let in again', async () => {
  const { client } = await signIn(BEN);
  expect(await rows(['suspend', BEN, ` ${CHO.toUpperCase()}`])).toMatchObject([
    { email: BEN, status: 'SUSPENDED' },
    { email: CHO, status: 'SUSPENDED' },
  ]);
  expect((await client.api.get('/api/auth/me')).body.statusCode).toBe(1000);
  expect((await signIn(BEN)).code).toBe(2004);
  expect((await run(['activate', BEN, CHO])).code).toBe(0);
  expect((await signIn(BEN)).code).toBe(0);
});

test('an unknown address among several: 3, named, and nothing done', async () => {
  const before = await rows(['list']);
  for (const change of ['promote', 'demote', 'suspend', 'activate', 'restore', 'delete']) {
    const ran = await run([change, CHO, 'nobody@example.com']);
    expect([change, ran.code, ran.stdout, ran.stderr]).toEqual([change, 3, '', 'No account: nobody@example.com\n']);
  }
  expect((await run(['reset-password', 'nobody@example.com', '--link'])).code).toBe(3);
  expect(await rows(['list'])).toEqual(before);
});

test('the last administrator: 4, and nothing done', async () => {
  for (const args of [
    ['demote', ADA],
    ['suspend', BEN, ADA],
    ['delete', ADA],
    ...['demote', 'suspend', 'delete'].map((change) => [change, ADA, '--yes']),
  ]) {
    const ran = await run(args);
    expect([args, ran.code, ran.stdout]).toEqual([args, 4, '']);
    expect(ran.stderr).toContain('This is the last administrator');
  }
  expect((await rows(['list'])).map(({ status }: { status: string }) => status)).toEqual([
    'ACTIVE',
    'ACTIVE',
    'ACTIVE',
  ]);
  expect((await run(['promote', BEN, '--yes'])).code).toBe(0);
  expect((await run(['demote', ADA])).code).toBe(0);
  expect((await run(['promote', ADA])).code).toBe(0);
  expect((await run(['demote', BEN])).code).toBe(0);
});

test('delete: off a terminal only with --yes; restore brings the account back', async () => {
  const refused = await run(['delete', CHO]);
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    4,
    '',
    'There is no terminal to ask on: nothing was changed. Add --yes to agree\n',
  ]);
  expect((await signIn(CHO)).code).toBe(0);
  expect(await rows(['delete', CHO, '--yes'])).toMatchObject([{ email: CHO, status: 'DELETED' }]);
  expect((await signIn(CHO)).code).toBe(2004);
  expect((await run(['suspend', CHO])).code).toBe(4);
  expect(await rows(['restore', CHO])).toMatchObject([{ email: CHO, status: 'ACTIVE' }]);
  expect((await signIn(CHO)).code).toBe(0);
});

test('purge: nothing before thirty days are over; afterwards it shows, asks, and takes what it says', async () => {
  await run(['create', 'dora@example.com', '--password-stdin'], `${PASSWORD}\n`);
  await run(['delete', 'dora@example.com', '--yes']);
  const early = await run(['purge']);
  expect([early.code, early.stderr]).toEqual([0, '0 accounts removed\n']);
  const dry = await run(['purge', '--dry-run', '--format', 'json'], undefined, IN_A_MONTH);
  expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject([0, [{ email: 'dora@example.com' }]]);
  expect((await run(['purge'], undefined, IN_A_MONTH)).code).toBe(4);
  expect(await rows(['list', '--status', 'DELETED'])).toHaveLength(1);
  const purged = await run(['purge', '--yes', '--format', 'csv'], undefined, IN_A_MONTH);
  expect([purged.code, purged.stderr]).toEqual([0, '1 account removed\n']);
  expect(purged.stdout).toContain('dora@example.com');
  expect(await rows(['list', '--keyword', 'dora'])).toEqual([]);
  expect((await signIn('dora@example.com')).code).toBe(2003);
});

test('reset-password: by stdin it works at once, by link when the link is used; sessions end either way', async () => {
  const { client } = await signIn(CHO);
  expect((await run(['reset-password', CHO, '--password-stdin'], 'weak\n')).code).toBe(2);
  expect((await run(['reset-password', CHO])).code).toBe(2);
  expect((await run(['reset-password', CHO, '--link', '--password-stdin'], 'Orchard34\n')).code).toBe(2);
  expect((await client.api.get('/api/auth/me')).status).toBe(200);
  const [row] = JSON.parse(
    (await run(['reset-password', CHO, '--password-stdin', '--format', 'json'], 'Orchard34\n')).stdout,
  );
  expect(Object.keys(row)).toEqual(COLUMNS);
  expect((await client.api.get('/api/auth/me')).status).toBe(401);
  expect([(await signIn(CHO)).code, (await signIn(CHO, 'Orchard34')).code]).toEqual([2003, 0]);
  const [{ link }] = await rows(['reset-password', CHO, '--link']);
  const { pathname, search } = new URL(link);
  const browser = new Client(server.url);
  await browser.page.follow(await browser.page.get(pathname + search));
  await browser.page.post('/reset-password', { password: PASSWORD, passwordConfirm: PASSWORD });
  expect((await signIn(CHO)).code).toBe(0);
});

test('invite: by mail, in the language asked for; with --link the account itself', async () => {
  const mailed = await run(['invite', 'emil@example.com', '--lng', 'zh']);
  expect([mailed.code, mailed.stderr]).toEqual([0, '已邀请 emil@example.com\n']);
  expect((await mailsTo(dataDir, 'emil@example.com'))[0]?.subject).toBe('邀请你使用 Arbor');
  const [made] = await rows(['invite', 'fay@example.com', '--link']);
  expect(made.link).toMatch(/^http:\/\/localhost:3000\/reset-password\?tempId=/);
  expect(await mailsTo(dataDir, 'fay@example.com')).toEqual([]);
  expect((await run(['invite', BEN])).code).toBe(1);
  expect((await run(['invite', 'nonsense'])).code).toBe(2);
  expect((await run(['invite', 'gus@example.com'], undefined, { REGISTRATION: 'closed' })).code).toBe(4);
  const unreachable = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` };
  const failed = await run(['invite', 'gus@example.com'], undefined, unreachable);
  expect([failed.code, failed.stderr]).toEqual([1, 'The e-mail could not be sent\n']);
});

test('--help shows an example of every command, in both languages, and wrong usage is 2', async () => {
  const names = ['list', 'create', 'promote', 'demote', 'suspend', 'activate', 'delete', 'restore', 'purge'];
  for (const name of [...names, 'reset-password', 'invite']) {
    const { code, stdout } = await run([name, '--help', '--lng', 'zh']);
    expect([name, code]).toEqual([name, 0]);
    expect(stdout).toContain(`  arbor user ${name}`);
    expect((await run([name, '--nonsense'])).code).toBe(2);
  }
  expect((await run(['suspend'])).code).toBe(2);
});
