import { beforeAll, expect, test } from 'vitest';
import { describeOwnServersOnBoth, sharedServer } from '#tests/support/api-server.ts';
import { newPerson, type Person, visitor } from '#tests/support/people.ts';
import { letProofLapse } from '#tests/support/proof-lapse.ts';
import { apiRoutes, fillPath } from '#tests/support/routes.ts';

describeOwnServersOnBoth('quotas over HTTP', (server) => {
  let admin: Person;
  let person: Person;
  beforeAll(async () => {
    admin = await newPerson(server(), 'admin');
    person = await newPerson(server(), 'person');
  });

  test('one’s own quota has the default limit, also where no AI is configured', async () => {
    const { status, body } = await person.api.get('/api/ai/quota');
    expect([status, body.data]).toEqual([
      200,
      {
        email: person.email,
        monthlyLimit: 100_000,
        monthlyUsed: 0,
        lastResetDate: expect.stringMatching(/^\d{4}-\d{2}-01T00:00:00\.000Z$/),
      },
    ]);
    expect((await visitor(server()).api.get('/api/ai/quota')).body.statusCode).toBe(1000);
  });

  test('an administrator sets and resets it', async () => {
    const path = `/api/admin/quotas/${person.id}`;
    expect((await admin.api.patch(path, { monthlyLimit: 0 })).body.data).toMatchObject({ monthlyLimit: 0 });
    expect((await person.api.get('/api/ai/quota')).body.data.monthlyLimit).toBe(0);
    expect((await admin.api.post(`${path}/reset`)).body.data.monthlyUsed).toBe(0);
    for (const monthlyLimit of [-1, 1.5, '7', null])
      expect((await admin.api.patch(path, { monthlyLimit })).status).toBe(422);
    expect(
      (await admin.api.patch('/api/admin/quotas/c00000000000000000000000', { monthlyLimit: 1 })).body.statusCode,
    ).toBe(2001);
    expect((await admin.api.patch('/api/admin/quotas/x', { monthlyLimit: 1 })).status).toBe(422);
    const unknown = await admin.api.patch('/api/admin/quotas/c00000000000000000000000', { monthlyLimit: 1 });
    expect([unknown.body.errors, unknown.body.message]).toEqual([undefined, 'No account: c00000000000000000000000']);
    const huge = await admin.api.patch(path, { monthlyLimit: 1e20 });
    expect(huge.body.errors?.monthlyLimit).toHaveLength(1);
  });

  test('the report lists everyone, pages, and falls back on what it does not know', async () => {
    const { body } = await admin.api.get(
      '/api/admin/token-usage?month=yesterday&page=-1&limit=9999&sort=x&order=y&by=z',
    );
    expect(body.data).toMatchObject({
      page: 1,
      limit: 100,
      total: 2,
      totals: { requests: 0, promptTokens: 0, completionTokens: 0, totalTokens: 0 },
    });
    expect(Object.keys(body.data.items[0])).toEqual([
      'userId',
      'email',
      'monthlyLimit',
      'monthlyUsed',
      'lastResetDate',
      'requests',
      'promptTokens',
      'completionTokens',
      'totalTokens',
    ]);
    expect((await admin.api.get('/api/admin/token-usage?by=day')).body.data.items).toEqual([]);
  });

  test('D1: nobody else gets at any of it', async () => {
    const routes = apiRoutes().filter(({ path }) => path.startsWith('/api/admin/'));
    expect(routes.length).toBeGreaterThanOrEqual(3);
    for (const { path, methods } of routes) {
      for (const method of methods) {
        const ask = (who: typeof person | ReturnType<typeof visitor>) =>
          who.api[method.toLowerCase() as 'get'](
            fillPath(path, person.id),
            method === 'GET' ? undefined : ({} as never),
          );
        expect([path, method, (await ask(person)).body.statusCode]).toEqual([path, method, 1001]);
        expect([path, method, (await ask(visitor(server()))).body.statusCode]).toEqual([path, method, 1000]);
      }
    }
  });
});

test('D1: nobody else is asked for proof', async () => {
  const other = await newPerson(sharedServer());
  await letProofLapse(sharedServer(), other);
  const path = `/api/admin/quotas/${other.id}`;
  for (const answer of [
    await other.api.patch(path, { monthlyLimit: 1 }),
    await other.api.post(`${path}/reset`),
    await other.api.put('/api/admin/ceilings', { monthlyTokens: 1 }),
    await other.api.delete('/api/admin/ceilings'),
    await other.api.post('/api/groups', { name: 'Mine' }),
  ]) {
    expect([answer.status, answer.body.statusCode, answer.body.data]).toEqual([403, 1001, undefined]);
  }
});
