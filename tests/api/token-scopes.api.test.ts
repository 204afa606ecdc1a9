import { expect, test } from 'vitest';
import { execute, select } from '#db/connection.ts';
import { newToken } from '#tests/support/access-tokens.ts';
import { sharedServer } from '#tests/support/api-server.ts';
import { appCode } from '#tests/support/authenticator.ts';
import type { ApiAnswer } from '#tests/support/client.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { inDatabaseOf } from '#tests/support/made-account.ts';
import { makeDocument, newPerson, signUpOver, visitor } from '#tests/support/people.ts';

const server = () => sharedServer();
const codeOf = ({ status, body }: ApiAnswer) => [status, body.statusCode];
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}`, 'X-XSRF-TOKEN': '' } });

test('S10: a token does what its scope says, and no more', async () => {
  const olga = await signUpOver(server());
  const { id } = await makeDocument(olga);
  const [read, write] = [await newToken(olga, { scope: 'read' }), await newToken(olga, { scope: 'write' })];
  const script = visitor(server());
  const [path, changed] = [`/api/documents/${id}`, { title: 'Renamed' }];
  expect(codeOf(await script.api.get(path, bearer(read)))).toEqual([200, 0]);
  expect(codeOf(await script.api.patch(path, changed, bearer(read)))).toEqual([403, 1001]);
  expect(codeOf(await script.api.patch(path, changed, bearer(write)))).toEqual([200, 0]);
  expect(codeOf(await script.api.get('/api/admin/token-usage', bearer(write)))).toEqual([403, 1001]);
  expect(codeOf(await script.api.post('/api/auth/proof', { password: PASSWORD }, bearer(write)))).toEqual([403, 1001]);
  const refused = await olga.page.post('/settings', { intent: 'token-create', name: 'Root', scope: 'admin' });
  expect(refused.status).toBe(403);
  await inDatabaseOf(server(), () => execute('UPDATE tokens SET expires_at = 1 WHERE user_id = $id', { id: olga.id }));
  expect(codeOf(await script.api.get(path, bearer(write)))).toEqual([401, 1000]);
});

test('S10: the scope `admin` takes an administrator with a second factor, and no other scope administers', async () => {
  const chief = await newPerson(server(), 'chief', { isAdmin: true });
  const reason = 'Tokens of scope admin need two-factor sign-in: turn it on first';
  const before = (await chief.page.get('/settings')).text;
  expect(before).toMatch(/<option[^>]*value="admin"[^>]*disabled/);
  expect(before).toContain(`id="token-scope-hint">${reason}</p>`);
  const refused = await chief.page.post('/settings', { intent: 'token-create', name: 'Root', scope: 'admin' });
  expect(refused.status).toBe(403);
  expect(refused.text).toMatch(/<select[^>]*name="scope"[^>]*aria-invalid="true"/);
  expect(refused.text).toContain(`id="token-scope-error">${reason}</p>`);
  await chief.page.post('/settings', { intent: 'totp-start' });
  const secret = /secret=([A-Z2-7]+)/.exec((await chief.page.get('/settings')).text)![1]!;
  await chief.page.post('/settings', { intent: 'totp-confirm', code: appCode(secret) });
  const tokens = Object.fromEntries(
    await Promise.all(
      (['read', 'write', 'admin'] as const).map(async (scope) => [scope, await newToken(chief, { scope })] as const),
    ),
  );
  const script = visitor(server());
  const answers: Record<string, unknown> = {};
  for (const [scope, token] of Object.entries(tokens)) {
    const patched = await script.api.patch(`/api/admin/quotas/${chief.id}`, { monthlyLimit: 9 }, bearer(token));
    const listed = await script.api.get('/api/admin/token-usage', bearer(token));
    const made = await script.api.post('/api/documents', { title: 'By script' }, bearer(token));
    answers[scope] = [listed, patched, made].map(({ body }) => body.statusCode);
  }
  expect(answers).toEqual({ read: [1001, 1001, 1001], write: [1001, 1001, 0], admin: [0, 0, 0] });

  // The router matches these, too.
  const asOther = ['/api/Admin', '/API/admin', '/api/%61dmin', '/api//admin', '/api/admin/'];
  for (const scope of ['read', 'write'] as const) {
    const token = bearer(tokens[scope]!);
    for (const path of asOther) {
      const listed = await script.api.get(`${path}/token-usage`, token);
      const patched = await script.api.patch(`${path}/quotas/${chief.id}`, { monthlyLimit: 8 }, token);
      for (const { status } of [listed, patched]) expect([401, 403, 404], `${scope} ${path}`).toContain(status);
    }
    for (const path of ['/api/Groups', '/api/%67roups', '/api/groups/'])
      expect((await script.api.post(path, { name: 'Mine' }, token)).status, `${scope} ${path}`).not.toBe(200);
  }
});

test('S10: a token lives 90 days unless it says otherwise, 365 at most, and for ever only where that is allowed', async () => {
  const olga = await newPerson(server());
  const make = (fields: Record<string, string>) =>
    olga.page.post('/settings', { intent: 'token-create', name: 'Script', scope: 'read', ...fields });
  const before = Date.now();
  expect((await make({})).status).toBe(303);
  expect((await make({ expiresIn: '365' })).status).toBe(303);
  for (const expiresIn of ['0', '366', '1.5', 'soon', 'never']) {
    const refused = await make({ expiresIn });
    expect([expiresIn, refused.status, refused.text.includes('Script')]).toEqual([expiresIn, 422, true]);
  }
  const rows = await inDatabaseOf(server(), () =>
    select<{ expiresAt: number }>(
      'SELECT expires_at AS "expiresAt" FROM tokens WHERE user_id = $id ORDER BY expires_at',
      { id: olga.id },
    ),
  );
  const days = rows.map(({ expiresAt }) => Math.floor((expiresAt - before) / (24 * 3600 * 1000)));
  expect(days).toEqual([90, 365]);
});
