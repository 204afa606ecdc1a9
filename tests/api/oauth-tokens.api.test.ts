import { expect, test } from 'vitest';
import { newToken } from '#tests/support/access-tokens.ts';
import { describeServers, sharedServer } from '#tests/support/api-server.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { ADDRESS, allow, ask, connect, pair, redeem, register } from '#tests/support/oauth-client.ts';
import { newPerson, visitor } from '#tests/support/people.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import type { Place } from '#tests/support/server.ts';

const HOUR = 3600;

async function post(place: Place, path: string, fields: Record<string, string>) {
  const { status, text } = await visitor(place).page.postBlind(path, fields);
  return { status, body: JSON.parse(text) };
}

const renew = (place: Place, clientId: string, token: string, fields: Record<string, string> = {}) =>
  post(place, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: token,
    ...fields,
  });

const statusOf = async (place: Place, token: string, method = 'GET') => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = method === 'GET' ? {} : { body: JSON.stringify({ title: 'By a client' }) };
  return (await rawRequest(place.url, '/api/documents', { method, headers, ...body })).status;
};

describeServers('refresh tokens of OAuth clients', (server) => {
  test('a refresh token gives new tokens, ends the old ones and its owner sees one connection', async () => {
    const olga = await newPerson(server());
    const { clientId, tokens } = await connect(olga, server(), 'write');
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: HOUR, scope: 'write' });
    const renewed = await renew(server(), clientId, tokens.refresh_token);
    expect(renewed).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: HOUR, scope: 'write' } });
    expect(renewed.body.refresh_token).not.toBe(tokens.refresh_token);
    expect(await statusOf(server(), tokens.access_token)).toBe(401);
    expect(await statusOf(server(), renewed.body.access_token, 'POST')).toBe(200);
    const settings = (await olga.page.get('/settings')).text;
    expect([...settings.matchAll(/name="tokenId"/g)]).toHaveLength(1);
  });

  test('two requests at once get the same answer; an older token ends the connection', async () => {
    const olga = await newPerson(server());
    const { clientId, tokens } = await connect(olga, server());
    const both = await Promise.all([1, 2].map(() => renew(server(), clientId, tokens.refresh_token)));
    expect(both[0]).toMatchObject({ status: 200 });
    expect(both[1]).toEqual(both[0]);
    const third = await renew(server(), clientId, both[0]!.body.refresh_token);
    expect(third.status).toBe(200);
    const reused = await renew(server(), clientId, tokens.refresh_token);
    expect([reused.status, reused.body.error]).toEqual([400, 'invalid_grant']);
    expect(await statusOf(server(), third.body.access_token)).toBe(401);
    expect((await renew(server(), clientId, third.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('a client revokes its own tokens, either of them, and no one else’s', async () => {
    const olga = await newPerson(server());
    const other = await register(server(), ['https://other.example/']);
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const { clientId, tokens } = await connect(olga, server());
      const foreign = await post(server(), '/oauth/revoke', { token: tokens[kind], client_id: other });
      expect([foreign.status, await statusOf(server(), tokens.access_token)]).toEqual([200, 200]);
      for (const _ of ['once', 'again']) {
        expect((await post(server(), '/oauth/revoke', { token: tokens[kind], client_id: clientId })).status).toBe(200);
      }
      expect(await statusOf(server(), tokens.access_token)).toBe(401);
      expect((await renew(server(), clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
    }
    expect((await olga.page.get('/settings')).text).not.toContain('name="tokenId"');
  });

  test('a code used again ends what it was exchanged for', async () => {
    const olga = await newPerson(server());
    const clientId = await register(server());
    const { verifier, challenge } = pair();
    const code = (await allow(olga, ask(clientId, challenge))).searchParams.get('code')!;
    const asked = { client_id: clientId, redirect_uri: ADDRESS, code_verifier: verifier, code };
    const { body } = await redeem(visitor(server()), asked);
    // Without the verifier a stranger who saw the code cannot end the connection.
    await redeem(visitor(server()), { ...asked, code_verifier: pair().verifier });
    expect(await statusOf(server(), body.access_token)).toBe(200);
    expect((await redeem(visitor(server()), asked)).body.error).toBe('invalid_grant');
    expect(await statusOf(server(), body.access_token)).toBe(401);
    expect((await renew(server(), clientId, body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('A7: a new password ends the connection', async () => {
    const olga = await newPerson(server());
    const { clientId, tokens } = await connect(olga, server());
    const changed = await olga.page.post('/settings', {
      intent: 'password',
      currentPassword: PASSWORD,
      password: `${PASSWORD}1`,
    });
    expect(changed.status).toBe(303);
    expect((await renew(server(), clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });
});

test('a scope can be narrowed for one access token, and never exceeds the consent', async () => {
  const place = sharedServer();
  const olga = await newPerson(place);
  const writer = await connect(olga, place, 'write');
  const narrow = await renew(place, writer.clientId, writer.tokens.refresh_token, { scope: 'read' });
  expect([narrow.body.scope, await statusOf(place, narrow.body.access_token, 'POST')]).toEqual(['read', 403]);
  const wide = await renew(place, writer.clientId, narrow.body.refresh_token);
  expect([wide.body.scope, await statusOf(place, wide.body.access_token, 'POST')]).toEqual(['write', 200]);
  const reader = await connect(olga, place, 'read');
  for (const scope of ['write', 'read write', 'admin']) {
    const refused = await renew(place, reader.clientId, reader.tokens.refresh_token, { scope });
    expect([scope, refused.status, refused.body.error]).toEqual([scope, 400, 'invalid_scope']);
  }
  expect((await renew(place, reader.clientId, reader.tokens.refresh_token)).status).toBe(200);
});

test('wrong requests get the errors of OAuth, and leave the connection alone', async () => {
  const place = sharedServer();
  const { clientId, tokens } = await connect(await newPerson(place), place);
  const other = await register(place, ['https://other.example/']);
  const right = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token };
  const cases: [string, Record<string, string>, number, string][] = [
    ['/oauth/token', { ...right, client_id: other }, 400, 'invalid_grant'],
    ['/oauth/token', { ...right, client_id: 'nonsense' }, 401, 'invalid_client'],
    ['/oauth/token', { ...right, refresh_token: `${tokens.refresh_token}x` }, 400, 'invalid_grant'],
    ['/oauth/token', { ...right, refresh_token: tokens.access_token }, 400, 'invalid_grant'],
    ['/oauth/token', { ...right, refresh_token: '' }, 400, 'invalid_request'],
    ['/oauth/token', { ...right, resource: 'https://other.example/mcp' }, 400, 'invalid_target'],
    ['/oauth/token', { ...right, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['/oauth/token', { client_id: clientId }, 400, 'invalid_request'],
    ['/oauth/revoke', { client_id: clientId }, 400, 'invalid_request'],
    ['/oauth/revoke', { token: tokens.access_token }, 400, 'invalid_request'],
    ['/oauth/revoke', { token: tokens.access_token, client_id: 'nonsense' }, 401, 'invalid_client'],
  ];
  for (const [path, fields, status, error] of cases) {
    const answer = await post(place, path, fields);
    expect([path, fields, answer.status, answer.body.error]).toEqual([path, fields, status, error]);
  }
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const twice = `${new URLSearchParams(right)}&client_id=${other}`;
  const repeated = await rawRequest(place.url, '/oauth/token', { method: 'POST', headers, body: twice });
  expect([repeated.status, JSON.parse(repeated.text).error]).toEqual([400, 'invalid_request']);
  const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  const typed = await rawRequest(place.url, '/oauth/token', json);
  const typeText = 'the endpoint does not take this Content-Type';
  expect([typed.status, JSON.parse(typed.text).error_description]).toEqual([415, typeText]);
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke']) {
    const got = await rawRequest(place.url, path, { headers: { 'Accept-Language': 'zh' } });
    expect([got.status, got.headers.allow, JSON.parse(got.text)]).toEqual([
      405,
      'POST',
      { error: 'invalid_request', error_description: 'This method is not available here' },
    ]);
  }
  expect((await renew(place, clientId, tokens.refresh_token)).status).toBe(200);
});

test('a client beyond fifty tokens gets an error of OAuth, and its code stays good', async () => {
  const place = sharedServer();
  const olga = await newPerson(place);
  const [clientId, { verifier, challenge }] = [await register(place), pair()];
  const code = (await allow(olga, ask(clientId, challenge))).searchParams.get('code')!;
  const asked = { client_id: clientId, redirect_uri: ADDRESS, code_verifier: verifier, code };
  await Promise.all(Array.from({ length: 50 }, () => newToken(olga)));
  const { status, body } = await redeem(visitor(place), asked);
  expect([status, body.error, body.error_description]).toEqual([
    400,
    'invalid_request',
    expect.stringMatching(/tokens/),
  ]);
  const tokenId = /name="tokenId" value="(c\w+)"/.exec((await olga.page.get('/settings')).text)![1]!;
  await olga.page.post('/settings', { intent: 'token-revoke', tokenId });
  expect((await redeem(visitor(place), asked)).status).toBe(200);
});

test('a client that registers without refresh_token gets one access token of 90 days', async () => {
  const place = sharedServer();
  const { tokens } = await connect(await newPerson(place), place, 'read', { grant_types: ['authorization_code'] });
  expect([tokens.expires_in, 'refresh_token' in tokens]).toEqual([90 * 24 * HOUR, false]);
});

test('pages of other origins reach the endpoints of clients, without cookies, and no other endpoint', async () => {
  const place = sharedServer();
  const foreign = { Origin: 'https://client.example', 'Sec-Fetch-Site': 'cross-site' };
  const asks = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' };
  const open = ['/oauth/token', '/oauth/register', '/oauth/revoke', '/.well-known/oauth-protected-resource/mcp'];
  for (const path of [...open, '/.well-known/oauth-authorization-server']) {
    const { status, headers } = await rawRequest(place.url, path, {
      method: 'OPTIONS',
      headers: { ...foreign, ...asks },
    });
    expect([path, status, headers['access-control-allow-origin']]).toEqual([path, 204, '*']);
    expect(headers['access-control-allow-methods']).toContain('POST');
    expect(headers['access-control-allow-headers']).toContain('Authorization');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  }
  for (const path of ['/mcp', '/api/documents', '/api/auth/me', '/', '/oauth/authorize']) {
    const { headers } = await rawRequest(place.url, path, { headers: foreign });
    expect([path, headers['access-control-allow-origin']]).toEqual([path, undefined]);
  }
});
