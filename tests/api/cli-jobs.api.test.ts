import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAILY_JOBS } from '#app/schemas/job-names.ts';
import { arbor } from '#tests/support/arbor.ts';

let folder: string;
let dataDir: string;
const run = (args: string[], env: Record<string, string> = {}) => arbor(['job', ...args], { dataDir, env });
const find = async (name: string, env: Record<string, string> = {}) => {
  const jobs = JSON.parse((await run(['list', '--json'], env)).stdout) as { name: string; lastRunAt: string | null }[];
  return jobs.find((job) => job.name === name);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-jobs-'));
  dataDir = join(folder, 'data');
  await arbor(['user', 'create', 'ada@example.com', '--link'], { dataDir });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('job run: the job runs now, and the list shows when', async () => {
  expect(await find('prune-files')).toMatchObject({ lastRunAt: null });
  const ran = await run(['run', 'prune-files', '--json']);
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([0, [{ name: 'prune-files', removed: 0, imports: 0 }]]);
  expect(ran.stderr).toMatch(/^prune-files has run in [\d.]+ s\n$/);
  expect(Date.now() - Date.parse((await find('prune-files'))?.lastRunAt ?? '')).toBeLessThan(600_000);
  const table = await run(['list', '--lng', 'zh']);
  expect(table.stdout).toMatch(/^任务 +周期 +上次运行 +结果 +下次运行\n/);
  expect(table.stdout).toMatch(/^purge-accounts +每天 +从未 +已到期$/m);
  expect(table.stdout).toMatch(/^backup +未启用 +从未$/m);
});

test('job run: the counts of every job have headings of the language, and the list fits into 80 columns', async () => {
  for (const name of DAILY_JOBS) {
    const { code, stdout } = await run(['run', name, '--lng', 'zh']);
    expect([name, code, /[a-z_]{2,}/.exec(stdout.split('\n')[0]!)?.[0]]).toEqual([name, 0, undefined]);
  }
  const { stdout } = await run(['list', '--lng', 'en']);
  for (const line of stdout.split('\n')) expect([line, stringWidth(line) <= 80]).toEqual([line, true]);
});

test('job run backup: makes the archive of the schedule, and is refused without one', async () => {
  const refused = await run(['run', 'backup']);
  expect([refused.code, refused.stdout]).toEqual([4, '']);
  expect(refused.stderr).toContain('set BACKUP_CRON and BACKUP_DIR');
  const env = { BACKUP_CRON: '30 2 * * *', BACKUP_DIR: join(folder, 'backups') };
  const made = await run(['run', 'backup', '--format', 'csv'], env);
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^name,seconds,rows\r\nbackup,/)]);
  expect((await readdir(env.BACKUP_DIR)).sort()).toEqual([expect.stringMatching(/\.backup$/), 'arbor-files']);
  const listed = await find('backup', env);
  expect(listed).toMatchObject({ cron: '30 2 * * *', nextRunAt: expect.stringMatching(/T02:30:00\.000Z$/) });
});

test('job run: help names every job and its work; an unknown one is 2', async () => {
  const { stdout } = await run(['run', '--help', '--lng', 'zh']);
  expect(stdout).toMatch(/ {2}remove-expired +清除过期的会话/);
  expect((await run(['run', 'nonsense'])).code).toBe(2);
  expect((await run(['run'])).code).toBe(2);
});
