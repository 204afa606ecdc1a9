import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { checkQuotas } from '#app/services/maintenance/check/check-quotas.ts';
import { resetAllQuotas, resetQuotas, setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import { reserveTokens } from '#app/services/quotas/reserve-tokens.ts';
import { settleLapsedCalls, settleTokens } from '#app/services/quotas/settle-tokens.ts';
import { dialect, inTransaction, select } from '#db/connection.ts';
import { allowed, call, reservedOrRefused, taken } from '#tests/support/ai-calls.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { until } from '#tests/support/until.ts';

const sumOf = async (userId: string) => {
  const [row] = await select<{ sum: number }>(
    'SELECT COALESCE(SUM(prompt_tokens + completion_tokens), 0) AS sum FROM ledger WHERE user_id = $userId',
    { userId },
  );
  return Number(row!.sum);
};

/** Waits on PostgreSQL until a statement waits for a lock of this transaction; SQLite has one writer. */
async function waitForLock(): Promise<void> {
  if (dialect() !== 'postgres') return;
  const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
  await until(async () => expect(await select(waiting)).not.toEqual([]));
}

describeOnBoth('the AI allowance', () => {
  test('a call reserves its prompt and the most it may answer, and settles with what was taken', async () => {
    const actor = await allowed(5000);
    const { requestId, answerTokens } = await reserveTokens(actor, call(100));
    expect(answerTokens).toBe(1024);
    expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: 0, reserved: 1124, left: 3876 });
    await settleTokens(requestId, taken(100, 40));
    expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: 140, reserved: 0, left: 4860 });
    await settleTokens(requestId, taken(100, 40));
    expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: 140, reserved: 0 });
  });

  test('the last call may answer with what is left, and nothing left is 1100 with how much and until when', async () => {
    const actor = await allowed(500);
    expect((await reserveTokens(actor, call(400))).answerTokens).toBe(100);
    const refused = await reserveTokens(actor, call(1)).catch((error) => error);
    expect(refused).toMatchObject({ error: 'aiTokenLimitExceeded', data: { left: 0, resetsAt: expect.any(String) } });
    expect(await outcomeOf(reserveTokens(await allowed(0), call(1)))).toBe('aiTokenLimitExceeded');
    expect(await outcomeOf(reserveTokens(await allowed(100), call(100)))).toBe('aiTokenLimitExceeded');
  });

  test('a call that is settled while its allowance is reset is not charged to the new period', async () => {
    const clock = stopClock();
    for (const reset of [(id: string) => resetQuotas(OPERATOR, [id]), () => resetAllQuotas(OPERATOR)]) {
      const actor = await allowed(5000);
      const { requestId } = await reserveTokens(actor, call(100));
      clock.advance(1);
      const { promise: isReset, resolve } = Promise.withResolvers<void>();
      const settled = isReset.then(() => settleTokens(requestId, taken(100, 40)));
      await inTransaction(async () => {
        await reset(actor.id);
        resolve();
        await waitForLock();
      });
      await settled;
      expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: 0, reserved: 0 });
    }
  });

  test('I2: fifty calls at once at the edge of the limit: one proceeds', async () => {
    const actor = await allowed(1100);
    const outcomes = await tally(Array.from({ length: 50 }, () => reserveTokens(actor, call(76))));
    expect(outcomes).toEqual({ ok: 1, aiTokenLimitExceeded: 49 });
    expect((await getQuota(actor.id)).reserved).toBe(1100);
  });

  test('I3: what a crash reserved lapses by itself, charged with its prompt; what is settled late is not written', async () => {
    const clock = stopClock();
    const actor = await allowed(1200);
    const { requestId } = await reserveTokens(actor, call(100));
    clock.advance(599);
    expect((await reserveTokens(actor, call(10))).answerTokens).toBe(66);
    clock.advance(1);
    expect((await reserveTokens(actor, call(10))).answerTokens).toBe(1014);
    await settleTokens(requestId, taken(100, 900));
    expect(await sumOf(actor.id)).toBe(100);
    expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: 100, reserved: 76 + 1024 });
  });

  test('I3: a job charges calls that died with their process their prompt, without another call', async () => {
    const clock = stopClock();
    const [ada, ben] = [await allowed(5000), await allowed(5000)];
    await reserveTokens(ada, call(70));
    await reserveTokens(ben, call(30));
    expect(await settleLapsedCalls()).toBe(0);
    clock.advance(600);
    expect(await settleLapsedCalls()).toBe(2);
    expect(await settleLapsedCalls()).toBe(0);
    expect(await getQuota(ada.id)).toMatchObject({ monthlyUsed: 70, reserved: 0 });
    expect(await getQuota(ben.id)).toMatchObject({ monthlyUsed: 30, reserved: 0 });
    const rows = await select('SELECT status, prompt_tokens AS prompt FROM ledger WHERE user_id = $id', { id: ada.id });
    expect(rows.map((row) => ({ ...row, prompt: Number((row as { prompt: number }).prompt) }))).toEqual([
      { status: 'lapsed', prompt: 70 },
    ]);
  });

  test('a provider that says more than was reserved never takes the account over its limit', async () => {
    const actor = await allowed(1000);
    const { requestId } = await reserveTokens(actor, call(200));
    const charged = await settleTokens(requestId, taken(5000, 5000));
    expect(charged).toMatchObject({ promptTokens: 1000, completionTokens: 0, estimated: true });
    expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: 1000, reserved: 0 });
  });

  test('I4: the month turns once, at midnight UTC, and a clock that is put back does not turn it again', async () => {
    const clock = stopClock(new Date('2026-01-31T23:59:59.999Z'));
    const actor = await allowed(2000);
    const before = await reserveTokens(actor, call(100));
    await settleTokens(before.requestId, taken(100, 400));
    const across = await reserveTokens(actor, call(100));
    expect((await getQuota(actor.id)).monthlyUsed).toBe(500);
    clock.advance(0.001);
    expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: 0, lastResetDate: '2026-02-01T00:00:00.000Z' });
    const after = await reserveTokens(actor, call(50));
    await settleTokens(across.requestId, taken(100, 100));
    await settleTokens(after.requestId, taken(50, 50));
    expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: 100, reserved: 0 });
    clock.advance(-3600);
    expect((await getQuota(actor.id)).monthlyUsed).toBe(100);
    const back = await reserveTokens(actor, call(10));
    await settleTokens(back.requestId, taken(10, 0));
    expect((await getQuota(actor.id)).monthlyUsed).toBeGreaterThanOrEqual(100);
  });

  test('calls are charged after a clock that was ahead when the month turned or the allowance was reset', async () => {
    const clock = stopClock(new Date('2026-02-02T12:00:00Z'));
    const actor = await allowed(2000);
    const ahead = await reserveTokens(actor, call(100));
    await settleTokens(ahead.requestId, taken(100, 100));
    await resetQuotas(OPERATOR, [actor.id]);
    clock.advance(-3 * 86_400);
    for (let n = 1; n <= 3; n += 1) {
      const { requestId } = await reserveTokens(actor, call(100));
      clock.advance(1);
      await settleTokens(requestId, taken(100, 200));
      expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: n * 300, reserved: 0 });
    }
  });

  test('a call while the clock was months ahead stops neither the resets of later months nor a manual one', async () => {
    const clock = stopClock(new Date('2026-07-10T12:00:00Z'));
    const [actor, other] = [await allowed(2000), await allowed(2000)];
    const use = async (by: typeof actor) => {
      const { requestId } = await reserveTokens(by, call(100));
      await settleTokens(requestId, taken(100, 200));
    };
    for (const each of [actor, other]) await use(each);
    clock.advance(-130 * 86_400);
    const present = { monthlyUsed: 0, lastResetDate: '2026-03-01T00:00:00.000Z', resetsAt: '2026-04-01T00:00:00.000Z' };
    expect(await getQuota(actor.id)).toMatchObject(present);
    const [reset] = await resetQuotas(OPERATOR, [other.id]);
    expect(reset).toMatchObject({ monthlyUsed: 0, resetsAt: present.resetsAt });
    for (const each of [actor, other]) {
      await use(each);
      expect(await getQuota(each.id)).toMatchObject({ monthlyUsed: 300, resetsAt: present.resetsAt });
    }
    for await (const { subject } of checkQuotas(true)) expect([actor.id, other.id]).not.toContain(subject);
    clock.advance(31 * 86_400);
    for (const each of [actor, other]) {
      await use(each);
      expect(await getQuota(each.id)).toMatchObject({ monthlyUsed: 300, resetsAt: '2026-05-01T00:00:00.000Z' });
    }
  });

  test('a call too long for what is left says so, with what is left', async () => {
    const refused = await reserveTokens(await allowed(100), call(200)).catch((error) => error);
    expect(refused).toMatchObject({
      error: 'aiTokenLimitExceeded',
      reason: { key: 'aiTextTooLong', values: { left: 100 } },
      data: { left: 100 },
    });
    const usedUp = await reserveTokens(await allowed(0), call(1)).catch((error) => error);
    expect(usedUp).toMatchObject({ error: 'aiTokenLimitExceeded', reason: undefined });
  });

  test('a reset begins anew without erasing a call; one under way is not charged after it', async () => {
    const clock = stopClock();
    const actor = await allowed(3000);
    const done = await reserveTokens(actor, call(100));
    await settleTokens(done.requestId, taken(100, 100));
    const running = await reserveTokens(actor, call(100));
    clock.advance(5);
    const [quota] = await resetQuotas(OPERATOR, [actor.id]);
    expect(quota).toMatchObject({ monthlyUsed: 0, lastResetDate: new Date().toISOString() });
    await settleTokens(running.requestId, taken(100, 300));
    expect(await getQuota(actor.id)).toMatchObject({ monthlyUsed: 0, reserved: 0 });
    expect(await sumOf(actor.id)).toBe(600);
    await resetAllQuotas(OPERATOR);
    expect(await sumOf(actor.id)).toBe(600);
  });

  test('only an administrator sets and resets, and each act is in the trail', async () => {
    const actor = await buildUser();
    const by = { via: 'web', actor } as const;
    expect(await outcomeOf(setMonthlyLimit(by, [actor.id], 9))).toBe('permissionDenied');
    expect(await outcomeOf(resetQuotas(by, [actor.id]))).toBe('permissionDenied');
    expect(await outcomeOf(resetAllQuotas(by))).toBe('permissionDenied');
    expect(await outcomeOf(setMonthlyLimit(OPERATOR, ['nobody@example.com'], 9))).toBe('userNotFound');
    await setMonthlyLimit(OPERATOR, [actor.email], 9);
    const acts = await select<{ action: string; detail: string }>(
      "SELECT action, detail FROM audit WHERE subject = $id AND action LIKE 'quota.%'",
      { id: actor.id },
    );
    expect(acts).toEqual([{ action: 'quota.set', detail: '{"monthlyLimit":9}' }]);
  });

  test('I2, I3: whatever order calls, crashes, late settlements and time come in, the limit holds and sums agree', async () => {
    const clock = stopClock();
    const step = fc.oneof(
      fc.record({ kind: fc.constant('reserve' as const), tokens: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ kind: fc.constant('settle' as const), tokens: fc.integer({ min: 0, max: 2000 }) }),
      fc.record({ kind: fc.constant('wait' as const), tokens: fc.integer({ min: 200, max: 700 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25, size: 'max' }), async (steps) => {
        const actor = await allowed(2500);
        const open: string[] = [];
        for (const { kind, tokens } of steps) {
          if (kind === 'wait') clock.advance(tokens);
          else if (kind === 'reserve') {
            const made = await reservedOrRefused(reserveTokens(actor, call(tokens)));
            if (made) open.push(made.requestId);
          } else if (open.length > 0) await settleTokens(open.shift()!, taken(tokens, 7));
          const { monthlyUsed, reserved } = await getQuota(actor.id);
          expect(monthlyUsed + reserved).toBeLessThanOrEqual(2500);
          expect(reserved).toBeGreaterThanOrEqual(0);
          expect(await sumOf(actor.id)).toBe(monthlyUsed);
        }
      }),
      { numRuns: repeats(6, 15) },
    );
  });
});
