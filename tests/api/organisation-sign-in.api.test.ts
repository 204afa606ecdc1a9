import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { buildColleague, type Colleague, OpenIdServer, signForeign } from '#tests/support/openid-server.ts';
import { mailedCode, makeDocument, newPerson, visitor } from '#tests/support/people.ts';
import { type Environment, type RunningServer, startInVain, startServer } from '#tests/support/server.ts';
import { accountOf, alertOf, comeBack, leaving, postTo } from '#tests/support/social-sign-in.ts';

type Suite = { server: RunningServer; issuer: OpenIdServer };

function organisation(env: Environment = {}): Suite {
  const suite = {} as Suite;
  beforeAll(async () => {
    suite.issuer = await new OpenIdServer().start();
    suite.server = await startServer({ ...suite.issuer.env, ...env });
  });
  afterAll(async () => {
    await suite.server?.remove();
    await suite.issuer?.stop();
  });
  return suite;
}

async function signInAs({ issuer }: Suite, who: Client, person: Colleague, fields = {}) {
  issuer.person = person;
  return comeBack(who, await issuer.visit(leaving(await postTo(who, 'oidc', fields))));
}

const logOut = ({ server }: Suite, token?: string) =>
  fetch(`${server.url}/auth/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams(token === undefined ? {} : { logout_token: token }),
  });

describe("the organisation's issuer", () => {
  const suite = organisation({ OIDC_GROUPS: 'staff=Everyone at work, board=Board, chair=Board' });
  const groupsOf = async (who: Client) => {
    const { body } = await who.api.get('/api/groups');
    return (body.data as { name: string }[]).map(({ name }) => name).filter((name) => name !== 'everyone');
  };

  test('has a button with its name, and makes an account with the name of the claims', async () => {
    const who = visitor(suite.server);
    expect((await who.page.get('/login')).text).toMatch(/formAction="\/auth\/oidc"[^>]*>.*?Continue with Meadow/is);
    const person = buildColleague();
    await signInAs(suite, who, person);
    expect(await accountOf(who)).toMatchObject({ email: person.email, displayName: person.name });
    const again = visitor(suite.server);
    await signInAs(suite, again, { ...person, email: 'renamed@example.com' });
    expect((await accountOf(again)).id).toBe((await accountOf(who)).id);
    expect((await who.page.get('/settings')).text).toMatch(/<strong>Meadow<\/strong>/);
  });

  test('takes what the ID token leaves out from the user info, about the same person only', async () => {
    const { email, ...person } = buildColleague();
    const who = visitor(suite.server);
    suite.issuer.userInfo = { email, email_verified: true };
    await signInAs(suite, who, { ...person, email_verified: true });
    expect(await accountOf(who)).toMatchObject({ email });
    suite.issuer.userInfo = { sub: 'another person' };
    const other = visitor(suite.server);
    const page = await other.page.follow(await signInAs(suite, other, buildColleague()));
    suite.issuer.userInfo = {};
    expect([alertOf(page.text), await accountOf(other)]).toEqual([expect.stringContaining('Meadow'), null]);
  });

  test.each([
    ['another issuer', { iss: 'https://elsewhere.example.com' }],
    ['another client', { aud: 'another client' }],
    ['the past', { exp: 1_000_000 }],
  ])('an ID token of %s signs nobody in', async (_, forged) => {
    suite.issuer.forged = forged;
    const who = visitor(suite.server);
    const page = await who.page.follow(await signInAs(suite, who, buildColleague()));
    suite.issuer.forged = {};
    expect([alertOf(page.text), await accountOf(who)]).toEqual([expect.stringContaining('Meadow'), null]);
  });

  test('an ID token that another key signed signs nobody in', async () => {
    suite.issuer.hasForeignKey = true;
    const who = visitor(suite.server);
    const page = await who.page.follow(await signInAs(suite, who, buildColleague()));
    suite.issuer.hasForeignKey = false;
    expect([alertOf(page.text), await accountOf(who)]).toEqual([expect.stringContaining('Meadow'), null]);
  });

  test('an address that it has not verified makes no account', async () => {
    const who = visitor(suite.server);
    const page = await who.page.follow(await signInAs(suite, who, buildColleague({ email_verified: undefined })));
    expect([alertOf(page.text), await accountOf(who)]).toEqual([expect.stringContaining('verified'), null]);
  });

  test('groups of OIDC_GROUPS follow the claim at each sign-in, others stay', async () => {
    const chief = await newPerson(suite.server, 'chief', { isAdmin: true });
    const person = buildColleague({ groups: ['staff', 'chair', 'unknown'] });
    const who = visitor(suite.server);
    await signInAs(suite, who, person);
    expect(await groupsOf(who)).toEqual(['Board', 'Everyone at work']);
    const own = (await chief.api.post('/api/groups', { name: 'Choir' })).body.data.id as string;
    await chief.api.post(`/api/groups/${own}/members`, { email: person.email });
    const { id } = await makeDocument(chief);
    const board = (await chief.api.get('/api/groups')).body.data.find(({ name }: { name: string }) => name === 'Board');
    await chief.api.post(`/api/documents/${id}/shares`, { groupId: board.id, permission: 'READ' });
    expect((await who.api.get(`/api/documents/${id}`)).status).toBe(200);
    await signInAs(suite, visitor(suite.server), { ...person, groups: 'staff' });
    expect(await groupsOf(who)).toEqual(['Choir', 'Everyone at work']);
    expect((await who.api.get(`/api/documents/${id}`)).status).toBe(404);
    const audit = await chief.api.get('/api/admin/audit?action=group.member-remove');
    expect(JSON.stringify(audit.body.data)).toContain('issuer');
  });

  test('ends all sessions of a person by a logout token, once signed by it for this client', async () => {
    const person = buildColleague();
    const [desk, phone] = [visitor(suite.server), visitor(suite.server)];
    for (const device of [desk, phone]) await signInAs(suite, device, person);
    const old = Math.floor(Date.now() / 1000) - 3600;
    for (const token of [
      undefined,
      'no token',
      await suite.issuer.logoutToken(person.sub, { aud: 'another client' }),
      await suite.issuer.logoutToken(person.sub, { events: {} }),
      await suite.issuer.logoutToken(person.sub, { nonce: 'an ID token' }),
      await suite.issuer.logoutToken(person.sub, { iat: old }),
      signForeign(await suite.issuer.logoutToken(person.sub)),
    ]) {
      expect((await logOut(suite, token)).status).toBe(400);
    }
    expect(await accountOf(desk)).not.toBeNull();
    const { status, headers } = await logOut(suite, await suite.issuer.logoutToken(person.sub));
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect([await accountOf(desk), await accountOf(phone)]).toEqual([null, null]);
    expect((await logOut(suite, await suite.issuer.logoutToken('nobody'))).status).toBe(200);
    expect((await fetch(`${suite.server.url}/auth/backchannel-logout`)).status).toBe(405);
  });
});

describe('where passwords are switched off', () => {
  const suite = organisation({ PASSWORD_SIGN_IN: 'off', OIDC_TRUST_EMAIL: 'on' });

  test('pages offer the issuer alone', async () => {
    const who = visitor(suite.server);
    for (const path of ['/login', '/register']) {
      const { text } = await who.page.get(path);
      expect([path, text.includes('Continue with Meadow'), text.includes('type="password"')]).toEqual([
        path,
        true,
        false,
      ]);
    }
    expect((await who.page.get('/forgot-password')).text).toContain('Passwords are switched off here');
    const chinese = await who.page.get('/forgot-password', { headers: { 'Accept-Language': 'zh' } });
    expect(chinese.text).toContain('本站已停用密码');
  });

  test('no call takes a password: 1001', async () => {
    const { email } = await newPerson(suite.server);
    const who = visitor(suite.server);
    for (const [path, body] of [
      ['login', { email, password: PASSWORD }],
      ['register', { email: 'new@example.com', password: PASSWORD }],
      ['forgot-password', { email }],
    ] as const) {
      const answer = await who.api.post(`/api/auth/${path}`, body);
      expect([path, answer.status, answer.body.statusCode]).toEqual([path, 403, 1001]);
      expect(answer.body.errors?.password).toEqual([expect.stringContaining('organisation')]);
    }
    const page = await who.page.post('/login', { intent: 'sign-in', email, password: PASSWORD });
    expect([page.status, page.text.includes('Passwords are switched off here')]).toEqual([403, true]);
  });

  test('an address that the issuer names counts as verified, and a known one is linked by a mailed code', async () => {
    const known = await newPerson(suite.server, 'known');
    const person = buildColleague({ email: known.email, email_verified: undefined });
    const who = visitor(suite.server);
    const page = await who.page.follow(await signInAs(suite, who, person));
    expect(page.text).toContain(known.email);
    expect(page.text).not.toContain('type="password"');
    await who.page.postBlind('/link-account', { csrf: who.browser.cookies.get('XSRF-TOKEN')!, intent: 'send' });
    const code = await mailedCode(suite.server, known.email);
    await who.page.post('/link-account', { intent: 'confirm', code });
    expect((await accountOf(who)).id).toBe(known.id);
  });

  test('an account is deleted after signing in, without a password', async () => {
    const who = visitor(suite.server);
    await signInAs(suite, who, buildColleague());
    expect((await who.page.get('/settings?confirm=account-delete')).text).not.toContain('type="password"');
    const answer = await who.page.post('/settings?confirm=account-delete', { intent: 'account-delete' });
    expect([answer.status, await accountOf(who)]).toEqual([303, null]);
  });

  test('the only provider is not unlinked', async () => {
    const who = visitor(suite.server);
    await signInAs(suite, who, buildColleague());
    const answer = await who.page.post('/settings', { intent: 'provider-unlink', provider: 'oidc' });
    expect(answer.text).toContain('This is the last way into this account');
  });
});

test.each([
  [{ PASSWORD_SIGN_IN: 'off' }, 'PASSWORD_SIGN_IN: got "off", takes on unless a provider is configured'],
  [{ OIDC_ISSUER: 'https://sso.example.com' }, 'OIDC_CLIENT_ID'],
  [{ OIDC_GROUPS: 'staff' }, 'OIDC_GROUPS: got "staff", takes pairs such as'],
])('%o is refused at the start', async (env, message) => {
  expect((await startInVain(env)).output).toContain(message);
});
