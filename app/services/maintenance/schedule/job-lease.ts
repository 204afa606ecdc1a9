import { count } from '#app/observability/counters.ts';
import { log } from '#app/observability/log.ts';
import { noteWork } from '#app/observability/running-work.ts';
import { traced } from '#app/observability/spans.ts';
import { newId } from '#app/services/new-id.ts';
import { setJobLease, takeJobLease } from '#db/queries/job-runs.ts';

/** Lease of a run; one whose process was killed ends by itself. */
const LEASE_MS = 5 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Wraps the result, as work may return nothing. */
type Outcome<Result> = { result: Result };

/**
 * Runs work while no other run of the job holds its lease, in any process of the database. Returns null without running
 * it if one does. The signal of the work also aborts if the lease could not be renewed.
 */
export async function withJobLease<Result>(
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Outcome<Result> | null> {
  const holder = newId();
  const now = Date.now();
  if ((await takeJobLease({ name, holder, until: now + LEASE_MS, now })) === 0) return null;
  const lost = new AbortController();
  const renew = async () => {
    if ((await setJobLease({ name, holder, until: Date.now() + LEASE_MS })) === 0) lost.abort();
  };
  const timer = setInterval(() => {
    renew().catch((error) => log.warn({ error, event: 'job-lease', job: name }, 'a lease could not be renewed'));
  }, RENEW_EVERY_MS);
  timer.unref();
  const endWork = noteWork({ kind: 'job', name: () => name });
  try {
    const span = { name: `job ${name}`, kind: 'internal', place: 'root', attributes: { 'arbor.job': name } } as const;
    const result = await traced(span, () => work(AbortSignal.any([signal, lost.signal])));
    count('jobs', { job: name, outcome: 'done' });
    return { result };
  } catch (error) {
    count('jobs', { job: name, outcome: 'failed' });
    throw error;
  } finally {
    endWork();
    clearInterval(timer);
    await setJobLease({ name, holder, until: 0 });
  }
}
