import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const WITHIN = { timeout: 30_000, interval: 50 };

/**
 * Supervises two workers that start as the file `mode` says: `serve`, `fail`, or `wait` until it says something else.
 */
const PROGRAM = `
import cluster from 'node:cluster';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const mode = () => readFileSync('mode', 'utf8');
if (cluster.isPrimary) {
  const { superviseWorkers } = await import(${JSON.stringify(new URL('workers.ts', import.meta.url).href)});
  process.exit(await superviseWorkers(2));
}
writeFileSync('pids/' + process.pid, '');
process.on('SIGTERM', () => process.exit(0));
while (mode() === 'wait') await new Promise((done) => setTimeout(done, 20));
if (mode() === 'fail') process.exit(3);
createServer().listen(0);
`;

async function supervised(program = process.execPath) {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-workers-'));
  const become = (mode: 'serve' | 'fail' | 'wait') => writeFile(join(folder, 'mode'), mode);
  await writeFile(
    join(folder, 'main.mjs'),
    `import { mkdirSync } from 'node:fs';\nmkdirSync('pids', { recursive: true });${PROGRAM}`,
  );
  await become('serve');
  const child: ChildProcess = spawn(program, ['main.mjs'], {
    cwd: folder,
    env: { ...process.env, LOG_LEVEL: 'info' },
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  const pids = async () => (await readdir(join(folder, 'pids')).catch(() => [])).map(Number);
  const living = async () => (await pids()).filter(isAlive).sort((one, other) => one - other);
  await expect.poll(async () => (await living()).length, WITHIN).toBe(2);
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0] as number;
  };
  return { become, pids, living, stop, reload: () => child.kill('SIGHUP'), output: () => output };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const REPLACED = 1500;
const pause = () => new Promise((done) => setTimeout(done, REPLACED));

test('a stop while every worker has ended and none is replaced yet ends at once', async () => {
  const { living, stop } = await supervised();
  for (const pid of await living()) process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await living()).length, { ...WITHIN, interval: 5 }).toBe(0);
  expect(await stop()).toBe(0);
});

test('a reload whose new worker ends stops there, and the next one replaces all', async () => {
  const { become, pids, living, stop, reload, output } = await supervised();
  const old = await living();
  await become('fail');
  reload();
  await expect.poll(output, WITHIN).toContain('reload-failed');
  // Longer than the delay after which an ended worker is replaced.
  await pause();
  expect([await living(), (await pids()).length]).toEqual([old, 3]);
  await become('serve');
  reload();
  await expect.poll(async () => (await living()).some((pid) => old.includes(pid)), WITHIN).toBe(false);
  await expect.poll(async () => (await living()).length, WITHIN).toBe(2);
  expect([await stop(), output().includes('worker-ended')]).toEqual([0, false]);
});

test('a worker that ends while it is replaced is replaced once', async () => {
  const { become, pids, living, stop, reload } = await supervised();
  const old = await living();
  await become('wait');
  reload();
  await expect.poll(async () => (await pids()).length, WITHIN).toBe(3);
  for (const pid of old) process.kill(pid, 'SIGKILL');
  await pause();
  await become('serve');
  await expect.poll(async () => (await living()).length, WITHIN).toBe(2);
  await pause();
  expect([(await living()).length, (await pids()).length]).toEqual([2, 4]);
  expect(await stop()).toBe(0);
});

test('SIGHUP during a reload starts another one after it', async () => {
  const { become, pids, living, stop, reload } = await supervised();
  await become('wait');
  reload();
  await expect.poll(async () => (await pids()).length, WITHIN).toBe(3);
  reload();
  reload();
  await become('serve');
  await expect.poll(async () => (await pids()).length, WITHIN).toBe(6);
  await pause();
  expect([(await living()).length, (await pids()).length]).toEqual([2, 6]);
  expect(await stop()).toBe(0);
});

test('a worker that the system cannot start is started once it can be; a reload says so and keeps the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-node-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'node');
  await copyFile(process.execPath, program);
  const { living, stop, reload, output } = await supervised(program);
  const old = await living();
  await rename(program, `${program}-away`);
  reload();
  await expect.poll(output, WITHIN).toContain('reload-failed');
  expect(await living()).toEqual(old);
  process.kill(old[0]!, 'SIGKILL');
  await expect.poll(output, WITHIN).toContain('a worker could not be started');
  await rename(`${program}-away`, program);
  await expect.poll(async () => (await living()).length, WITHIN).toBe(2);
  reload();
  await expect.poll(async () => (await living()).some((pid) => old.includes(pid)), WITHIN).toBe(false);
  expect(await stop()).toBe(0);
});
