import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import stringWidth from 'string-width';
import { expect, onTestFinished, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { arborScreen, type Screen } from '#tests/support/pseudo-terminal.ts';
import { startS3 } from '#tests/support/s3.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const ENTER = '\r';
const DOWN = '\u001b[B';
const ESCAPE = '\u001b';
const CLEAR = '\u0015';
const LEFT = '\u001b[D';
const HOME = '\u001b[H';
const END = '\u001b[F';
const DELETE = '\u001b[3~';

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-setup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    file: join(folder, 'arbor.env'),
    read: async () => parseEnv(await readFile(join(folder, 'arbor.env'), 'utf8')),
  };
}

/** Waits for each question, then presses the keys that answer it. */
async function answer(screen: Screen, ...steps: [question: string, keys: string][]): Promise<void> {
  for (const [question, keys] of steps) {
    await screen.shows(question);
    // Each key is a read of its own, as at a terminal.
    for (const key of keys === '' ? [ENTER] : [keys, ENTER]) screen.press(key);
  }
}

test('setup: asks, refuses what does not fit, goes back, and writes a file and an administrator', async () => {
  const { folder, file, read } = await place();
  const screen = arborScreen(['setup', file], { dataDir: folder, columns: 160 });
  await answer(
    screen,
    ['Which language', ''],
    ['Where do documents lie?', ''],
    ['Which folder for data?', ''],
    ['At which address', 'notes.example.com'],
  );
  await screen.shows('APP_URL does not take this');
  screen.press(CLEAR);
  await answer(screen, ['At which address', 'https://notes.example.com'], ['Does a proxy', '']);
  await screen.shows('On which port');
  screen.press(ESCAPE);
  await answer(
    screen,
    ['Does a proxy', ''],
    ['On which port', `${CLEAR}`],
    ['Required', '4321'],
    ['How are mails sent?', DOWN],
    ['Where do uploaded files lie?', ''],
    ['Back up by itself?', ''],
    ['Into which folder?', ''],
    ['When?', ''],
    ['Encrypt backups?', ''],
    ['Make the first administrator now?', DOWN],
    ["administrator's e-mail", 'ada'],
    ['Email is invalid', '@example.com'],
    ['The password?', 'secret'],
    ['Password must contain', `${CLEAR}Secret12`],
  );
  const review = await screen.shows('Write it');
  expect(review).toContain('BACKUP_PASSPHRASE=********');
  expect(review).toContain('APP_URL=https://notes.example.com');
  expect(await readdir(folder)).toEqual(['terminal']);
  screen.press(ENTER);
  const end = await screen.shows('ada@example.com can sign in');
  expect(end).not.toContain('Secret12');
  await screen.shows(`node --env-file=${file} scripts/start.js`);
  expect(await screen.ended()).toBe(0);
  const { BACKUP_PASSPHRASE, ...written } = await read();
  expect(written).toEqual({
    DATA_DIR: join(folder, 'data'),
    APP_URL: 'https://notes.example.com',
    TRUST_PROXY: 'loopback',
    PORT: '4321',
    BACKUP_DIR: join(folder, 'data/backups'),
    BACKUP_CRON: '30 2 * * *',
  });
  expect(BACKUP_PASSPHRASE).toMatch(/^[\w-]{32}$/);
  expect(screen.raw()).not.toContain(BACKUP_PASSPHRASE);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { stdout } = await arbor(['user', 'list', '--json'], { dataDir: join(folder, 'data') });
  expect(JSON.parse(stdout)).toMatchObject([{ email: 'ada@example.com', role: 'ADMIN' }]);
});

test('setup: a database that does not answer is said and kept on purpose only; one that answers is taken', async () => {
  const { folder, file } = await place();
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const screen = arborScreen(['setup', file], { dataDir: folder });
  await answer(screen, ['Which language', ''], ['Where do documents lie?', DOWN]);
  await answer(screen, ['Which PostgreSQL database?', 'postgres://arbor:hidden@127.0.0.1:9/arbor']);
  const refused = await screen.shows('It does not work');
  expect(refused).not.toContain('hidden');
  screen.press(ENTER);
  await screen.shows('Which folder for data?');
  screen.press(ESCAPE);
  await screen.shows('Which PostgreSQL database?');
  screen.press(CLEAR);
  screen.press(`${postgres.url}\r`);
  await screen.shows('Which folder for data?');
  screen.press('\u0003');
  expect(await screen.ended()).toBe(4);
  expect(await readdir(folder)).toEqual(['terminal']);
});

