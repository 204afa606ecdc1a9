import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { DAY_MS } from '#app/services/day.ts';
import { claimRun } from '#app/services/maintenance/schedule/claim-run.ts';
import { withJobLease } from '#app/services/maintenance/schedule/job-lease.ts';
import { findRun, outcomeOfRun, retryAt } from '#app/services/maintenance/schedule/job-state.ts';
import { runJob } from '#app/services/maintenance/schedule/run-job.ts';
import { execute } from '#db/connection.ts';
import { beginJobRun, takeJobLease } from '#db/queries/job-runs.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';

const { signal } = new AbortController();

/** Work that continues until `end` is called. */
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
      fields: { '': [{ key: 'job.running', values: { name: 'prune-files', holder: `${hostname()}:${process.pid}` } }] },
    });
    await runJob(OPERATOR, 'remove-expired', signal);
    end();
    expect(await first).toEqual({ result: 'done' });
    const failing = withJobLease('prune-files', signal, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await runJob(OPERATOR, 'prune-files', signal);
  });

  test('that cannot be renewed ends its work before another process may take it, with the reason of the work', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const begun = Promise.withResolvers<AbortSignal>();
    const run = withJobLease('cut-off', signal, async (own) => {
      begun.resolve(own);
      await once(own, 'abort');
      throw new Error('given up');
    });
    const own = await begun.promise;
    await execute('ALTER TABLE job_runs RENAME TO runs_away');
    try {
      vi.advanceTimersByTime(60_000);
      expect(own.aborted).toBe(false);
      vi.advanceTimersByTime(20_000);
      await expect(run).rejects.toThrow('given up');
    } finally {
      vi.useRealTimers();
      await execute('ALTER TABLE runs_away RENAME TO job_runs');
    }
  });

  test('of a run on another machine lapses by itself', async () => {
    const clock = stopClock();
    const now = Date.now();
    const until = now + 300_000;
    const lease = { name: 'left', holder: 'another-host:1:cgone', until, now, gone: '', latest: until };
    expect(await takeJobLease(lease)).toBe(1);
    clock.advance(299);
    expect(await withJobLease('left', signal, async () => 'early')).toBeNull();
    clock.advance(1);
    expect(await withJobLease('left', signal, async () => 'late')).toEqual({ result: 'late' });
  });

  test('of a clock that was ahead is taken over', async () => {
    const clock = stopClock();
    clock.advance(400 * 24 * 3600);
    const now = Date.now();
    const lease = { name: 'ahead', holder: 'another-host:1:cgone', until: now + 90_000, now, gone: '', latest: now };
    await takeJobLease(lease);
    await beginJobRun(lease);
    clock.advance(-400 * 24 * 3600);
    expect(await withJobLease('ahead', signal, async () => 'now')).toEqual({ result: 'now' });
  });

  test('of a process of this machine that was killed is taken over at once, and its run was killed', async () => {
    stopClock();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const holder = `${hostname()}:${child.pid}:cgone`;
    const now = Date.now();
    const lease = { name: 'prune-files', holder, until: now + 90_000, now, gone: '', latest: now + 90_000 };
    expect(await takeJobLease(lease)).toBe(1);
    await beginJobRun(lease);
    const outcome = async () => outcomeOfRun((await findRun('prune-files'))!);
    expect([await outcome(), await withJobLease('prune-files', signal, async () => 'early')]).toEqual([
      'running',
      null,
    ]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await outcome()).toBe('killed');
    expect(await claimRun('prune-files', DAY_MS)).toBe(true);
    // Under the lease of the next run the last one still counts as killed.
    const isKilled = async () => (await outcome()) === 'killed' && retryAt((await findRun('prune-files'))!) !== null;
    expect(await withJobLease('prune-files', signal, async () => 'at once', isKilled)).toEqual({ result: 'at once' });
    expect([await outcome(), retryAt((await findRun('prune-files'))!)]).toEqual(['done', null]);
  });

  test('records failures, whose next attempts wait longer and longer, up to two hours', async () => {
    const clock = stopClock();
    const minutes = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const failing = withJobLease('failing', signal, () => Promise.reject(new Error('broken')));
      await expect(failing).rejects.toThrow('broken');
      minutes.push((retryAt((await findRun('failing'))!)! - Date.now()) / 60_000);
      clock.advance(1);
    }
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
    await withJobLease('failing', signal, async () => 'well');
    expect(retryAt((await findRun('failing'))!)).toBeNull();
  });
});
