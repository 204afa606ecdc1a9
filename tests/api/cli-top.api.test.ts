import { hostname } from 'node:os';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { arbor, arborInto } from '#tests/support/arbor.ts';
import { createDatabase, inShortOn } from '#tests/support/database.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { arborScreen } from '#tests/support/pseudo-terminal.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

type Row = { name: string; awaySeconds: number | null; requestsPerSecond: number; p99Ms: number } & Record<
  string,
  unknown
>;

/** Sends requests until the returned function is called. */
function busy({ url }: RunningServer): () => Promise<void> {
  let isOver = false;
  const sending = (async () => {
    while (!isOver) await fetch(`${url}/login`);
  })();
  return () => {
    isOver = true;
    return sending;
  };
}

test.each(inShortOn('postgres'))(
  'top: figures of each process; one that was killed is away, one that stopped is gone (%s)',
  async (dialect) => {
    const database = await createDatabase(dialect, { migrated: true });
    const place = { DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir };
    const env: Record<string, string> = database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {};
    const top = async (...args: string[]) => {
      const { code, stdout, stderr } = await arbor(['top', ...args], { dataDir: database.dataDir, env });
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    const rows = async () => JSON.parse(await top('--json')) as Row[];
    expect(await top('--once')).toContain('No server runs on this database');
    expect(await rows()).toEqual([]);

    const [first, second] = [await startServer(place), await startServer(place)];
    const nameOf = ({ pid }: RunningServer) => `${hostname()}:${pid}`;
    const rest = busy(first);
    const found = await rows();
    await rest();
    expect(found.map(({ name }) => name)).toEqual([nameOf(first), nameOf(second)]);
    const [one, other] = found as [Row, Row];
    expect([one.awaySeconds, one.requestsPerSecond > 0, one.p99Ms > 0]).toEqual([null, true, true]);
    expect(one).toMatchObject({ errorsPerSecond: 0, unavailable: 0, liveDocuments: 0, aiRunning: 0, mailsWaiting: 0 });
    expect(other.requestsPerSecond).toBe(0);
    expect(one.connectionsMax).toBe(dialect === 'postgres' ? 10 : null);

    await second.stop('SIGKILL');
    const left = await rows();
    expect(left.map(({ awaySeconds }) => awaySeconds !== null)).toEqual([false, true]);
    expect(await top('--once', '--lng', 'zh')).toMatch(/已有 \d+ 秒没有响应/);
    await first.stop();
    expect((await rows()).map(({ name }) => name)).toEqual([nameOf(second)]);
    await database.remove();
  },
);

test('top on a terminal: each worker has a row; the database going away is said, and coming back too; q leaves', async () => {
  const postgres = await startPostgres();
  const server = await startServer({ DATABASE_URL: postgres.url, WORKERS: '2', SESSION_SECRET: 'x'.repeat(40) });
  const env = { DATABASE_URL: postgres.url, SESSION_SECRET: 'x'.repeat(40) };
  const screen = arborScreen(['top'], { dataDir: server.dataDir, columns: 80, env });
  await screen.shows('Arbor, 2 processes');
  await screen.shows('connections');
  const again = await postgres.halt();
  await screen.shows('DATABASE_URL');
  screen.press('x');
  await again();
  const drawn = await screen.shows('requests/s');
  for (const line of drawn.split(/\r?\n/)) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  screen.press('q');
  expect(await screen.ended()).toBe(0);
  expect(screen.raw()).toContain('\u001b[?1049l');
  expect(screen.raw()).toContain('\u001b[?25h');
  await server.remove();
  await postgres.stop();
});

test('top at 40 columns in Chinese: no line is too long, and a wider window shows more columns', async () => {
  const server = await startServer();
  const screen = arborScreen(['top', '--lng', 'zh', '--no-color'], { dataDir: server.dataDir, columns: 40 });
  const drawn = await screen.shows('循环毫秒');
  for (const line of drawn.split(/\r?\n/)) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  expect(drawn).not.toContain('CPU %');
  screen.resize(160);
  await screen.shows('CPU %');
  screen.press('q');
  expect(await screen.ended()).toBe(0);
  await server.remove();
});

test('without a terminal lines come one look after the other, until the reader leaves', async () => {
  const server = await startServer();
  const { code, stdout } = await arbor(['top', '--format', 'csv', '--fields', 'name,awaySeconds'], {
    dataDir: server.dataDir,
  });
  expect([code, stdout]).toEqual([0, `name,awaySeconds\r\n${hostname()}:${server.pid},\r\n`]);
  const read = await arborInto('head -n 18', ['top'], { dataDir: server.dataDir });
  expect([read.code, read.stderr]).toEqual([0, '']);
  expect(read.stdout.match(/requests\/s/g)?.length).toBeGreaterThanOrEqual(2);
  await server.remove();
});
