import type { QueryResult } from 'pg';
import type { Sequelize } from 'sequelize';
import { noteDuration, publishStatement } from '#db/observe-statements.ts';
import { type Pooled, runOn, withPooled } from '#db/postgres-statements.ts';
import { equalRows, isMet, type Outcome, type Step } from '#db/write-step.ts';

type Answer = { result: QueryResult } | { error: Error };
type Batched = { outcomes: Outcome[]; refused?: number };

/**
 * Runs a batch in two round trips: BEGIN with all steps, then COMMIT or ROLLBACK. Steps after a failed one are sent
 * too, and undone. Throws errors with Sequelize's names.
 */
export function runInPostgres(sequelize: Sequelize, steps: readonly Step[]): Promise<Batched> {
  return withPooled(sequelize, 'write', async (connection) => {
    connection.pipeline = true;
    try {
      const batched = judge(steps, await sendAll(connection, steps));
      const isDone = !(batched instanceof Error) && batched.refused === undefined;
      await connection.query(isDone ? 'COMMIT' : 'ROLLBACK');
      if (batched instanceof Error) throw batched;
      return batched;
    } finally {
      connection.pipeline = false;
    }
  });
}

async function sendAll(connection: Pooled, steps: readonly Step[]): Promise<Answer[]> {
  const begun = connection.query('BEGIN');
  let last = performance.now();
  const sent = steps.map(async ({ sql, bind }): Promise<Answer> => {
    publishStatement(sql);
    try {
      return { result: await runOn(connection, sql, bind) };
    } catch (error) {
      return { error: error as Error };
    } finally {
      // Answers come in order.
      const now = performance.now();
      noteDuration(sql, now - last);
      last = now;
    }
  });
  const answers = Promise.all(sent);
  await begun;
  return answers;
}

/** Returns the outcomes, the first refused step, or the first error; later ones follow from it. */
function judge(steps: readonly Step[], answers: readonly Answer[]): Batched | Error {
  const outcomes: Outcome[] = [];
  for (const [at, answer] of answers.entries()) {
    if ('error' in answer) return answer.error;
    const outcome = outcomeOf(steps[at]!, answer.result);
    if (!isMet(steps[at]!, outcome)) return { outcomes, refused: at };
    outcomes.push(outcome);
  }
  return { outcomes };
}

function outcomeOf({ expects, found }: Step, { rows, rowCount }: QueryResult): Outcome {
  if (found) return rows;
  return typeof expects === 'object' ? equalRows(rows, expects.rows) : (rowCount ?? 0);
}
