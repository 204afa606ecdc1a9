import {
  auth,
  Client as McpClient,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { registerClient } from '#app/services/oauth/clients.ts';
import { describeServers, sharedServer } from '#tests/support/api-server.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { ADDRESS, allow, ask, back, pair, redeem, register } from '#tests/support/oauth-client.ts';
import { newPerson, visitor } from '#tests/support/people.ts';
import { letProofLapse } from '#tests/support/proof-lapse.ts';

/** Client state of the protocol between its steps. */
function provider(scope?: string) {
  const kept: { client?: unknown; tokens?: { access_token: string }; verifier?: string; url?: URL } = {};
  const given: OAuthClientProvider = {
    redirectUrl: ADDRESS,
    clientMetadata: { client_name: 'Claude <b>', redirect_uris: [ADDRESS], ...(scope ? { scope } : {}) },
    state: () => 'a state',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.url = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier!,
  };
  return { given, kept };
}

const pathOf = (url: URL) => url.pathname + url.search;
describeServers('OAuth 2.1 for clients of /mcp', (server) => {
  test('a client finds the way by itself, the person consents without scripts, and the tools work', async () => {
    const olga = await newPerson(server());
    const { given, kept } = provider('read write');
    const serverUrl = new URL('/mcp', server().url);
    expect(await auth(given, { serverUrl })).toBe('REDIRECT');
    const asked = await olga.page.get(pathOf(kept.url!));
    expect(asked.status).toBe(200);
    expect(asked.text).toContain('Claude &lt;b&gt;');
    expect(asked.text).toContain(olga.email);
    const address = await allow(olga, pathOf(kept.url!), 'write');
    expect(address.href.startsWith(`${ADDRESS}?`)).toBe(true);
    expect(address.searchParams.get('state')).toBe('a state');
    const options = {
      serverUrl,
      authorizationCode: address.searchParams.get('code')!,
      iss: address.searchParams.get('iss')!,
    };
    expect(await auth(given, options)).toBe('AUTHORIZED');
    const client = new McpClient({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(serverUrl, { authProvider: given }));
    const made = await client.callTool({ name: 'create_document', arguments: { title: 'By Claude' } });
    expect(made.isError).toBeFalsy();
    expect((await olga.api.get('/api/documents')).body.data.items).toMatchObject([{ title: 'By Claude' }]);

    const settings = (await olga.page.get('/settings')).text;
    expect(settings).toContain('Claude &lt;b&gt;');
    const tokenId = /name="tokenId" value="(c\w+)"/.exec(settings)![1]!;
    await olga.page.post('/settings', { intent: 'token-revoke', tokenId });
    const revoked = { headers: { Authorization: `Bearer ${kept.tokens!.access_token}` } };
    expect((await visitor(server()).api.get('/api/auth/me', revoked)).status).toBe(401);
  });

  test('a code is good once, for its client, its address and its verifier, while the session lives', async () => {
    const olga = await newPerson(server());
    const clientId = await register(server());
    const { verifier, challenge } = pair();
    const issue = async () => (await allow(olga, ask(clientId, challenge))).searchParams.get('code')!;
    const right = { client_id: clientId, redirect_uri: ADDRESS, code_verifier: verifier };
    const once = { ...right, code: await issue() };
    const [first, second] = [await redeem(olga, once), await redeem(olga, once)];
    expect(first.body).toMatchObject({
      token_type: 'Bearer',
      scope: 'read',
      access_token: expect.stringMatching(/^arbor_/),
    });
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant']);
    const twice = { ...right, code: await issue() };
    const both = await Promise.all([redeem(olga, twice), redeem(olga, twice)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (const change of [
      { code_verifier: pair().verifier },
      { client_id: await register(server(), ['https://other.example/']) },
      { redirect_uri: 'http://127.0.0.1:4999/other' },
      { code: 'nonsense' },
    ]) {
      const answer = await redeem(olga, { ...right, code: await issue(), ...change });
      expect([change, answer.status, answer.body.error]).toEqual([change, 400, 'invalid_grant']);
    }
    const { redirect_uri: _, ...without } = { ...right, code: await issue() };
    expect((await redeem(olga, without)).status).toBe(200);
    const late = { ...right, code: await issue() };
    await olga.api.post('/api/auth/logout');
    expect((await redeem(visitor(server()), late)).body.error).toBe('invalid_grant');
  });

  test('consent leads through signing in, and can be refused', async () => {
    const olga = await newPerson(server());
    const path = ask(await register(server()), pair().challenge, { state: 'x&y' });
    const stranger = await visitor(server()).page.get(path);
    expect([stranger.status, stranger.headers.get('Location')]).toEqual([
      302,
      `/login?redirectTo=${encodeURIComponent(path)}`,
    ]);
    const denied = back(await olga.page.post(path, { intent: 'deny' }));
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({ error: 'access_denied', state: 'x&y' });
  });
});

test('consent needs proof again', async () => {
  const olga = await newPerson(sharedServer());
  const path = ask(await register(sharedServer()), pair().challenge);
  await letProofLapse(sharedServer(), olga);
  const asked = await olga.page.post(path, { intent: 'allow', scope: 'write' });
  expect(asked.status).toBe(403);
  const kept = Object.fromEntries(formFields(asked.text).map(({ name, value }) => [name, value ?? '']));
  expect(kept).toMatchObject({ intent: 'allow', scope: 'write' });
  const proved = await olga.page.postBlind(path, { ...kept, proofPassword: PASSWORD });
  expect(back(proved).searchParams.get('code')).toBeTruthy();
});

test('a wrong request is refused here and leads nowhere', async () => {
  const olga = await newPerson(sharedServer());
  const [clientId, { challenge }] = [await register(sharedServer()), pair()];
  for (const change of [
    { client_id: 'nonsense' },
    { client_id: `${clientId}x` },
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: 'http://127.0.0.1.evil.example:4999/callback' },
    { response_type: 'token' },
    { code_challenge: undefined },
    { code_challenge_method: 'plain' },
    { resource: 'https://other.example/mcp' },
  ]) {
    const path = ask(clientId, challenge, change);
    const answer = await olga.page.get(path);
    expect([change, answer.status, answer.headers.get('Location')]).toEqual([change, 400, null]);
    const posted = await olga.page.postBlind(path, { intent: 'allow', csrf: olga.browser.cookies.get('XSRF-TOKEN')! });
    expect([change, posted.status]).toEqual([change, 400]);
  }
  const anyPort = ask(clientId, challenge, { redirect_uri: 'http://127.0.0.1:61234/callback' });
  expect((await olga.page.get(anyPort)).status).toBe(200);
});

test('the policy of a consent page lets its form redirect to the client, and to no one else', async () => {
  const olga = await newPerson(sharedServer());
  const targets = async (address: string, registered = address) => {
    const path = ask(await register(sharedServer(), [registered]), pair().challenge, { redirect_uri: address });
    const { headers } = await olga.page.get(path);
    return /form-action ([^;]*)/.exec(headers.get('Content-Security-Policy')!)![1];
  };
  expect(await targets('https://claude.ai/back')).toBe("'self' https://claude.ai");
  expect(await targets('http://127.0.0.1:4999/callback')).toBe("'self' http://127.0.0.1:4999");
  expect(await targets('cursor://app/callback')).toBe("'self' cursor:");
  expect(await targets('http://[::1]:4999/callback')).toBe("'self' http:");
  expect(await targets('https://evil.example/', 'https://claude.ai/back')).toBe("'self'");
});

test('a client whose address is no longer allowed gets the page of a wrong request', async () => {
  const olga = await newPerson(sharedServer());
  for (const address of [
    'https://a;script-src.example/',
    'https://a,b.example/',
    'https://*.example/',
    'nonce-x://app/',
  ]) {
    const clientId = registerClient({
      client_name: 'Old',
      redirect_uris: [address],
      grant_types: ['authorization_code'],
    });
    const { status, headers } = await olga.page.get(ask(clientId, pair().challenge, { redirect_uri: address }));
    expect([address, status]).toEqual([address, 400]);
    expect(headers.get('Content-Security-Policy')).toContain("form-action 'self';");
  }
});

test('registration takes addresses of the web, of this machine and of applications, and no other', async () => {
  const send = async (redirect_uris: unknown) => {
    const { status, text } = await visitor(sharedServer()).page.get('/oauth/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_name: 'Tool', redirect_uris }),
    });
    return [status, JSON.parse(text).error];
  };
  const web = ['https://claude.ai/back', 'https://bücher.example/', 'https://[2001:db8::1]:8443/x'];
  const local = ['http://localhost:8080/', 'http://[::1]/x'];
  const applications = ['cursor://app/callback', 'com.example.app:/oauth2redirect', 'com.example.app:///back'];
  for (const good of [...web, ...local, ...applications]) {
    expect([good, ...(await send([good]))]).toEqual([good, 201, undefined]);
  }
  const schemes = ['javascript://x/%0aalert(1)', 'javascript:/x', 'data:text/html,x', 'mailto:a@b', 'x:/', 'x://'];
  const hosts = [
    'https://a@b/',
    'https://:pw@a.example/',
    'https://a;b.example/',
    'https://a,b.example/',
    'https://*.a/',
  ];
  const bad = ['http://evil.example/', 'x', 7, 'nonce-x://app/callback', ...schemes, ...hosts];
  for (const each of [...bad.map((address) => [address]), [], undefined, Array(6).fill('https://a.example/')]) {
    expect([each, ...(await send(each))]).toEqual([each, 400, 'invalid_redirect_uri']);
  }
});
