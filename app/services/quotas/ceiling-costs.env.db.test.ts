import { beforeEach, expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { checkCeilings } from '#app/services/maintenance/check/check-ceilings.ts';
import { setCeiling } from '#app/services/quotas/change-ceiling.ts';
import { periodOfMonth, reportUsage } from '#app/services/quotas/report-usage.ts';
import { reserveTokens } from '#app/services/quotas/reserve-tokens.ts';
import { settleTokens } from '#app/services/quotas/settle-tokens.ts';
import { execute } from '#db/connection.ts';
import { call, taken } from '#tests/support/ai-calls.ts';
import { ceilingOf, cost, groupOf, people, refusal, removeCeilings, tokens } from '#tests/support/ceilings.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

// A prompt token of `small` costs a millionth, an answer token four; `large` ten times as much; `own` has no price.
Object.assign(process.env, { AI_PRICES: 'small=1/4, large=10/40', AI_CURRENCY: 'EUR' });

describeOnBoth('a ceiling of AI', () => {
  beforeEach(removeCeilings);

  test('by cost reserves by the dearest model that may answer and charges the one that did', async () => {
    const [ada] = await people(1);
    const team = await groupOf([ada!]);
    await setCeiling(OPERATOR, team.id, cost(0.05));
    const { requestId, answerTokens } = await reserveTokens(ada!, call(1000, ['small', 'large']));
    expect(answerTokens).toBe(1000);
    expect(await outcomeOf(reserveTokens(ada!, call(1)))).toBe('requestTooFrequent');
    await settleTokens(requestId, { ...taken(1000, 500), model: 'small' });
    expect((await ceilingOf(team.id)).monthlyUsedCost).toBe(0.003);
    const next = await reserveTokens(ada!, call(1000, ['large']));
    expect(next.answerTokens).toBe(925);
    await settleTokens(next.requestId, taken(1000, 925));
    expect((await ceilingOf(team.id)).monthlyUsedCost).toBe(0.05);
    expect(await refusal(reserveTokens(ada!, call(10)))).toMatchObject({ error: 'aiTokenLimitExceeded' });
    expect((await reserveTokens(ada!, call(10, ['own']))).answerTokens).toBeGreaterThan(0);
  });

  test('prices make costs in the report; a model without a price costs nothing', async () => {
    stopClock(new Date('2031-05-10T10:00:00Z'));
    const [ada] = await people(1);
    for (const [model, prompt, answer] of [
      ['small', 1000, 250],
      ['large', 100, 100],
      ['own', 500, 500],
    ] as const) {
      const { requestId } = await reserveTokens(ada!, call(prompt, [model]));
      await settleTokens(requestId, taken(prompt, answer));
    }
    const query = {
      ...periodOfMonth('2031-05'),
      page: 1,
      limit: 9,
      order: 'desc',
      keyword: '',
      sort: 'tokens',
    } as const;
    const report = await reportUsage(OPERATOR, { ...query, by: 'model' });
    expect(report).toMatchObject({ currency: 'EUR', totals: { cost: 0.007 } });
    expect(report.items).toMatchObject([
      { model: 'small', cost: 0.002 },
      { model: 'own', cost: 0 },
      { model: 'large', cost: 0.005 },
    ]);
    const users = await reportUsage(OPERATOR, { ...query, by: 'user', userId: ada!.id });
    expect(users.items).toMatchObject([{ userId: ada!.id, cost: 0.007 }]);
  });

  test('is compared with the ledger by arbor db check, and repaired', async () => {
    const faults = async (repair = false) => {
      const found: string[] = [];
      for await (const { problem, repaired } of checkCeilings(repair)) found.push(`${problem} ${repaired}`);
      return found;
    };
    const [ada, ben] = await people(2);
    await settleTokens((await reserveTokens(ada!, call(10))).requestId, taken(10, 5));
    const { id } = await groupOf([ada!]);
    await setCeiling(OPERATOR, null, tokens(1_000_000));
    await setCeiling(OPERATOR, id, cost(100));
    await settleTokens((await reserveTokens(ada!, call(100))).requestId, taken(100, 50));
    await settleTokens((await reserveTokens(ben!, call(20))).requestId, taken(20, 5));
    const open = await reserveTokens(ada!, call(30));
    expect(await faults()).toEqual([]);
    const [before, ofGroup] = [await ceilingOf(null), await ceilingOf(id)];
    await execute('UPDATE ai_ceilings SET used = 0, reserved = 7 WHERE group_id IS NULL', {});
    await execute('UPDATE ai_ceilings SET used_cost = used_cost + 1000000000000 WHERE id = $id', { id });
    expect((await faults()).toSorted()).toEqual(['reserved false', 'used false', 'used false']);
    expect((await faults(true)).toSorted()).toEqual(['reserved true', 'used true', 'used true']);
    expect(await faults()).toEqual([]);
    expect([await ceilingOf(null), await ceilingOf(id)]).toEqual([before, ofGroup]);
    await settleTokens(open.requestId, taken(30, 1));
    expect(await faults()).toEqual([]);
    expect((await ceilingOf(null)).reserved).toBe(0);
  });
});
