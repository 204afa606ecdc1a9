import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { claimRun } from '#app/services/maintenance/schedule/claim-run.ts';
import { listJobs } from '#app/services/maintenance/schedule/list-jobs.ts';
import { runJob } from '#app/services/maintenance/schedule/run-job.ts';
import { endSession } from '#app/services/sessions/end-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { execute, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { DEVICE } from '#tests/support/sign-up.ts';

const DAY = 24 * 3600;
const { signal } = new AbortController();
const find = async (name: string) => (await listJobs(OPERATOR)).find((job) => job.name === name)!;

describeOnBoth('scheduled jobs, for the operator', () => {
  test('are listed with last and next run; one that never ran is due', async () => {
    stopClock();
    const now = new Date().toISOString();
    expect((await listJobs(OPERATOR)).map(({ name }) => name)).toEqual([
      'purge-accounts',
      'prune-files',
      'remove-expired',
      'render-outdated',
      'backup',
    ]);
    expect(await find('render-outdated')).toEqual({
      name: 'render-outdated',
      cron: null,
      lastRunAt: null,
      lastOutcome: null,
      lastEndedAt: null,
      nextRunAt: now,
    });
    expect(await find('backup')).toMatchObject({ cron: null, lastRunAt: null, nextRunAt: null });
  });

  test('run at once, due or not, and the next run counts from there', async () => {
    const clock = stopClock();
    const olga = await buildUser();
    const { sessionId } = await startSession(olga.id, DEVICE);
    await endSession(sessionId);
    clock.advance(2 * DAY);
    expect(await claimRun('remove-expired', 1000 * DAY)).toBe(true);
    clock.advance(60);
    await runJob(OPERATOR, 'remove-expired', signal);
    expect(await select('SELECT id FROM sessions WHERE id = $sessionId', { sessionId })).toEqual([]);
    const lastRunAt = new Date().toISOString();
    const nextRunAt = new Date(Date.now() + 1000 * DAY).toISOString();
    expect(await find('remove-expired')).toMatchObject({ lastRunAt, nextRunAt, lastOutcome: 'done' });
    clock.advance(DAY - 1);
    expect(await claimRun('remove-expired', 1000 * DAY)).toBe(false);
    clock.advance(1);
    expect(await claimRun('remove-expired', 1000 * DAY)).toBe(true);
  });

  test('one that ran while the clock was ahead is listed with that date, and is due', async () => {
    const clock = stopClock();
    const now = new Date().toISOString();
    clock.advance(400 * DAY);
    await runJob(OPERATOR, 'prune-files', signal);
    const lastRunAt = new Date().toISOString();
    clock.advance(-400 * DAY);
    expect(await find('prune-files')).toMatchObject({ lastRunAt, lastOutcome: 'done', nextRunAt: now });
    await execute("DELETE FROM job_runs WHERE name = 'prune-files'");
  });

  test('one that fails is due again at once', async () => {
    const clock = stopClock();
    await runJob(OPERATOR, 'purge-accounts', signal);
    clock.advance(60);
    await execute('ALTER TABLE users RENAME TO away');
    try {
      await expect(runJob(OPERATOR, 'purge-accounts', signal)).rejects.toThrow(/users/);
    } finally {
      await execute('ALTER TABLE away RENAME TO users');
    }
    expect(await find('purge-accounts')).toMatchObject({
      lastRunAt: null,
      lastOutcome: 'failed',
      lastEndedAt: new Date().toISOString(),
      nextRunAt: new Date().toISOString(),
    });
  });

  test('are for administrators, and no backup runs without a schedule', async () => {
    const by = { via: 'web', actor: await buildUser() } as const;
    expect(await outcomeOf(listJobs(by))).toBe('permissionDenied');
    expect(await outcomeOf(runJob(by, 'prune-files', signal))).toBe('permissionDenied');
    expect(await outcomeOf(runJob(OPERATOR, 'backup', signal))).toBe('permissionDenied');
    expect((await find('backup')).lastRunAt).toBeNull();
  });
});
