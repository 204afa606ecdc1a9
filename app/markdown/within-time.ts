import { Script } from 'node:vm';

const JOB = Symbol.for('arbor.timed-job');
const callJob = new Script('globalThis[Symbol.for("arbor.timed-job")]()');

/**
 * Runs synchronous work and ends it, by an error, after a time. The only way to stop a loop in this thread is the
 * deadline of a script, hence the detour by a global. Costs 0.2 ms; the work must be free of effects.
 */
export function withinTime<Result>(milliseconds: number, job: () => Result): Result {
  Reflect.set(globalThis, JOB, job);
  try {
    return callJob.runInThisContext({ timeout: milliseconds }) as Result;
  } finally {
    Reflect.deleteProperty(globalThis, JOB);
  }
}
