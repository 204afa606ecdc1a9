import { expect, test, vi } from 'vitest';
import { BackgroundWork } from '#app/services/background-work.ts';

test('calls during a run trigger one run after it, also if it failed, and are waited for', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const onFailure = vi.fn();
  const work = new BackgroundWork(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  }, onFailure);
  work.start();
  expect(runs).toHaveLength(0);
  await Promise.resolve();
  expect(runs).toHaveLength(1);
  work.start();
  work.start();
  const error = new Error('on purpose');
  runs[0]!.reject(error);
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  expect(onFailure.mock.calls).toEqual([[error]]);
  const settled = vi.fn();
  const settling = work.settled().then(settled);
  expect(settled).not.toHaveBeenCalled();
  runs[1]!.resolve();
  await settling;
  expect(runs).toHaveLength(2);
});

test('a call between the end of a run and what waits for it is not missed', async () => {
  let count = 0;
  const work = new BackgroundWork(async () => {
    count += 1;
  }, vi.fn());
  // Each number of microtasks after the start is a different moment of the run.
  for (let turns = 0; turns < 12; turns += 1) {
    count = 0;
    work.start();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const before = count;
    work.start();
    await work.settled();
    expect(count).toBeGreaterThan(before);
  }
});

test('work that throws at once does not stop later runs', async () => {
  const onFailure = vi.fn();
  const work = new BackgroundWork(() => {
    throw new Error('on purpose');
  }, onFailure);
  for (let nth = 1; nth <= 2; nth += 1) {
    work.start();
    await work.settled();
    expect(onFailure).toHaveBeenCalledTimes(nth);
  }
});
