import { expect, test } from 'vitest';
import { auditQuery } from '#app/schemas/audit.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { listActs } from '#app/services/audit/list-acts.ts';
import { searchAudit, streamAudit } from '#app/services/audit/search-audit.ts';
import { setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { execute, select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';

const ENTRIES = 150_000;

describeOnBoth('a long audit log', () => {
  test('is searched and exported without holding up other reads', async () => {
    const ada = await buildUser();
    await setMonthlyLimit(OPERATOR, [ada.id], 7);
    await execute(`INSERT INTO audit (id, action, subject, detail, via, created_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ENTRIES})
      SELECT 'sign-in ' || n, 'session.start', 'nobody', '{}', 'web', n FROM numbers`);
    const order: string[] = [];
    const query = auditQuery.parse({ person: 'some@example.com' });
    const long = [
      searchAudit(OPERATOR, query).then(({ total }) => order.push(`searched ${total}`)),
      streamAudit(OPERATOR, query)
        .next()
        .then(({ done }) => order.push(`exported ${done}`)),
    ];
    await select('SELECT 1 AS one').then(() => order.push('short'));
    await Promise.all(long);
    expect(order[0]).toBe('short');
    expect(order.toSorted()).toEqual(['exported true', 'searched 0', 'short']);
    expect(await listActs(OPERATOR, 1, 'quota')).toMatchObject([{ action: 'quota.set', subject: ada.email }]);
    expect(await listActs(OPERATOR, 10, 'group')).toEqual([]);
    await execute("DELETE FROM audit WHERE subject = 'nobody'");
  });
});
