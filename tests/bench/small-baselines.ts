import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { median, percentile, type Sample } from '#tests/bench/measure.ts';

const RUNS = 9;
const INSERTS = 300;

/** Measures the minimum cost of a save: one row with a document's text in one durable transaction. */
export async function bareInserts(folder: string, text: string): Promise<Sample> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(join(folder, 'bare.sqlite'), (error) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const run = (sql: string, values: unknown[] = []) =>
    new Promise<void>((resolve, reject) => {
      database.run(sql, values, (error) => (error ? reject(error) : resolve()));
    });
  await run('PRAGMA journal_mode = WAL');
  await run('PRAGMA synchronous = FULL');
  await run('CREATE TABLE IF NOT EXISTS texts (id INTEGER PRIMARY KEY, content TEXT NOT NULL)');
  const latencies: number[] = [];
  const startedAt = performance.now();
  for (let nth = 0; nth < INSERTS; nth++) {
    const from = performance.now();
    await run('INSERT INTO texts (content) VALUES (?)', [text]);
    latencies.push(performance.now() - from);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await new Promise<void>((resolve) => {
    database.close(() => resolve());
  });
  latencies.sort((a, b) => a - b);
  return { perSecond: INSERTS / seconds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

/** Returns the milliseconds that Node takes to start and exit. */
export function emptyNodeStart(): number {
  return runsOf(['-e', '0']);
}

export const ARBOR = join(import.meta.dirname, '../../cli/bin.js');

/** Returns the milliseconds of a command from call to exit. */
export function commandRun(args: string[], dataDir: string): number {
  return runsOf([ARBOR, ...args], { DATA_DIR: dataDir });
}

function runsOf(args: string[], env: Record<string, string> = {}): number {
  const times = Array.from({ length: RUNS }, () => {
    const from = performance.now();
    spawnSync(process.execPath, args, { env: { ...process.env, ...env } });
    return performance.now() - from;
  });
  return median(times);
}
