import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, execute, select } from '#db/connection.ts';
import { arbor } from '#tests/support/arbor.ts';
import { arborScreen } from '#tests/support/pseudo-terminal.ts';

const ADA = 'ada@example.com';
const LONG = 'benjamin.with.a.very.long.address.indeed@example.com';
const ENTER = '\r';
const DOWN = '\u001b[B';
const ESCAPE = '\u001b';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'arbor-screens-'));
  for (const email of [ADA, LONG]) await arbor(['user', 'create', email, '--link'], { dataDir });
  connect({ dataDir });
  const users = await select<{ id: string; email: string }>('SELECT id, email FROM users');
  for (const { id, email } of users) {
    const tokens = email === ADA ? 4200 : 17;
    await execute(
      `INSERT INTO ledger (id, request_id, user_id, feature, model, reserved, prompt_tokens, status, started_at)
       VALUES ($id, $id, $id, 'ask', 'oak', 0, $tokens, 'done', $now)`,
      { id, tokens, now: Date.now() },
    );
    await execute('INSERT INTO quotas (user_id, month, used) VALUES ($id, $month, $tokens)', {
      id,
      tokens,
      month: new Date().toISOString().slice(0, 7),
    });
  }
  await disconnect();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('usage report on a terminal: filtered as one types, into the days of an account and back, left by q', async () => {
  const screen = arborScreen(['usage', 'report'], { dataDir });
  const first = await screen.shows('█');
  expect(first).toContain('requests: 2, tokens: 4\u2009217');
  expect(first).toMatch(/▸ ada@example\.com .*█/);
  screen.press('/');
  await screen.shows('Filter: ▏');
  screen.press('benj');
  await screen.shows('▸ benjamin');
  screen.press(ESCAPE);
  await screen.shows('▸ ada@');
  screen.press(ENTER);
  await screen.shows(`▸ ${new Date().toISOString().slice(0, 10)}`);
  screen.press(ESCAPE);
  await screen.shows('▸ ada@');
  screen.press('q');
  expect(await screen.ended()).toBe(0);
});

test('Ctrl+Z gives the terminal back, and the screen is drawn anew when the command goes on', async () => {
  const screen = arborScreen(['usage', 'report'], { dataDir });
  await screen.shows('▸ ada@');
  // No shell could continue the command here, so that the system lets it run on.
  screen.press('\u001a');
  await screen.shows('▸ ada@');
  const raw = screen.raw();
  const [left, back] = [raw.indexOf('\u001b[?1049l'), raw.indexOf('\u001b[?1049h')];
  expect([left >= 0, back > left]).toEqual([true, true]);
  screen.press('q');
  expect(await screen.ended()).toBe(0);
});

test('usage report on a terminal: a reset asks in place; no leaves it, yes does it', async () => {
  const usedBy = async (email: string) =>
    JSON.parse((await arbor(['quota', 'get', email, '--format', 'json'], { dataDir })).stdout)[0].monthlyUsed;
  const screen = arborScreen(['usage', 'report'], { dataDir });
  await screen.shows('▸ ada@');
  screen.press('r');
  await screen.shows(`Begin the month anew for ${ADA}?`);
  screen.press('n');
  await screen.shows('q quit');
  expect(await usedBy(ADA)).toBe(4200);
  screen.press(DOWN);
  await screen.shows('▸ benj');
  screen.press('r');
  await screen.shows('Begin the month anew for benj');
  screen.press('y');
  await screen.shows('0 / 100\u2009000');
  screen.press('\u0003');
  await screen.ended();
  expect([await usedBy(ADA), await usedBy(LONG)]).toEqual([4200, 0]);
});

test('usage watch: what is used meanwhile appears by itself, in Chinese at 40 columns, no line too long', async () => {
  const screen = arborScreen(['usage', 'watch', '--lng', 'zh', '--no-color'], { dataDir, columns: 40 });
  const drawn = await screen.shows('█');
  for (const line of drawn.split(/\r?\n/)) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  connect({ dataDir });
  await execute(
    `INSERT INTO ledger (id, request_id, user_id, feature, model, reserved, prompt_tokens, status, started_at)
     SELECT 'later', 'later', id, 'ask', 'oak', 0, 1000, 'done', $now FROM users WHERE email = $email`,
    { now: Date.now(), email: ADA },
  );
  await disconnect();
  await screen.shows('5\u2009200');
  screen.press('q');
  expect(await screen.ended()).toBe(0);
});

test('at 160 columns in Chinese numbers and bars have their columns, and no line is too long; NO_COLOR draws no colour', async () => {
  const screen = arborScreen(['usage', 'report', '--lng', 'zh'], { dataDir, columns: 160, env: { NO_COLOR: '1' } });
  const drawn = await screen.shows('█');
  expect(drawn).toMatch(/▸ ada@example\.com +\d × +[\d\u2009]+ .* \/ 100\u2009000 +█/);
  for (const line of drawn.split(/\r?\n/)) expect(stringWidth(line)).toBeLessThanOrEqual(160);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with it
  expect(screen.raw()).not.toMatch(/\u001b\[(?:1|2|3\d|9\d)m/);
  screen.press('\u0003');
  await screen.ended();
});

test('a window made narrower and wider again is drawn anew, and no line is too long', async () => {
  const screen = arborScreen(['usage', 'report'], { dataDir, columns: 120 });
  await screen.shows('▸ ada@');
  for (const columns of [40, 100]) {
    screen.resize(columns);
    const drawn = await screen.shows('q quit');
    expect(drawn).toContain('▸ ada@');
    for (const line of drawn.split(/\r?\n/)) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  }
  screen.press('q');
  expect(await screen.ended()).toBe(0);
});

test('at 40 columns a question is not cut off; Ctrl-C at it changes nothing and gives the terminal back', async () => {
  const screen = arborScreen(['usage', 'watch'], { dataDir, columns: 40 });
  await screen.shows('▸ ada@');
  screen.press('r');
  await screen.shows('? y / n');
  screen.press('\u0003');
  await screen.ended();
  const [quota] = JSON.parse((await arbor(['quota', 'get', ADA, '--format', 'json'], { dataDir })).stdout);
  expect(quota.monthlyUsed).toBe(4200);
  expect(screen.raw()).toContain('\u001b[?1049l');
  expect(screen.raw()).toContain('\u001b[?25h');
});