test('setup: a mail server and a bucket that refuse are said, ones that take are passed', async () => {
  const { folder, file, read } = await place();
  const [smtp, s3] = await Promise.all([startSmtp(), startS3()]);
  onTestFinished(async () => void (await Promise.all([smtp.stop(), s3.stop()])));
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3.environment;
  const screen = arborScreen(['setup', file], { dataDir: folder, columns: 160 });
  await answer(
    screen,
    ['Which language', ''],
    ['Where do documents lie?', ''],
    ['Which folder for data?', ''],
    ['At which address', ''],
    ['On which port', ''],
    ['How are mails sent?', ''],
    ['Which mail server?', `smtp://ada:hidden@127.0.0.1:${smtp.port}`],
  );
  expect(await screen.shows('It does not work')).not.toContain('hidden');
  screen.press(CLEAR);
  await answer(
    screen,
    ['Which mail server?', smtp.url],
    ['Who sends the mails?', ''],
    ['Where do uploaded files lie?', DOWN],
    ['At which address is the S3 service?', S3_ENDPOINT!],
    ['In which region?', ''],
    ['Which bucket?', 'no-such-bucket'],
    ['Which access key?', 'nobody'],
    ['And its secret?', S3_SECRET_ACCESS_KEY!],
  );
  expect(await screen.shows('in our records')).toContain('in our records. Correct it');
  screen.press(ESCAPE);
  await answer(
    screen,
    ['Which access key?', `${CLEAR}${S3_ACCESS_KEY_ID}`],
    ['And its secret?', S3_SECRET_ACCESS_KEY!],
  );
  expect(await screen.shows('It does not work')).not.toContain(`> ${S3_SECRET_ACCESS_KEY}`);
  screen.press(ESCAPE);
  await screen.shows('Which access key?');
  screen.press(ESCAPE);
  await answer(
    screen,
    ['Which bucket?', `${CLEAR}${S3_BUCKET}`],
    ['Which access key?', ''],
    ['And its secret?', S3_SECRET_ACCESS_KEY!],
    ['Back up by itself?', DOWN],
  );
  await answer(screen, ['Make the first administrator now?', `${DOWN}${DOWN}`], ['Write it', '']);
  await screen.shows('Start Arbor');
  expect(await screen.ended()).toBe(0);
  const { DATA_DIR: _folder, ...written } = await read();
  expect(written).toEqual({ SMTP_URL: smtp.url, ...s3.environment });
  expect([smtp.received, await s3.keys()]).toEqual([[], []]);
});

test('setup: a folder that is not there, or takes no file, is told before the first question', async () => {
  const { folder } = await place();
  const missing = join(folder, 'nowhere/arbor.env');
  const told = `Nothing can be written into ${folder}/nowhere (no such file or directory)`;
  const screen = arborScreen(['setup', missing], { dataDir: folder, columns: 160 });
  expect(await screen.ended()).toBe(1);
  expect(screen.raw()).toContain(told);
  const locked = arborScreen(['setup', '/proc/arbor.env'], { dataDir: folder, columns: 160 });
  expect([await locked.ended(), locked.raw()]).toEqual([1, expect.stringContaining('written into /proc (')]);
  const given = await arbor(['setup', missing, '--yes', '--set', 'PORT=4000'], { dataDir: folder });
  expect([given.code, given.stderr]).toEqual([1, expect.stringContaining(told)]);
  const chinese = await arbor(['setup', missing, '--yes', '--lng', 'zh'], { dataDir: folder });
  expect([chinese.code, chinese.stderr]).toEqual([1, expect.stringContaining('无法写入文件夹')]);
});

test('setup: the cursor moves in a text, where letters are written and taken away', async () => {
  const { folder, file } = await place();
  const screen = arborScreen(['setup', file], { dataDir: folder });
  await answer(screen, ['Which language', ''], ['Where do documents lie?', '']);
  await screen.shows('Which folder for data?');
  for (const keys of [CLEAR, '/srv/rbor', LEFT, LEFT, LEFT, LEFT]) screen.press(keys);
  screen.press('a');
  await screen.shows('/srv/a▏rbor');
  for (const keys of [HOME, DELETE, END, '2', HOME]) screen.press(keys);
  await screen.shows('▏srv/arbor2');
  screen.press('/');
  await screen.shows('/▏srv/arbor2');
  screen.press('\u0003');
  await screen.ended();
});

test.each([
  ['en', 40],
  ['zh', 40],
  ['en', 80],
  ['zh', 80],
] as const)('setup in %s at %i columns: no line is too long, and NO_COLOR draws no colour', async (lng, columns) => {
  const { folder, file } = await place();
  const screen = arborScreen(['setup', file, '--lng', lng], {
    dataDir: folder,
    columns,
    rows: 24,
    env: { NO_COLOR: '1' },
  });
  const counter = (step: number) => (lng === 'en' ? `${step} of ` : `第 ${step} 步`);
  for (let step = 1; step <= 7; step += 1) {
    const drawn = await screen.shows(counter(step));
    for (const line of drawn.split(/\r?\n/)) expect([line, stringWidth(line) <= columns]).toEqual([line, true]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with it
    expect(screen.raw()).not.toMatch(/\u001b\[(?:1|2|3\d|9\d)m/);
    screen.press(ENTER);
  }
  screen.press('\u0003');
  await screen.ended();
});

test('setup without a terminal: says what to do; --yes writes what is given, refuses what does not fit or is there', async () => {
  const { folder, file, read } = await place();
  const setup = (args: string[], env: Record<string, string> = {}) =>
    arbor(['setup', file, ...args], { dataDir: folder, env });
  const asked = await setup([]);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--set NAME=VALUE')]);
  const wrong = await setup(['--yes', '--set', 'PORT=many']);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('PORT: got "many"')]);
  const unknown = await setup(['--yes', '--set', 'COLOUR=red']);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('COLOUR')]);
  expect(await readdir(folder)).toEqual([]);
  const SMTP_URL = 'smtp://ada:secret@mail.example.com';
  const given = ['--yes', '--set', 'PORT=4000', '--set', 'SMTP_URL'];
  const done = await setup(given, { SMTP_URL });
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining(`node --env-file=${file} scripts/start.js`)]);
  expect(done.stderr).not.toContain('secret');
  expect(await read()).toEqual({ PORT: '4000', SMTP_URL });
  expect((await setup(given, { SMTP_URL })).code).toBe(4);
  expect((await setup(['--yes', '--replace', '--set', 'PORT=4001'])).code).toBe(0);
  expect(await read()).toEqual({ PORT: '4001' });
});
