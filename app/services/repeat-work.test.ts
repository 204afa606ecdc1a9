import { expect, test, vi } from 'vitest';
import { repeatWork } from '#app/services/repeat-work.ts';
import { until } from '#tests/support/until.ts';

test('work is not begun again while it runs, goes on after a fault, and is waited for', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = vi.fn(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const stop = repeatWork(work, 5);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(work).toHaveBeenCalledTimes(1);
  runs[0]!.reject(new Error('on purpose'));
  await until(() => expect(runs).toHaveLength(2));
  const stopped = vi.fn();
  const stopping = stop().then(stopped);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(stopped).not.toHaveBeenCalled();
  runs[1]!.resolve();
  await stopping;
  expect(work).toHaveBeenCalledTimes(2);
});
