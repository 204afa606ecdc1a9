import { expect, test } from 'vitest';
import { claimRun, releaseRun } from '#app/services/maintenance/schedule/claim-run.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';

const HOUR = 3600;
const DAY_MS = 24 * HOUR * 1000;

describeOnBoth('a job’s run', () => {
  test('is claimed by one of many, once a day', async () => {
    const clock = stopClock();
    const claimed = async () => {
      const claims = await Promise.all(Array.from({ length: 8 }, () => claimRun('sweep', DAY_MS)));
      return claims.filter(Boolean).length;
    };
    expect(await claimed()).toBe(1);
    clock.advance(24 * HOUR - 1);
    expect(await claimed()).toBe(0);
    clock.advance(1);
    expect(await claimed()).toBe(1);
    expect(await claimRun('another', DAY_MS)).toBe(true);
  });

  test('of a clock that was ahead does not count', async () => {
    const clock = stopClock();
    clock.advance(400 * 24 * HOUR);
    expect(await claimRun('ahead', DAY_MS)).toBe(true);
    clock.advance(-400 * 24 * HOUR);
    const claims = await Promise.all(Array.from({ length: 4 }, () => claimRun('ahead', DAY_MS)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimRun('ahead', DAY_MS)).toBe(false);
  });

  test('of another machine whose clock is a little ahead counts', async () => {
    const clock = stopClock();
    clock.advance(60);
    expect(await claimRun('apart', DAY_MS)).toBe(true);
    clock.advance(-60);
    expect(await claimRun('apart', DAY_MS)).toBe(false);
  });

  test('is free again at once after it failed', async () => {
    expect(await claimRun('failing', DAY_MS)).toBe(true);
    await releaseRun('failing');
    expect(await claimRun('failing', DAY_MS)).toBe(true);
    expect(await claimRun('failing', DAY_MS)).toBe(false);
  });
});
