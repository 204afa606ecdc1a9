import { describe, expect, test } from 'vitest';
import { readConfig } from '#app/config.server.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { buildPerson, emailOf, GitHubServer } from '#tests/support/github-server.ts';
import { makeDocument, share, signUpOver, visitor } from '#tests/support/people.ts';
import { freePort } from '#tests/support/postgres.ts';
import { startInVain, startServer } from '#tests/support/server.ts';
import {
  accountOf,
  alertOf,
  comeBack,
  leaving,
  postTo,
  signInWithGitHub,
  socialSuite,
} from '#tests/support/social-sign-in.ts';

describe('where registration is closed', () => {
  const suite = socialSuite({ REGISTRATION: 'closed' });

  test('no provider makes an account: 1001', async () => {
    const who = visitor(suite.server);
    const page = await who.page.follow(await signInWithGitHub(suite, who));
    expect([page.status, alertOf(page.text)]).toEqual([403, expect.stringContaining('no new accounts')]);
    expect(await accountOf(who)).toBeNull();
  });
});

describe('where only the invited register', () => {
  const suite = socialSuite({ REGISTRATION: 'invited', ADMIN_EMAILS: 'boss@example.com' });

  test('the uninvited are refused, the listed administrator and the invited come in', async () => {
    const [stranger, boss, guest] = [visitor(suite.server), visitor(suite.server), visitor(suite.server)];
    const page = await stranger.page.follow(await signInWithGitHub(suite, stranger));
    expect([page.status, alertOf(page.text)]).toEqual([403, expect.stringContaining('not been invited')]);
    await signInWithGitHub(suite, boss, buildPerson({ email: 'boss@example.com' }));
    expect(await accountOf(boss)).toMatchObject({ role: 'ADMIN' });
    const person = buildPerson();
    const { id } = await makeDocument(boss);
    await share(boss, id, emailOf(person), 'READ');
    await signInWithGitHub(suite, guest, person);
    expect(await accountOf(guest)).toMatchObject({ role: 'USER' });
    expect((await guest.api.get(`/api/documents/${id}`)).status).toBe(200);
  });
});

describe('where only some domains register', () => {
  const suite = socialSuite({ REGISTRATION_DOMAINS: 'example.org' });

  test('the page names the rule, and answers known and unknown addresses alike', async () => {
    const [boss, stranger] = [visitor(suite.server), visitor(suite.server)];
    await signInWithGitHub(suite, boss, buildPerson({ email: 'boss@example.org' }));
    expect(await accountOf(boss)).toMatchObject({ role: 'ADMIN' });
    expect((await stranger.page.get('/register')).text).toContain('Addresses at example.org can sign up');
    for (const email of ['boss@example.org', 'new@example.org', 'new@example.com']) {
      const { status, headers } = await stranger.page.post('/register', {
        intent: 'register',
        email,
        password: PASSWORD,
      });
      expect([email, status, headers.get('Location')]).toEqual([
        email,
        303,
        `/verify?type=register&email=${encodeURIComponent(email)}`,
      ]);
      const answer = await stranger.api.post('/api/auth/register', { email, password: PASSWORD });
      expect([email, answer.status, answer.body.data]).toEqual([email, 200, { email }]);
    }
    const chinese = await fetch(`${suite.server.url}/register`, { headers: { 'Accept-Language': 'zh' } });
    expect(await chinese.text()).toContain('example.org 的邮箱可以直接注册');
  });

  test('a provider with another address makes no account: 1001', async () => {
    const who = visitor(suite.server);
    const page = await who.page.follow(
      await signInWithGitHub(suite, who, buildPerson({ email: 'a@mail.example.org' })),
    );
    expect([page.status, alertOf(page.text)]).toEqual([403, expect.stringContaining('without an invitation')]);
    expect(await accountOf(who)).toBeNull();
  });
});

