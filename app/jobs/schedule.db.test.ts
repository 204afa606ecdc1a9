import { expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { startSchedule } from '#app/jobs/schedule.ts';
import { DAY_MS } from '#app/services/day.ts';
import { claimRun } from '#app/services/maintenance/schedule/claim-run.ts';
import { execute } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';

const WITHIN = { timeout: 60_000, interval: 20 };

describeOnBoth('the schedule of a process that stops', () => {
  test('does not wait for a storage that does not answer', async () => {
    const hang = vi.spyOn(storage(), 'list').mockImplementation(async function* () {
      await new Promise(() => undefined);
    } as never);
    onTestFinished(() => hang.mockRestore());
    const stop = startSchedule();
    await expect.poll(() => hang.mock.calls.length, WITHIN).toBe(1);
    const from = performance.now();
    await stop();
    expect(performance.now() - from).toBeLessThan(8000);
  });

  test('ends a job at its next step, and it is due again', async () => {
    const list = vi.spyOn(storage(), 'list');
    const { promise, resolve } = Promise.withResolvers<void>();
    list.mockImplementation(async function* () {
      await promise;
      yield { key: 'blobs/nobody/x', size: 1, modifiedAt: 0 };
    } as never);
    onTestFinished(() => list.mockRestore());
    await execute('DELETE FROM job_runs', {});
    const stop = startSchedule();
    await expect.poll(() => list.mock.calls.length, WITHIN).toBe(1);
    const stopped = stop();
    resolve();
    await stopped;
    expect(await claimRun('prune-files', DAY_MS)).toBe(true);
  });
});
