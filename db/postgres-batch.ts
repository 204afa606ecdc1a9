import type { Client, QueryResult } from 'pg';
import type { Sequelize } from 'sequelize';
import { noteDuration, publishStatement } from '#db/observe-statements.ts';
import { equalRows, isMet, type Outcome, type Step } from '#db/write-step.ts';

/** A connection of the pool; `pipeline` sends statements without waiting for the answers before. */
type Pooled = Client & { pipeline: boolean; _invalid?: boolean };
type Connections = {
  getConnection(options: { type: string }): Promise<Pooled>;
  releaseConnection(connection: Pooled): void;
};
type Answer = { result: QueryResult } | { error: Error };
type Batched = { outcomes: Outcome[]; refused?: number };

/**
 * Runs a batch in two round trips: BEGIN with all steps, then COMMIT or ROLLBACK. Steps after a failed one are sent
 * too, and undone. Throws errors with Sequelize's names.
 */
export async function runInPostgres(sequelize: Sequelize, steps: readonly Step[]): Promise<Batched> {
  const { connectionManager } = sequelize as unknown as { connectionManager: Connections };
  const connection = await connectionManager.getConnection({ type: 'write' });
  try {
    connection.pipeline = true;
    const batched = judge(steps, await sendAll(connection, steps));
    await connection.query(batched instanceof Error || batched.refused !== undefined ? 'ROLLBACK' : 'COMMIT');
    if (batched instanceof Error) throw batched;
    return batched;
  } catch (error) {
    // The connection may be lost, or still in a transaction.
    if (!(error instanceof BatchError)) connection._invalid = true;
    throw error instanceof BatchError ? error : new BatchError(error as Error);
  } finally {
    connection.pipeline = false;
    connectionManager.releaseConnection(connection);
  }
}

async function sendAll(connection: Pooled, steps: readonly Step[]): Promise<Answer[]> {
  const begun = connection.query('BEGIN');
  let last = performance.now();
  const sent = steps.map(async ({ sql, bind }): Promise<Answer> => {
    const { text, names } = positional(sql);
    publishStatement(sql);
    try {
      return {
        result: await connection.query(
          text,
          names.map((name) => bind[name]),
        ),
      };
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
function judge(steps: readonly Step[], answers: readonly Answer[]): Batched | BatchError {
  const outcomes: Outcome[] = [];
  for (const [at, answer] of answers.entries()) {
    if ('error' in answer) return new BatchError(answer.error);
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

const NAMES: Record<string, string> = { '23503': 'ForeignKeyConstraint', '23505': 'UniqueConstraint' };

/** Uses Sequelize's error names, so that errors are classified in one place (`database-errors.ts`). */
class BatchError extends Error {
  readonly original: Error;

  constructor(original: Error) {
    super(original.message);
    this.name = `Sequelize${NAMES[(original as { code?: string }).code ?? ''] ?? 'Database'}Error`;
    this.original = original;
  }
}

type Positional = { text: string; names: string[] };
const known = new Map<string, Positional>();
const KNOWN_MAX = 500;

/** Returns a statement with `$1` for the first of its `$name` parameters, and so on. */
function positional(sql: string): Positional {
  const found = known.get(sql);
  if (found) return found;
  const names: string[] = [];
  const text = sql.replace(/\$(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(sql, { text, names });
  return { text, names };
}
