import {
  database,
  dialect,
  execute,
  inTransaction,
  inTurn,
  isInTransaction,
  select,
  writerThread,
} from '#db/connection.ts';
import { noteDuration, publishStatement } from '#db/observe-statements.ts';
import { spoilRecording } from '#db/recorded-reads.ts';
import type { SqliteWriter } from '#db/sqlite-writer.ts';
import { equalRows, isMet, type Outcome, plainStep, type Step } from '#db/write-step.ts';

export type { Step } from '#db/write-step.ts';

/** Thrown if a step did not meet its expectation. Nothing was written: read again and prepare a new batch. */
export class BatchRefused extends Error {
  readonly step: Step;

  constructor(step: Step) {
    super('The database has changed since a batch was prepared');
    this.step = step;
  }
}

/** Steps that lock the trees of owners until the batch ends (PostgreSQL; SQLite has one writer anyway). */
export const lockTreeSteps = (ownerIds: Iterable<string>): Step[] =>
  dialect() === 'postgres'
    ? [...ownerIds].sort().map((name) => ({ sql: 'SELECT pg_advisory_xact_lock(hashtext($name))', bind: { name } }))
    : [];

/**
 * Runs prepared statements in one transaction, all or none. On SQLite with a writer thread the main thread only sends
 * the batch and receives the answer, on PostgreSQL it waits twice, so that the lock is not held while pages are
 * rendered. Joins an open transaction, which the caller lets fail on an error. Throws `BatchRefused`.
 */
export async function writeBatch(steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  spoilRecording();
  const outcomes = await outcomesOf(steps);
  for (const [at, { found, done }] of steps.entries()) {
    found?.(outcomes[at] as never[]);
    done?.(Number(outcomes[at]));
  }
}

async function outcomesOf(steps: readonly Step[]): Promise<Outcome[]> {
  if (isInTransaction()) return runHere(steps);
  const writer = writerThread();
  if (!writer && dialect() === 'sqlite') return inTransaction(() => runHere(steps));
  const { outcomes, refused } = await inTurn(() => (writer ? runInThread(writer, steps) : runInPipeline(steps)));
  if (refused !== undefined) throw new BatchRefused(steps[refused]!);
  return outcomes;
}

async function runInPipeline(steps: readonly Step[]) {
  const { runInPostgres } = await import('#db/postgres-batch.ts');
  return runInPostgres(await database(), steps);
}

async function runInThread(writer: SqliteWriter, steps: readonly Step[]) {
  for (const { sql } of steps) publishStatement(sql);
  const answer = await writer.run(steps.map(plainStep));
  for (const [at, ms] of answer.milliseconds.entries()) noteDuration(steps[at]!.sql, ms);
  return answer;
}

async function runHere(steps: readonly Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    const outcome = await outcomeHere(step);
    if (!isMet(step, outcome)) throw new BatchRefused(step);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function outcomeHere({ sql, bind, expects, found }: Step): Promise<Outcome> {
  if (found) return select(sql, bind);
  return typeof expects === 'object' ? equalRows(await select(sql, bind), expects.rows) : execute(sql, bind);
}
