import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { deleteGroup } from '#app/services/groups/change-group.ts';
import { listCeilings, removeCeiling, setCeiling } from '#app/services/quotas/change-ceiling.ts';
import { resetAllQuotas } from '#app/services/quotas/change-quota.ts';
import { reserveTokens } from '#app/services/quotas/reserve-tokens.ts';
import { settleLapsedCalls, settleTokens } from '#app/services/quotas/settle-tokens.ts';
import { select } from '#db/connection.ts';
import { call, reservedOrRefused, taken } from '#tests/support/ai-calls.ts';
import { ceilingOf, cost, groupOf, people, refusal, removeCeilings, tokens } from '#tests/support/ceilings.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { repeats } from '#tests/support/length.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';

// A prompt token of `small` costs a millionth, an answer token four; `large` ten times as much; `own` has no price.
Object.assign(process.env, { AI_PRICES: 'small=1/4, large=10/40', AI_CURRENCY: 'EUR' });

describeOnBoth('a ceiling of AI', () => {
  beforeEach(removeCeilings);

  test('of the installation holds everybody together; 1100 names it, and a reset of allowances does not lift it', async () => {
    const [ada, ben] = await people(2);
    await setCeiling(OPERATOR, null, tokens(500));
    const before = (await ceilingOf(null)).monthlyUsed;
    await setCeiling(OPERATOR, null, tokens(before + 500));
    const { requestId, answerTokens } = await reserveTokens(ada!, call(100));
    expect(answerTokens).toBe(400);
    await settleTokens(requestId, taken(100, 400));
    const refused = await refusal(reserveTokens(ben!, call(1)));
    expect(refused).toMatchObject({
      error: 'aiTokenLimitExceeded',
      reason: { key: 'aiInstallationCeiling' },
      data: { ceiling: 'installation', monthlyTokens: before + 500, monthlyUsed: before + 500 },
    });
    await resetAllQuotas(OPERATOR);
    expect(await outcomeOf(reserveTokens(ben!, call(1)))).toBe('aiTokenLimitExceeded');
    await removeCeiling(OPERATOR, null);
    expect((await reserveTokens(ben!, call(1))).answerTokens).toBe(1024);
  });

  test.each([
    ['counts calls after a clock that was hours ahead when its month turned', '2026-02-01T06:00:00Z', 12, 500],
    ['begins anew after a clock that was days ahead, and with the next month', '2026-03-05T12:00:00Z', 30 * 24, 300],
  ])('%s', async (_name, ahead, hours, used) => {
    const clock = stopClock(new Date(ahead));
    const [ada, ben] = await people(2);
    const team = await groupOf([ada!, ben!]);
    await setCeiling(OPERATOR, team.id, tokens(5000));
    const first = await reserveTokens(ada!, call(100));
    await settleTokens(first.requestId, taken(100, 100));
    clock.advance(-hours * 3600);
    const { requestId } = await reserveTokens(ben!, call(100));
    await settleTokens(requestId, taken(100, 200));
    expect(await ceilingOf(team.id)).toMatchObject({ monthlyUsed: used, reserved: 0 });
    clock.advance(30 * 86_400);
    expect(await ceilingOf(team.id)).toMatchObject({ monthlyUsed: 0, reserved: 0 });
  });

  test('of a group holds its members only, and is named; one in two groups obeys both', async () => {
    const [ada, ben, eve] = await people(3);
    const [small, wide] = [await groupOf([ada!]), await groupOf([ada!, ben!])];
    await setCeiling(OPERATOR, small.id, tokens(300));
    await setCeiling(OPERATOR, wide.id, tokens(2000));
    const first = await reserveTokens(ada!, call(100));
    expect(first.answerTokens).toBe(200);
    await settleTokens(first.requestId, taken(100, 200));
    const refused = await refusal(reserveTokens(ada!, call(10)));
    expect(refused).toMatchObject({
      reason: { key: 'aiGroupCeiling', values: { group: small.name } },
      data: { ceiling: 'group', group: small.name },
    });
    expect((await ceilingOf(wide.id)).monthlyUsed).toBe(300);
    expect((await reserveTokens(ben!, call(100))).answerTokens).toBe(1024);
    expect((await ceilingOf(wide.id)).reserved).toBe(1124);
    expect((await reserveTokens(eve!, call(5000))).answerTokens).toBe(1024);
  });

  test('refuses with 1200 while only calls in progress hold the rest, and never more than it says in the end', async () => {
    const many = await people(20);
    const team = await groupOf(many);
    await setCeiling(OPERATOR, team.id, tokens(9100));
    const reserved: string[] = [];
    const outcomes = await tally(
      Array.from({ length: 200 }, async (_, at) => {
        const { requestId } = await reserveTokens(many[at % many.length]!, call(100));
        reserved.push(requestId);
      }),
    );
    expect(outcomes).toEqual({ ok: 9, requestTooFrequent: 191 });
    expect((await ceilingOf(team.id)).reserved).toBe(9100);
    expect(await refusal(reserveTokens(many[0]!, call(100)))).toMatchObject({
      reason: { key: 'aiGroupBusy', values: { group: team.name } },
      retryAfterSeconds: 5,
    });
    await Promise.all(reserved.map((requestId) => settleTokens(requestId, taken(100, 0))));
    expect(await ceilingOf(team.id)).toMatchObject({ monthlyUsed: 900, reserved: 0 });
    expect((await reserveTokens(many[0]!, call(100))).answerTokens).toBe(1024);
  });

  test('whatever is reserved and settled at once, used and reserved stay below every ceiling', async () => {
    const many = await people(8);
    const [one, two] = [await groupOf(many.slice(0, 5)), await groupOf(many.slice(3))];
    await setCeiling(OPERATOR, null, tokens(0));
    const { monthlyUsed } = await ceilingOf(null);
    await setCeiling(OPERATOR, null, tokens(monthlyUsed + 9000));
    await setCeiling(OPERATOR, one.id, { monthlyTokens: 5000, monthlyCost: 0.02 });
    await setCeiling(OPERATOR, two.id, cost(0.03));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 10, maxLength: 30 }),
        async (prompts) => {
          await Promise.all(
            prompts.map(async (prompt, at) => {
              const models = at % 2 ? ['small'] : ['small', 'large'];
              const made = await reservedOrRefused(reserveTokens(many[at % many.length]!, call(prompt, models)));
              if (made) await settleTokens(made.requestId, { ...taken(prompt * 2, 9), model: models.at(-1)! });
            }),
          );
          for (const ceiling of await listCeilings(OPERATOR)) {
            const { monthlyTokens, monthlyCost, monthlyUsed, monthlyUsedCost, reserved } = ceiling;
            expect(reserved).toBe(0);
            if (monthlyTokens !== null) expect(monthlyUsed).toBeLessThanOrEqual(monthlyTokens);
            if (monthlyCost !== null) expect(monthlyUsedCost).toBeLessThanOrEqual(monthlyCost);
          }
        },
      ),
      { numRuns: repeats(4, 12) },
    );
  });

  test('counts what its people used before it was set, begins anew with the month, and releases lost calls', async () => {
    const clock = stopClock(new Date('2031-03-31T23:50:00Z'));
    const [ada] = await people(1);
    const early = await reserveTokens(ada!, call(100));
    await settleTokens(early.requestId, taken(100, 50));
    const team = await groupOf([ada!]);
    await setCeiling(OPERATOR, team.id, tokens(3000));
    expect(await ceilingOf(team.id)).toMatchObject({ monthlyUsed: 150, monthlyUsedCost: 0.0003 });
    await reserveTokens(ada!, call(40));
    clock.advance(600);
    expect(await ceilingOf(team.id)).toMatchObject({ monthlyUsed: 0, reserved: 1064 });
    await settleLapsedCalls();
    expect(await ceilingOf(team.id)).toMatchObject({ monthlyUsed: 0, reserved: 0 });
    const next = await reserveTokens(ada!, call(10));
    clock.advance(600);
    await settleLapsedCalls();
    await settleTokens(next.requestId, taken(10, 900));
    expect(await ceilingOf(team.id)).toMatchObject({ monthlyUsed: 10, reserved: 0 });
  });

  test('that is removed and set again during a call holds what the call reserved, until it ends', async () => {
    const [ada] = await people(1);
    const team = await groupOf([ada!]);
    await setCeiling(OPERATOR, team.id, tokens(3000));
    const { requestId } = await reserveTokens(ada!, call(100));
    await removeCeiling(OPERATOR, team.id);
    await setCeiling(OPERATOR, team.id, { monthlyTokens: 3000, monthlyCost: 1 });
    expect(await ceilingOf(team.id)).toMatchObject({ monthlyUsed: 0, reserved: 1124 });
    await settleTokens(requestId, taken(100, 50));
    expect(await ceilingOf(team.id)).toMatchObject({ monthlyUsed: 150, reserved: 0 });
    const left = 'SELECT reserved_cost AS cost FROM ai_ceilings WHERE id = $id';
    expect(Number((await select<{ cost: number }>(left, { id: team.id }))[0]!.cost)).toBe(0);
  });

  test('is for administrators, goes with its group, and each act is in the audit log', async () => {
    const [ada] = await people(1);
    const team = await groupOf([ada!]);
    const by = { via: 'web', actor: ada! } as const;
    expect(await outcomeOf(setCeiling(by, team.id, tokens(1)))).toBe('permissionDenied');
    expect(await outcomeOf(listCeilings(by))).toBe('permissionDenied');
    expect(await outcomeOf(removeCeiling(by, null))).toBe('permissionDenied');
    const neither = { monthlyTokens: null, monthlyCost: null };
    expect(await outcomeOf(setCeiling(OPERATOR, team.id, neither))).toBe('validationFailed');
    expect(await outcomeOf(setCeiling(OPERATOR, 'cgone0000000000000000000', tokens(1)))).toBe('notFound');
    expect(await outcomeOf(removeCeiling(OPERATOR, team.id))).toBe('notFound');
    await setCeiling(OPERATOR, team.id, tokens(7));
    const acts = await select<{ action: string; detail: string }>(
      "SELECT action, detail FROM audit WHERE subject = $id AND action LIKE 'quota.%'",
      { id: team.id },
    );
    expect(acts).toEqual([
      { action: 'quota.ceiling-set', detail: JSON.stringify({ name: team.name, monthlyTokens: 7, monthlyCost: null }) },
    ]);
    await deleteGroup(OPERATOR, team.id);
    expect(await listCeilings(OPERATOR)).toEqual([]);
  });
});