describe('behind APP_URL', () => {
  const suite = socialSuite({ APP_URL: 'https://notes.example.com' });

  test('C5: providers send people back there, whatever host the request names', async () => {
    const who = visitor(suite.server);
    await who.page.get('/login');
    const csrf = who.browser.cookies.get('XSRF-TOKEN') ?? '';
    const headers = { 'X-Forwarded-Host': 'evil.example.com', 'X-Forwarded-Proto': 'http' };
    const destination = new URL(leaving(await who.page.postBlind('/auth/github', { csrf }, { headers })));
    expect(destination.searchParams.get('redirect_uri')).toBe('https://notes.example.com/auth-callback');
    expect(who.browser.cookies.has('__Host-arbor_provider')).toBe(true);
    await comeBack(who, await suite.github.decide(destination.href));
    expect(await accountOf(who)).toMatchObject({ hasPassword: false });
  });
});

test('the first account administers, by whichever way it came', async () => {
  const github = await new GitHubServer().start();
  const server = await startServer(github.env);
  const [first, second] = [visitor(server), visitor(server)];
  await signInWithGitHub({ github }, first);
  await signInWithGitHub({ github }, second);
  expect([(await accountOf(first)).role, (await accountOf(second)).role]).toEqual(['ADMIN', 'USER']);
  await server.remove();
  await github.stop();
});

test('without a provider there is no button, no origin to post to, and 1006', async () => {
  const server = await startServer();
  const who = visitor(server);
  for (const path of ['/login', '/register']) {
    const { text, headers } = await who.page.get(path);
    expect(text).not.toContain('Continue with');
    expect(headers.get('Content-Security-Policy')).toMatch(/form-action 'self'(;|$)/);
  }
  expect((await postTo(who, 'github')).status).toBe(400);
  const olga = await signUpOver(server);
  expect((await olga.page.get('/settings')).text).not.toContain('Sign-in methods');
  await server.remove();
});

test('A8: a provider that is down is 1006 on the page one came from', async () => {
  const down = `http://127.0.0.1:${await freePort()}`;
  const client = { GOOGLE_CLIENT_ID: 'arbor', GOOGLE_CLIENT_SECRET: 'arbor', GOOGLE_BASE_URL: down };
  const server = await startServer(client);
  const who = visitor(server);
  const answer = await postTo(who, 'google', { redirectTo: '/starred', email: 'typed@example.com' });
  expect([answer.status, alertOf(answer.text)]).toEqual([400, expect.stringContaining('Google did not work')]);
  expect(answer.text).toContain('value="/starred"');
  expect(answer.text).toContain('value="typed@example.com"');
  const olga = await signUpOver(server);
  const linking = await olga.page.post('/settings', { intent: 'provider-link', provider: 'google' });
  expect([linking.status, alertOf(linking.text)]).toEqual([400, expect.stringContaining('Google did not work')]);
  await server.remove();
});

test('a half pair stops the start with one line that names what is missing and never the secret', async () => {
  const { code, output } = await startInVain({ GITHUB_CLIENT_SECRET: 'hunter2' });
  expect([code, output.trimEnd().split('\n').length]).toEqual([1, 1]);
  expect(output).toMatch(/^GITHUB_CLIENT_ID: got nothing/);
  expect(output).not.toContain('hunter2');
});

test('of a wrong variable of a provider the name is told', () => {
  const wrong: [string, NodeJS.ProcessEnv][] = [
    ['GITHUB_CLIENT_SECRET', { GITHUB_CLIENT_ID: 'arbor' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'arbor', GOOGLE_CLIENT_SECRET: ' ' }],
    ['GITHUB_BASE_URL', { GITHUB_BASE_URL: 'github.example.com' }],
    ['GOOGLE_BASE_URL', { GOOGLE_BASE_URL: 'ftp://example.com' }],
    ['GOOGLE_BASE_URL', { GOOGLE_BASE_URL: 'https://me@example.com' }],
  ];
  for (const [name, environment] of wrong) {
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${name}: got .*, takes a `));
  }
});
