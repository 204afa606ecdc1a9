import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import type { ApiAnswer, Client } from '#tests/support/client.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { mailedCode, makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { apiRoutes, fillPath } from '#tests/support/routes.ts';

const codeOf = ({ status, body }: ApiAnswer) => [status, body.statusCode];
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}`, 'X-XSRF-TOKEN': '' } });

async function createToken(person: Person, name = 'Backup'): Promise<string> {
  const created = await person.page.post('/settings', { intent: 'token-create', name });
  expect(created.status).toBe(303);
  return /arbor_[A-Za-z0-9]{40}/.exec((await person.page.follow(created)).text)![0];
}

/** Returns a client without cookies, not even the csrf pair. */
function script(server: { url: string }): Client {
  const client = visitor(server as never);
  client.browser.cookies.set('XSRF-TOKEN', '');
  return client;
}

describeServers('personal access tokens', (server) => {
  test('are shown once, listed by name, and work on the whole API without cookies or csrf', async () => {
    const olga = await newPerson(server());
    const token = await createToken(olga, 'Night <backup>');
    const page = (await olga.page.get('/settings')).text;
    expect(page).toContain('Night &lt;backup&gt;');
    expect(page).not.toContain(token);
    const curl = script(server());
    expect((await curl.api.get('/api/auth/me', bearer(token))).body.data.id).toBe(olga.id);
    const made = await curl.api.post('/api/documents', { title: 'By script' }, bearer(token));
    expect(made.body.data).toMatchObject({ title: 'By script', owner: { email: olga.email } });
    const path = `/api/documents/${made.body.data.id}`;
    expect(codeOf(await curl.api.patch(path, { title: 'Renamed' }, bearer(token)))).toEqual([200, 0]);
    expect(codeOf(await curl.api.post(`${path}/archive`, {}, bearer(token)))).toEqual([200, 0]);
    expect(codeOf(await curl.api.delete(path, undefined, bearer(token)))).toEqual([200, 0]);
    expect((await olga.page.get('/settings')).text).not.toContain('Never used');
  });

  test('C1: a bad token is 1000 on every path, whoever’s cookies come along', async () => {
    const olga = await newPerson(server());
    const { id } = await makeDocument(olga);
    const access = olga.browser.cookies.get('arbor_access')!;
    for (const wrong of ['arbor_nonsense', '', access, 'x'.repeat(5000)]) {
      expect(codeOf(await olga.api.get('/api/auth/me', bearer(wrong)))).toEqual([401, 1000]);
    }
    for (const { path, methods } of apiRoutes()) {
      for (const method of methods) {
        const [to, options] = [fillPath(path, id), bearer('arbor_nonsense')];
        const call = olga.api[method.toLowerCase() as 'post'];
        const answer = await (method === 'GET' ? olga.api.get(to, options) : call(to, {}, options));
        expect([method, path, ...codeOf(answer)]).toEqual([method, path, 401, 1000]);
      }
    }
  });

  test('a token’s account counts, not that of the cookies beside it', async () => {
    const [olga, sven] = [await newPerson(server()), await newPerson(server())];
    const token = await createToken(olga);
    const { id } = await makeDocument(sven);
    expect((await sven.api.get('/api/auth/me', bearer(token))).body.data.id).toBe(olga.id);
    expect(codeOf(await sven.api.get(`/api/documents/${id}`, bearer(token)))).toEqual([404, 4001]);
  });

  test('C1: a token is no cookie, and cookies are no token: pages take none', async () => {
    const olga = await newPerson(server());
    const token = await createToken(olga);
    const thief = visitor(server());
    thief.browser.cookies.set('arbor_access', token);
    thief.browser.cookies.set('arbor_refresh', token);
    expect(codeOf(await thief.api.get('/api/auth/me'))).toEqual([401, 1000]);
    expect(codeOf(await thief.api.post('/api/auth/refresh'))).toEqual([401, 1002]);
    expect((await visitor(server()).page.get('/settings', bearer(token))).status).toBe(302);
    expect((await visitor(server()).page.get('/settings/export', bearer(token))).status).toBe(302);
  });

  test('a token cannot touch how its account signs in', async () => {
    const olga = await newPerson(server());
    const token = await createToken(olga);
    const posts = apiRoutes().filter(({ path, methods }) => path.startsWith('/api/auth/') && methods.includes('POST'));
    expect(posts.length).toBeGreaterThanOrEqual(8);
    for (const { path } of posts) {
      const answer = await script(server()).api.post(path, { email: olga.email, password: PASSWORD }, bearer(token));
      expect([path, ...codeOf(answer)]).toEqual([path, 403, 1001]);
      expect(answer.setCookies.join()).not.toMatch(/arbor_(access|refresh)/);
    }
    expect(codeOf(await olga.api.get('/api/auth/me'))).toEqual([200, 0]);
  });

  test('a token ends when it is revoked, by its owner alone', async () => {
    const [olga, sven] = [await newPerson(server()), await newPerson(server())];
    const token = await createToken(olga);
    const tokenId = /name="tokenId" value="(c\w+)"/.exec((await olga.page.get('/settings')).text)![1]!;
    const me = () => script(server()).api.get('/api/auth/me', bearer(token));
    await sven.page.post('/settings', { intent: 'token-revoke', tokenId });
    expect((await me()).status).toBe(200);
    expect((await olga.page.post('/settings', { intent: 'token-revoke', tokenId })).status).toBe(303);
    expect(codeOf(await me())).toEqual([401, 1000]);
  });

  test('A7: a password that was forgotten and reset ends every token', async () => {
    const olga = await newPerson(server());
    const token = await createToken(olga);
    const stranger = visitor(server());
    await stranger.api.post('/api/auth/forgot-password', { email: olga.email });
    const code = await mailedCode(server(), olga.email);
    const { body } = await stranger.api.post('/api/auth/code/validate', {
      email: olga.email,
      code,
      type: 'reset-password',
    });
    await stranger.api.post('/api/auth/reset-password', { tempId: body.data.tempId, password: 'Brand-New-2' });
    expect(codeOf(await script(server()).api.get('/api/auth/me', bearer(token)))).toEqual([401, 1000]);
  });

  test('a token needs a name of 1 to 60 characters', async () => {
    const olga = await newPerson(server());
    for (const name of ['', '   ', 'x'.repeat(61)]) {
      const refused = await olga.page.post('/settings', { intent: 'token-create', name });
      expect(refused.status).toBe(422);
    }
    expect((await olga.page.get('/settings')).text).not.toContain('name="tokenId"');
  });
});
