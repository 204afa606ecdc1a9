import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, disconnect, execute, inTransaction } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { ARBOR, commandRun, emptyNodeStart } from '#tests/bench/small-baselines.ts';

/** Milliseconds of each command, and figures of a report over many accounts. */
export type CliFound = {
  emptyNodeMs: number;
  versionMs: number;
  quotaMs: number;
  others: Record<string, number>;
  report: { users: number; seconds: number; peakMegabytes: number; lines: number };
};

const USERS = 100_000;
const EMAIL = 'user000001@example.com';
const OTHERS = ['--help', 'user list --limit 20', 'db status', 'usage report --limit 20'];
const SAMPLE_MS = 10;

type Step = (text: string) => void;

/** Measures interactive commands and a report of maximum length. */
export async function benchCli(folder: string, step: Step): Promise<CliFound> {
  const dataDir = join(folder, 'cli');
  mkdirSync(dataDir);
  step('Writing one account');
  await fillAccounts(dataDir, 1);
  step('Running commands');
  // Run twice: the first run fills the compile cache.
  commandRun(['quota', 'get', EMAIL], dataDir);
  const emptyNodeMs = emptyNodeStart();
  const versionMs = commandRun(['--version'], dataDir);
  const quotaMs = commandRun(['quota', 'get', EMAIL], dataDir);
  const others = Object.fromEntries(OTHERS.map((line) => [line, commandRun(line.split(' '), dataDir)]));
  step(`Writing ${USERS} accounts with a call each`);
  await fillAccounts(dataDir, USERS);
  step('Reporting');
  const report = await csvReport(dataDir);
  return { emptyNodeMs, versionMs, quotaMs, others, report };
}

/** Inserts accounts as the services would, in one statement. */
async function fillAccounts(dataDir: string, count: number): Promise<void> {
  connect({ dataDir });
  try {
    await migrate();
    const bind = { count, now: Date.now() };
    const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $count)';
    await inTransaction(async () => {
      await execute(
        `INSERT INTO users (id, email, status, role, verified_at, created_at, updated_at)
         SELECT 'c' || printf('%023d', n), printf('user%06d@example.com', n), 'ACTIVE', 'USER', $now, $now, $now
         FROM (${numbers} SELECT n FROM numbers) WHERE true ON CONFLICT DO NOTHING`,
        bind,
      );
      await execute(
        `INSERT INTO ledger (id, request_id, user_id, feature, model, reserved, prompt_tokens, completion_tokens,
           status, started_at)
         SELECT 'c' || printf('%023d', n), 'c' || printf('%023d', n), 'c' || printf('%023d', n), 'ask', 'oak', 0,
           n % 977, n % 89, 'done', $now
         FROM (${numbers} SELECT n FROM numbers) WHERE true ON CONFLICT DO NOTHING`,
        bind,
      );
    });
  } finally {
    await disconnect();
  }
}

async function csvReport(dataDir: string): Promise<CliFound['report']> {
  const from = performance.now();
  const child = spawn(process.execPath, [ARBOR, 'usage', 'report', '--format', 'csv'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, DATA_DIR: dataDir },
  });
  let peakMegabytes = 0;
  let lines = 0;
  child.stdout.on('data', (bytes: Buffer) => {
    for (const byte of bytes) if (byte === 10) lines += 1;
  });
  const sample = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid!));
  }, SAMPLE_MS);
  const [code] = await once(child, 'close');
  clearInterval(sample);
  if (code !== 0) throw new Error(`The report ended with ${code}`);
  return { users: USERS, seconds: (performance.now() - from) / 1000, peakMegabytes, lines };
}

/** Returns the peak memory of a process in MB; 0 after its end. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH')
      return 0;
    throw error;
  }
}
