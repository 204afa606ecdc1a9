import { beforeAll, expect, test } from 'vitest';
import type { USAGE_SORTS } from '#app/schemas/usage.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { periodOfMonth, reportUsage, streamUsage, type UsageRow } from '#app/services/quotas/report-usage.ts';
import { reserveTokens } from '#app/services/quotas/reserve-tokens.ts';
import { settleTokens } from '#app/services/quotas/settle-tokens.ts';
import { inTransaction, models } from '#db/connection.ts';
import { allowed, call, taken } from '#tests/support/ai-calls.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

describeOnBoth('the AI allowance', () => {
  // The first account administers; none of a test shall.
  beforeAll(async () => {
    await buildUser();
  });

  test('the report adds up: by user, day, model and feature, with totals, and only for administrators', async () => {
    const clock = stopClock(new Date('2025-05-10T10:00:00Z'));
    const [ada, ben] = [await allowed(10_000), await allowed(10_000)];
    for (const [who, tokens] of [
      [ada, 100],
      [ada, 50],
      [ben, 30],
    ] as const) {
      const { requestId } = await reserveTokens(who, call(tokens));
      await settleTokens(requestId, taken(tokens, 10));
      clock.advance(24 * 3600);
    }
    const query = { ...periodOfMonth('2025-05'), page: 1, limit: 100, order: 'desc', keyword: '' } as const;
    const users = await reportUsage(OPERATOR, { ...query, by: 'user', sort: 'tokens' });
    expect(users.items.slice(0, 2)).toMatchObject([
      { email: ada.email, requests: 2, promptTokens: 150, completionTokens: 20, totalTokens: 170 },
      { email: ben.email, requests: 1, totalTokens: 40 },
    ]);
    expect(users.totals).toEqual({ requests: 3, promptTokens: 180, completionTokens: 30, totalTokens: 210 });
    const days = async (sort: (typeof USAGE_SORTS)[number], order: 'asc' | 'desc') => {
      const { items } = await reportUsage(OPERATOR, { ...query, by: 'day', sort, order });
      return items.map((row) => 'date' in row && row.date.slice(-2));
    };
    expect(await days('email', 'asc')).toEqual(['10', '11', '12']);
    expect(await days('email', 'desc')).toEqual(['12', '11', '10']);
    expect(await days('tokens', 'asc')).toEqual(['12', '11', '10']);
    expect(await days('requests', 'desc')).toEqual(['10', '11', '12']);
    const models = await reportUsage(OPERATOR, { ...query, by: 'model', sort: 'tokens' });
    expect(models.items).toMatchObject([{ model: 'small', totalTokens: 210 }]);
    const features = await reportUsage(OPERATOR, { ...query, by: 'feature', sort: 'tokens', userId: ben.id });
    expect(features).toMatchObject({ items: [{ feature: 'ask', totalTokens: 40 }], totals: { totalTokens: 40 } });
    const owners = await reportUsage(OPERATOR, { ...query, by: 'owner', sort: 'tokens' });
    expect(owners).toMatchObject({ items: [{ owner: null, totalTokens: 210 }], total: 1 });
    const denied = reportUsage({ via: 'web', actor: ada }, { ...query, by: 'user', sort: 'tokens' });
    expect(await outcomeOf(denied)).toBe('permissionDenied');
  });

  test('by owner: a call counts for whose document it was about, whoever made it; the document gone, for nobody', async () => {
    stopClock(new Date('2025-06-10T10:00:00Z'));
    const [ada, ben] = [await allowed(10_000), await allowed(10_000)];
    const documents = [await buildDocument({ owner: ada }), await buildDocument({ owner: ben })];
    const about = [documents[0]!.id, documents[0]!.id, documents[1]!.id, 'cgone0000000000000000000', null];
    for (const documentId of about) {
      const { requestId } = await reserveTokens(ben, { ...call(10), documentId });
      await settleTokens(requestId, taken(10, 0));
    }
    const query = { ...periodOfMonth('2025-06'), order: 'desc', keyword: '', by: 'owner', sort: 'requests' } as const;
    const { items, total } = await reportUsage(OPERATOR, { ...query, page: 1, limit: 100 });
    expect(total).toBe(3);
    expect(items).toHaveLength(3);
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ owner: ada.email, requests: 2, totalTokens: 20 }),
        expect.objectContaining({ owner: ben.email, requests: 1 }),
        expect.objectContaining({ owner: null, requests: 2 }),
      ]),
    );
    const streamed: UsageRow[] = [];
    for await (const row of streamUsage(OPERATOR, { ...query, limit: 100 })) streamed.push(row);
    expect(streamed).toEqual(items);
    for await (const row of streamUsage(OPERATOR, { ...query, limit: 1 })) expect(row).toEqual(items[0]);
  });

  test('by user names a purged account by its id, so that rows and totals agree', async () => {
    stopClock(new Date('2025-08-10T10:00:00Z'));
    const [ada, ben] = [await allowed(10_000), await allowed(10_000)];
    for (const who of [ada, ben, ben]) {
      const { requestId } = await reserveTokens(who, call(10));
      await settleTokens(requestId, taken(10, 0));
    }
    await inTransaction(async () => (await models()).User.destroy({ where: { id: ben.id } }));
    const query = { ...periodOfMonth('2025-08'), order: 'desc', keyword: '', by: 'user', sort: 'tokens' } as const;
    const { items, total, totals } = await reportUsage(OPERATOR, { ...query, page: 1, limit: 100 });
    expect(items[0]).toMatchObject({ userId: ben.id, email: null, monthlyLimit: 0, monthlyUsed: 0, totalTokens: 20 });
    expect(items).toHaveLength(total);
    expect(items.reduce((sum, row) => sum + row.totalTokens, 0)).toBe(totals.totalTokens);
    const streamed: UsageRow[] = [];
    for await (const row of streamUsage(OPERATOR, { ...query, limit: 100 })) streamed.push(row);
    expect(streamed).toEqual(items);
    const byAddress = await reportUsage(OPERATOR, { ...query, sort: 'email', order: 'asc', page: 1, limit: 1 });
    expect(byAddress.items).toMatchObject([{ userId: ben.id }]);
    const alone = await reportUsage(OPERATOR, { ...query, userId: ben.id, page: 1, limit: 100 });
    expect(alone).toMatchObject({ items: [{ userId: ben.id, requests: 2 }], total: 1 });
    const found = await reportUsage(OPERATOR, { ...query, keyword: ada.email, page: 1, limit: 100 });
    expect(found).toMatchObject({ items: [{ userId: ada.id }], total: 1 });
  });

  test('a streamed report is as things were at one moment, whatever is written meanwhile', async () => {
    stopClock(new Date('2025-07-10T10:00:00Z'));
    const people = [await allowed(10_000), await allowed(10_000), await allowed(10_000)];
    const spend = async (actor: Actor) => {
      const { requestId } = await reserveTokens(actor, call(10));
      await settleTokens(requestId, taken(10, 0));
    };
    for (const actor of people) await spend(actor);
    const query = { ...periodOfMonth('2025-07'), order: 'desc', keyword: '', by: 'user', sort: 'tokens' } as const;
    const seen: number[] = [];
    for await (const row of streamUsage(OPERATOR, { ...query, limit: 3 })) {
      seen.push(row.totalTokens);
      for (const actor of people) await spend(actor);
    }
    expect(seen).toEqual([10, 10, 10]);
  });
});
