import { afterEach, describe, expect, test } from 'vitest';
import type { Answer, Client } from '#tests/support/client.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { buildPerson, emailOf } from '#tests/support/github-server.ts';
import { buildGooglePerson } from '#tests/support/google-server.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { mailedCode, makeDocument, share, signUpOver, visitor } from '#tests/support/people.ts';
import {
  accountOf,
  alertOf,
  comeBack,
  leaving,
  signInWithGitHub,
  signInWithGoogle,
  socialSuite,
} from '#tests/support/social-sign-in.ts';

const suite = socialSuite();

afterEach(() => {
  suite.google.claimsIn = 'userinfo';
});

describe('the first sign-in', () => {
  test('makes a verified account with what GitHub says of the person', async () => {
    const who = visitor(suite.server);
    const person = buildPerson({ name: 'Octavia' });
    const answer = await signInWithGitHub(suite, who, person, { redirectTo: '/starred' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/starred']);
    expect(await accountOf(who)).toMatchObject({
      email: emailOf(person),
      displayName: 'Octavia',
      imageUrl: person.avatar_url,
      status: 'ACTIVE',
      hasPassword: false,
      providers: [{ providerName: 'github', providerId: String(person.id) }],
    });
    expect((await who.page.follow(answer)).text).toContain('Welcome to Arbor');
  });

  test('makes one with what Google says, and the second finds it again', async () => {
    const person = buildGooglePerson();
    suite.google.person = person;
    const [first, second] = [visitor(suite.server), visitor(suite.server)];
    await signInWithGoogle(suite, first);
    suite.google.person = { ...person, email: newEmail('moved'), name: 'Another name' };
    await signInWithGoogle(suite, second);
    const account = await accountOf(first);
    expect(account).toMatchObject({
      email: person.email,
      displayName: person.name,
      providers: [{ providerName: 'google', providerId: person.sub }],
    });
    expect(await accountOf(second)).toEqual(account);
  });

  test('reads the address from the ID token where the issuer puts it there alone', async () => {
    suite.google.claimsIn = 'id_token';
    suite.google.person = buildGooglePerson();
    const who = visitor(suite.server);
    await signInWithGoogle(suite, who);
    expect(await accountOf(who)).toMatchObject({ email: suite.google.person.email });
  });

  test('takes up what was shared with the address', async () => {
    const olga = await signUpOver(suite.server);
    const { id } = await makeDocument(olga);
    const person = buildPerson();
    await share(olga, id, emailOf(person), 'READ');
    const who = visitor(suite.server);
    await signInWithGitHub(suite, who, person);
    expect((await who.api.get(`/api/documents/${id}`)).status).toBe(200);
  });

  test('F2: a name with markup and a picture that is a script do no harm', async () => {
    const who = visitor(suite.server);
    const person = buildPerson({ name: '</script><img src=x onerror=1>', avatar_url: 'javascript:alert(1)' });
    await signInWithGitHub(suite, who, person);
    expect((await accountOf(who)).imageUrl).toBeNull();
    expect((await who.page.get('/')).text).not.toContain('<img src=x');
  });

  test('stays signed in only where that was ticked', async () => {
    const [ticked, not] = [visitor(suite.server), visitor(suite.server)];
    const maxAge = ({ setCookies }: Answer) =>
      setCookies.find((line) => /arbor_refresh=/.test(line))?.includes('Max-Age');
    expect(maxAge(await signInWithGitHub(suite, ticked, buildPerson(), { remember: 'on' }))).toBe(true);
    expect(maxAge(await signInWithGitHub(suite, not))).toBe(false);
  });
});

describe('an address that has an account', () => {
  test('A9: is linked once its password was given, in the browser that came from the provider', async () => {
    const olga = await signUpOver(suite.server);
    const person = buildPerson({ email: olga.email.toUpperCase() });
    const who = visitor(suite.server);
    const page = await who.page.follow(await signInWithGitHub(suite, who, person));
    expect(page.text).toContain('Link GitHub to your account');
    expect(await accountOf(who)).toBeNull();
    expect((await accountOf(olga)).providers).toEqual([]);
    await who.page.post('/login', { intent: 'sign-in', email: olga.email, password: 'Wrong-Password-1' });
    expect((await accountOf(olga)).providers).toEqual([]);
    const signedIn = await who.page.post('/login', { intent: 'sign-in', email: olga.email, password: PASSWORD });
    expect((await who.page.follow(signedIn)).text).toContain('GitHub can now sign you in');
    expect((await accountOf(olga)).providers).toEqual([{ providerName: 'github', providerId: String(person.id) }]);
    const again = visitor(suite.server);
    await signInWithGitHub(suite, again, person);
    expect((await accountOf(again)).id).toBe(olga.id);
    const subjects = (await mailsTo(suite.server.dataDir, olga.email)).map(({ subject }) => subject);
    expect(subjects).toContain('GitHub can now sign in to your Arbor account');
  });

  test('A9: is linked by a code to its address, and never twice by one tempId', async () => {
    const person = buildPerson();
    suite.google.person = buildGooglePerson({ email: emailOf(person) });
    const first = visitor(suite.server);
    await signInWithGoogle(suite, first);
    const who = visitor(suite.server);
    await signInWithGitHub(suite, who, person);
    const tempId = who.browser.cookies.get('arbor_link')!;
    expect((await who.page.post('/link-account', { intent: 'send' })).status).toBe(303);
    const wrong = await who.page.post('/link-account', { intent: 'confirm', code: 'AAAAAA' });
    expect([wrong.status, await accountOf(who)]).toEqual([400, null]);
    const code = await mailedCode(suite.server, emailOf(person));
    expect((await who.page.post('/link-account', { intent: 'confirm', code })).status).toBe(303);
    const { id, providers } = await accountOf(who);
    expect(id).toBe((await accountOf(first)).id);
    expect(providers.map(({ providerName }: { providerName: string }) => providerName)).toEqual(['google', 'github']);
    const eve = visitor(suite.server);
    eve.browser.cookies.set('arbor_link', tempId);
    expect((await eve.page.get('/link-account')).headers.get('Location')).toBe('/login');
  });

  test('A9: the same address at both providers is one account, once it has proved itself by either', async () => {
    const person = buildPerson();
    suite.google.person = buildGooglePerson({ email: emailOf(person) });
    const who = visitor(suite.server);
    await signInWithGitHub(suite, who, person);
    const again = visitor(suite.server);
    await signInWithGoogle(suite, again);
    expect(await accountOf(again)).toBeNull();
    await signInWithGitHub(suite, again, person);
    expect((await accountOf(again)).providers).toHaveLength(2);
  });

  test('A9: is not linked to whoever else signs in, nor without the cookie', async () => {
    const [olga, eve] = [await signUpOver(suite.server), await signUpOver(suite.server, 'eve')];
    const who = visitor(suite.server);
    await signInWithGitHub(suite, who, buildPerson({ email: olga.email }));
    await who.api.post('/api/auth/login', { email: eve.email, password: PASSWORD });
    await visitor(suite.server).api.post('/api/auth/login', { email: olga.email, password: PASSWORD });
    expect([(await accountOf(eve)).providers, (await accountOf(olga)).providers]).toEqual([[], []]);
  });

  test('A9: whoever registered it first and never proved it has nothing of the account', async () => {
    const person = buildPerson();
    const eve = visitor(suite.server);
    await eve.api.post('/api/auth/register', { email: emailOf(person), password: PASSWORD });
    const code = await mailedCode(suite.server, emailOf(person));
    const olga = visitor(suite.server);
    await signInWithGitHub(suite, olga, person);
    expect(await accountOf(olga)).toMatchObject({ email: emailOf(person), hasPassword: false });
    const login = await eve.api.post('/api/auth/login', { email: emailOf(person), password: PASSWORD });
    expect(login.body.statusCode).toBe(2003);
    const proof = await eve.api.post('/api/auth/code/validate', { email: emailOf(person), code, type: 'register' });
    expect([proof.body.statusCode, await accountOf(eve)]).toEqual([2002, null]);
  });
});

describe('in the settings', () => {
  const settings = (who: Client, intent: string, provider: string) => who.page.post('/settings', { intent, provider });

  test('a provider is linked to whoever asked, whatever address it has, and unlinked again', async () => {
    const olga = await signUpOver(suite.server);
    const person = buildPerson({ verified: false });
    suite.github.person = person;
    const back = await suite.github.decide(leaving(await settings(olga, 'provider-link', 'github')));
    expect((await comeBack(olga, back)).headers.get('Location')).toBe('/settings');
    expect((await accountOf(olga)).providers).toEqual([{ providerName: 'github', providerId: String(person.id) }]);
    expect((await settings(olga, 'provider-unlink', 'github')).status).toBe(303);
    expect((await accountOf(olga)).providers).toEqual([]);
    const twice = await settings(olga, 'provider-unlink', 'github');
    expect([twice.status, alertOf(twice.text)]).toEqual([400, expect.stringContaining('no such')]);
    expect((await settings(olga, 'provider-link', 'facebook')).status).toBe(400);
  });

  test('A9: an attempt to link ends only in the session that began it', async () => {
    const [olga, eve] = [await signUpOver(suite.server), await signUpOver(suite.server, 'eve')];
    suite.github.person = buildPerson();
    const back = await suite.github.decide(leaving(await settings(olga, 'provider-link', 'github')));
    const attempt = olga.browser.cookies.get('arbor_provider')!;
    eve.browser.cookies.set('arbor_provider', attempt);
    const answer = await comeBack(eve, back);
    expect((await eve.page.follow(answer)).text).toContain('begun elsewhere');
    expect([(await accountOf(eve)).providers, (await accountOf(olga)).providers]).toEqual([[], []]);
  });

  test('A9: someone at a provider signs in to one account only', async () => {
    const person = buildPerson();
    const [first, olga] = [visitor(suite.server), await signUpOver(suite.server)];
    await signInWithGitHub(suite, first, person);
    const back = await suite.github.decide(leaving(await settings(olga, 'provider-link', 'github')));
    expect((await olga.page.follow(await comeBack(olga, back))).text).toContain('signs in to another account');
    expect((await accountOf(olga)).providers).toEqual([]);
  });

  test('the last way in stays: 1007 where there is no password', async () => {
    const who = visitor(suite.server);
    await signInWithGitHub(suite, who);
    const answer = await settings(who, 'provider-unlink', 'github');
    expect([answer.status, alertOf(answer.text)]).toEqual([400, expect.stringContaining('no password')]);
    expect((await accountOf(who)).providers).toHaveLength(1);
  });
});
