import { parentPort, workerData } from 'node:worker_threads';
import { expectFile, openSqliteFile } from '#db/sqlite-driver.ts';
import type { SqliteStatements } from '#db/sqlite-statements.ts';
import { equalRows, isMet, type Outcome, type PlainStep } from '#db/write-step.ts';

// The thread of `SqliteWriter`: receives batches in order and answers each.

/** A batch; null in its place closes the connection and ends the thread. */
export type BatchOrder = { number: number; steps: PlainStep[] };
export type BatchAnswer = {
  number: number;
  outcomes: Outcome[];
  /** Index of the step that did not meet its expectation. */
  refused?: number;
  /** Duration of each step. */
  milliseconds: number[];
  error?: { name: string; message: string; code: string | undefined };
};

// The main thread has migrated it.
expectFile(workerData as string);
const file = openSqliteFile(workerData as string);
let last: Promise<unknown> = Promise.resolve();

async function runBatch({ number, steps }: BatchOrder): Promise<BatchAnswer> {
  const answer: BatchAnswer = { number, outcomes: [], milliseconds: [] };
  const { statements } = file;
  try {
    await statements.run('BEGIN IMMEDIATE', {});
    for (const [at, step] of steps.entries()) {
      const from = performance.now();
      const outcome = await runStep(statements, step);
      answer.milliseconds.push(performance.now() - from);
      answer.outcomes.push(outcome);
      if (isMet(step, outcome)) continue;
      await statements.run('ROLLBACK', {});
      return { ...answer, refused: at };
    }
    await statements.run('COMMIT', {});
    return answer;
  } catch (error) {
    // Some errors have already ended the transaction.
    await statements.run('ROLLBACK', {}).catch(() => undefined);
    return { ...answer, error: plain(error as Error & { original?: { code?: string } }) };
  }
}

async function runStep(statements: SqliteStatements, { sql, bind, expects, isRead }: PlainStep): Promise<Outcome> {
  const values = Object.fromEntries(Object.entries(bind).map(([name, value]) => [name, asBuffer(value)]));
  if (isRead) return statements.all<object>(sql, values);
  if (typeof expects === 'object') return equalRows(await statements.all(sql, values), expects.rows);
  return statements.run(sql, values);
}

/** Messages between threads turn buffers into plain byte arrays. */
const asBuffer = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

const plain = ({ name, message, original }: Error & { original?: { code?: string } }) => ({
  name,
  message,
  code: original?.code,
});

async function close(): Promise<void> {
  await file.close();
  parentPort!.close();
}

parentPort!.on('message', (order: BatchOrder | null) => {
  last = last.then(async () => {
    if (order === null) return close();
    parentPort!.postMessage(await runBatch(order));
  });
});
