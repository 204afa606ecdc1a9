import { count } from '#app/observability/counters.ts';
import { log } from '#app/observability/log.ts';
import { noteWork } from '#app/observability/running-work.ts';
import { traced } from '#app/observability/spans.ts';
import { latestInstant } from '#app/services/clock.ts';
import { forgetHolder, newHolder } from '#app/services/maintenance/processes/holder.ts';
import { findRun, holderOf, LEASE_MS } from '#app/services/maintenance/schedule/job-state.ts';
import { beginJobRun, recordJobOutcome, setJobLease, takeJobLease } from '#db/queries/job-runs.ts';

const RENEW_EVERY_MS = 20_000;

/** Wraps the result, as work may return nothing. */
type Outcome<Result> = { result: Result };

/**
 * Runs work while no other run of the job holds its lease, in any process of the database, and records how it ended.
 * Returns null without running it if one does, or if `isDue`, asked under the lease, says no. A lease whose process has
 * ended on this machine is taken over. The signal of the work also aborts if the lease could not be renewed.
 */
export async function withJobLease<Result>(
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
  isDue: () => Promise<boolean> = async () => true,
): Promise<Outcome<Result> | null> {
  const holder = newHolder();
  try {
    if (!(await takeLease(name, holder))) return null;
    if (await isDue()) return await runHeld({ name, holder, signal, work });
    await setJobLease({ name, holder, until: 0 });
    return null;
  } finally {
    forgetHolder(holder);
  }
}

async function takeLease(name: string, holder: string): Promise<boolean> {
  const last = await findRun(name);
  const now = Date.now();
  const isLeft = last !== null && last.leaseUntil > now && holderOf(last) === null;
  const gone = isLeft ? last.holder : '';
  if ((await takeJobLease({ name, holder, until: now + LEASE_MS, now, gone, latest: latestInstant() })) === 0)
    return false;
  if (isLeft) log.warn({ event: 'job-taken-over', job: name, holder: gone }, 'the process of the last run was killed');
  return true;
}

type Held<Result> = {
  name: string;
  holder: string;
  signal: AbortSignal;
  work: (signal: AbortSignal) => Promise<Result>;
};

async function runHeld<Result>({ name, holder, signal, work }: Held<Result>): Promise<Outcome<Result>> {
  const lost = new AbortController();
  let until = Date.now() + LEASE_MS;
  const setLease = (to: number) => setJobLease({ name, holder, until: to });
  const warnOfLease = (error: unknown) =>
    log.warn({ error, event: 'job-lease', job: name }, 'a lease could not be changed');
  const renew = async () => {
    const next = Date.now() + LEASE_MS;
    try {
      if ((await setLease(next)) === 0) lost.abort();
      until = next;
    } catch (error) {
      warnOfLease(error);
      // Another process may take the lease before the next renewal.
      if (Date.now() + RENEW_EVERY_MS > until) lost.abort();
    }
  };
  const timer = setInterval(renew, RENEW_EVERY_MS);
  timer.unref();
  const end = async (outcome: 'done' | 'failed' | 'stopped') => {
    await recordJobOutcome({ name, holder, outcome, now: Date.now() });
    count('jobs', { job: name, outcome: outcome === 'done' ? 'done' : 'failed' });
  };
  await beginJobRun({ name, holder, now: Date.now() });
  const endWork = noteWork({ kind: 'job', name: () => name });
  try {
    const span = { name: `job ${name}`, kind: 'internal', place: 'root', attributes: { 'arbor.job': name } } as const;
    const result = await traced(span, () => work(AbortSignal.any([signal, lost.signal])));
    await end('done');
    return { result };
  } catch (error) {
    await end(signal.aborted ? 'stopped' : 'failed').catch((cause) =>
      log.warn({ error: cause, event: 'job-outcome', job: name }, 'the end of a run could not be recorded'),
    );
    throw error;
  } finally {
    endWork();
    clearInterval(timer);
    await setLease(0).catch(warnOfLease);
  }
}
