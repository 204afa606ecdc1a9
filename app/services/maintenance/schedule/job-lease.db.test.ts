import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { withJobLease } from '#app/services/maintenance/schedule/job-lease.ts';
import { runJob } from '#app/services/maintenance/schedule/run-job.ts';
import { takeJobLease } from '#db/queries/job-runs.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';

const { signal } = new AbortController();

/** Work that goes on until it is told to end. */
function longWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const work = async () => {
    begun.resolve();
    await promise;
    return 'done';
  };
  return { work, begun: begun.promise, end: resolve };
}

describeOnBoth('the lease of a job', () => {
  test('lets one of many runs at a time; the next may follow it', async () => {
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((next) => setImmediate(next));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withJobLease('sweep', signal, work)));
    expect(most).toBe(1);
    expect(await withJobLease('sweep', signal, async () => 'next')).toEqual({ result: 'next' });
  });

  test('is free again after a failure, and refuses meanwhile, also arbor job run', async () => {
    const { work, begun, end } = longWork();
    const first = withJobLease('prune-files', signal, work);
    await begun;
    expect(await withJobLease('prune-files', signal, async () => 'second')).toBeNull();
    await expect(runJob(OPERATOR, 'prune-files', signal)).rejects.toMatchObject({
      error: 'permissionDenied',
      fields: { '': [{ key: 'job.running', values: { name: 'prune-files' } }] },
    });
    await runJob(OPERATOR, 'remove-expired', signal);
    end();
    expect(await first).toEqual({ result: 'done' });
    const failing = withJobLease('prune-files', signal, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await runJob(OPERATOR, 'prune-files', signal);
  });

  test('of a run whose process was killed lapses after five minutes', async () => {
    const clock = stopClock();
    const now = Date.now();
    expect(await takeJobLease({ name: 'left', holder: 'cgone', until: now + 300_000, now })).toBe(1);
    clock.advance(299);
    expect(await withJobLease('left', signal, async () => 'early')).toBeNull();
    clock.advance(1);
    expect(await withJobLease('left', signal, async () => 'late')).toEqual({ result: 'late' });
  });
});
