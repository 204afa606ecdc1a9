import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, execute } from '#db/connection.ts';
import { arbor } from '#tests/support/arbor.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { freePort } from '#tests/support/postgres.ts';
import { refuseMailsTo } from '#tests/support/refuse-mails.ts';
import { type SmtpServer, startSmtp } from '#tests/support/smtp.ts';

const ADA = 'ada@example.com';

let folder: string;
let dataDir: string;
let smtp: SmtpServer;
const run = (args: string[], env: Record<string, string> = {}) => arbor(['mail', 'test', ...args], { dataDir, env });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-mail-'));
  dataDir = join(folder, 'data');
  await arbor(['user', 'create', ADA, '--link'], { dataDir });
  smtp = await startSmtp();
});
afterAll(async () => {
  await smtp.stop();
  await rm(folder, { recursive: true, force: true });
});

test('mail test: one mail through the server of SMTP_URL, in the language asked for', async () => {
  const sent = await run([' Ada@Example.com ', '--json'], {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Notes <notes@example.com>',
  });
  const place = `127.0.0.1:${smtp.port}`;
  expect([sent.code, JSON.parse(sent.stdout)]).toEqual([0, [{ to: ADA, via: 'smtp', place }]]);
  expect(sent.stderr).toBe(`The mail server ${place} took a mail to ${ADA}\n`);
  expect(smtp.received).toMatchObject([{ from: 'notes@example.com', to: [ADA] }]);
  expect(smtp.received[0]?.message).toContain('Subject: Arbor can send mail');
  const written = await run([ADA, '--lng', 'zh']);
  expect([written.code, written.stdout, written.stderr]).toEqual([
    0,
    '',
    `未设置 SMTP_URL：发往 ${ADA} 的邮件在 ${join(dataDir, 'outbox')}\n`,
  ]);
  expect(await newestMail(dataDir, ADA)).toMatchObject({ subject: 'Arbor 可以发送邮件' });
});

test('doctor: names the addresses of accounts that refuse mails', async () => {
  const olga = 'olga@example.com';
  await arbor(['user', 'create', olga, '--link'], { dataDir });
  const { stdout } = await arbor(['user', 'list', '--format', 'json'], { dataDir });
  const { id } = (JSON.parse(stdout) as { id: string; email: string }[]).find(({ email }) => email === olga)!;
  await refuseMailsTo({ dataDir }, { id, email: olga });
  const examined = await arbor(['doctor', '--format', 'json'], { dataDir, env: { SMTP_URL: smtp.url } });
  expect(JSON.parse(examined.stdout)).toContainEqual(expect.objectContaining({ check: 'mail', state: 'advice' }));
  expect(examined.stdout).toContain(olga);
});

test('doctor: names mails that wait although they were tried, and a missing MAIL_FROM', async () => {
  const mailLines = async (env: Record<string, string>) => {
    const { stdout } = await arbor(['doctor', '--json'], { dataDir, env: { SMTP_URL: smtp.url, ...env } });
    const found = JSON.parse(stdout) as { check: string; detail: string }[];
    return found
      .filter(({ check }) => check === 'mail')
      .map(({ detail }) => detail)
      .join('\n');
  };
  const before = await mailLines({ MAIL_FROM: 'notes@example.com' });
  expect(before).not.toMatch(/MAIL_FROM|still wait/);
  connect({ dataDir });
  for (const attempts of [0, 3])
    await execute(
      `INSERT INTO mails (id, sealed, attempts, next_attempt_at, created_at, expires_at)
       VALUES ('m' || $attempts, 'x', $attempts, $later, 1767225600000, $later)`,
      { attempts, later: 32_503_680_000_000 },
    );
  await disconnect();
  const after = await mailLines({});
  expect(after).toContain('MAIL_FROM is not set: mails come from Arbor <arbor@localhost>');
  expect(after).toContain('1 mail was tried and still waits, since 2026-01-01 00:00 UTC');
  connect({ dataDir });
  await execute('DELETE FROM mails');
  await disconnect();
});

test('mail test: a failure is 1 and names the variable or the recipient, never a password', async () => {
  const port = await freePort();
  const away = await run([ADA], { SMTP_URL: `smtp://ada:hunter2@127.0.0.1:${port}` });
  expect([away.code, away.stdout]).toEqual([1, '']);
  expect(away.stderr).toMatch(/^SMTP_URL: the mail could not be sent \(.*ECONNREFUSED.*\)\n$/);
  expect(away.stderr).not.toContain('hunter2');
  smtp.answer(550);
  const refused = await run([ADA], { SMTP_URL: smtp.url });
  smtp.answer(null);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^The mail server refuses ada@example\.com \(.*not now.*\)\n$/),
  ]);
  const wrong = await run([ADA], { SMTP_URL: 'smtp://ada:hunter2' });
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/^SMTP_URL: got smtp:\/\/…, takes /)]);
  expect((await run(['nonsense'])).code).toBe(2);
});

test('mail test: in a wrong folder nothing is made', async () => {
  const environments: Record<string, string>[] = [{}, { SMTP_URL: smtp.url }, { SESSION_SECRET: 's'.repeat(32) }];
  for (const env of environments) {
    const typo = await run([ADA], { ...env, DATA_DIR: join(folder, 'typo') });
    expect([typo.code, typo.stderr]).toEqual([1, expect.stringContaining('There is no installation in')]);
  }
  expect(await readdir(folder)).toEqual(['data']);
});
