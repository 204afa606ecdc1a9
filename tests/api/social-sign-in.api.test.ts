import { afterEach, describe, expect, test } from 'vitest';
import type { Answer, Client } from '#tests/support/client.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { buildPerson, emailOf } from '#tests/support/github-server.ts';
import { buildGooglePerson } from '#tests/support/google-server.ts';
import { signUpOver, visitor } from '#tests/support/people.ts';
import {
  accountOf,
  alertOf,
  comeBack,
  leaving,
  postTo,
  signInWithGitHub,
  signInWithGoogle,
  socialSuite,
} from '#tests/support/social-sign-in.ts';

const suite = socialSuite();

afterEach(() => {
  suite.github.trouble = null;
  suite.google.denies = false;
});

/** Expects the sign-in page with a reason, and no session. */
async function expectRefused(who: Client, answer: Answer, words: RegExp, status = 400): Promise<void> {
  expect(answer.headers.get('Location')).toMatch(/^\/login/);
  const page = await who.page.follow(answer);
  expect([page.status, alertOf(page.text)]).toEqual([status, expect.stringMatching(words)]);
  expect(page.text).toContain('name="password"');
  expect(await accountOf(who)).toBeNull();
  expect(alertOf((await who.page.get('/login')).text)).toBe('');
}

describe('what fails', () => {
  test('A8: an unknown provider, and one that is switched off, is 1006 with the sign-in page', async () => {
    for (const provider of ['facebook', 'constructor', '__proto__']) {
      const who = visitor(suite.server);
      const answer = await postTo(who, provider);
      expect([provider, answer.status, alertOf(answer.text)]).toEqual([
        provider,
        400,
        expect.stringContaining('no such'),
      ]);
      expect(answer.text).toContain('action="/login"');
    }
    expect((await visitor(suite.server).page.get('/auth/github')).headers.get('Location')).toBe('/login');
  });

  test('A8: no state, a wrong one, and one of another browser', async () => {
    const person = buildPerson();
    suite.github.person = person;
    const [olga, eve] = [visitor(suite.server), visitor(suite.server)];
    const back = await suite.github.decide(leaving(await postTo(olga, 'github')));
    await expectRefused(eve, await comeBack(eve, back), /begun elsewhere/);
    await postTo(eve, 'github');
    await expectRefused(eve, await comeBack(eve, back), /begun elsewhere/);
    const wrong = new URL(back);
    wrong.searchParams.set('state', `${back.searchParams.get('state')}x`);
    await expectRefused(olga, await comeBack(olga, wrong), /begun elsewhere/);
    const without = new URL(back);
    without.searchParams.delete('state');
    await expectRefused(olga, await comeBack(olga, without), /begun elsewhere/);
    await comeBack(olga, back);
    expect(await accountOf(olga)).toMatchObject({ email: emailOf(person) });
  });

  test('A8: a state is good once, even with its cookie put back', async () => {
    suite.github.person = buildPerson();
    const olga = visitor(suite.server);
    const destination = leaving(await postTo(olga, 'github'));
    const cookies = new Map(olga.browser.cookies);
    const back = await suite.github.decide(destination);
    await comeBack(olga, back);
    const eve = visitor(suite.server);
    for (const [name, value] of cookies) eve.browser.cookies.set(name, value);
    await expectRefused(eve, await comeBack(eve, back), /begun elsewhere/);
  });

  test('A8: a code that was used is refused in a fresh attempt of its own', async () => {
    suite.github.person = buildPerson();
    const [olga, eve] = [visitor(suite.server), visitor(suite.server)];
    const back = await suite.github.decide(leaving(await postTo(olga, 'github')));
    await comeBack(olga, back);
    const own = new URL(leaving(await postTo(eve, 'github')));
    const replayed = new URL(back);
    replayed.searchParams.set('state', own.searchParams.get('state')!);
    await expectRefused(eve, await comeBack(eve, replayed), /did not work/);
  });

  test('A8: a code that was stolen before it was used is worth nothing without its verifier', async () => {
    suite.github.person = buildPerson();
    const [olga, eve] = [visitor(suite.server), visitor(suite.server)];
    const stolen = await suite.github.decide(leaving(await postTo(olga, 'github')));
    const own = new URL(leaving(await postTo(eve, 'github')));
    stolen.searchParams.set('state', own.searchParams.get('state')!);
    await expectRefused(eve, await comeBack(eve, stolen), /did not work/);
  });

  test('A8, C1: the cookie of an attempt and that of a link are no session, and not each other', async () => {
    const olga = await signUpOver(suite.server);
    const waiting = visitor(suite.server);
    await signInWithGitHub(suite, waiting, buildPerson({ email: olga.email }));
    await postTo(waiting, 'github');
    const cookies = waiting.browser.cookies;
    const [attempt, link] = [cookies.get('arbor_provider')!, cookies.get('arbor_link')!];
    for (const value of [attempt, link]) {
      for (const name of ['arbor_access', 'arbor_refresh']) {
        const eve = visitor(suite.server);
        eve.browser.cookies.set(name, value);
        expect(await accountOf(eve)).toBeNull();
        expect((await eve.api.post('/api/auth/refresh')).body.statusCode).toBe(1002);
      }
      const asGrant = await visitor(suite.server).api.post('/api/auth/reset-password', {
        tempId: value,
        password: PASSWORD,
      });
      expect(asGrant.status).toBeGreaterThanOrEqual(400);
    }
  });

  test('A8: a forged or altered cookie of an attempt', async () => {
    suite.github.person = buildPerson();
    const who = visitor(suite.server);
    const back = await suite.github.decide(leaving(await postTo(who, 'github')));
    const [payload, signature] = who.browser.cookies.get('arbor_provider')!.split('.');
    const attempt = JSON.parse(Buffer.from(payload!, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...attempt, linkFor: 'someone' })).toString('base64url');
    for (const value of [`${forged}.${signature}`, forged, 'x', '.']) {
      who.browser.cookies.set('arbor_provider', value);
      await expectRefused(who, await comeBack(who, back), /begun elsewhere/);
    }
  });

  test('A8: someone who says no at the provider', async () => {
    const who = visitor(suite.server);
    const back = await suite.github.decide(leaving(await postTo(who, 'github', { redirectTo: '/starred' })), 'deny');
    const answer = await comeBack(who, back);
    expect(answer.headers.get('Location')).toBe('/login?redirectTo=%2Fstarred');
    await expectRefused(who, answer, /GitHub was not allowed/);
    suite.google.denies = true;
    await expectRefused(who, await signInWithGoogle(suite, who), /Google was not allowed/);
  });

  test('A8: a provider that breaks in the middle, or never answers', async () => {
    for (const trouble of ['token', 'profile', 'silence'] as const) {
      suite.github.trouble = null;
      const who = visitor(suite.server);
      const back = await suite.github.decide(leaving(await postTo(who, 'github')));
      suite.github.trouble = trouble;
      await expectRefused(who, await comeBack(who, back), /did not work/);
    }
  });

  test('A8: neither code nor verifier nor secret is in the log', async () => {
    const who = visitor(suite.server);
    const back = await suite.github.decide(leaving(await postTo(who, 'github')));
    suite.github.trouble = 'token';
    await comeBack(who, back);
    expect(suite.server.output()).toContain('provider-failed');
    for (const secret of [
      back.searchParams.get('code')!,
      back.searchParams.get('state')!,
      suite.github.env.GITHUB_CLIENT_SECRET!,
    ])
      expect(suite.server.output()).not.toContain(secret);
  });

  test('A9: an address that the provider has not verified makes no account', async () => {
    const who = visitor(suite.server);
    await expectRefused(who, await signInWithGitHub(suite, who, buildPerson({ verified: false })), /not verified/, 403);
    for (const verified of [false, 'false', undefined]) {
      suite.google.person = { ...buildGooglePerson(), email_verified: verified as boolean };
      await expectRefused(who, await signInWithGoogle(suite, who), /not verified/, 403);
    }
  });

  test('C4: nobody is sent to a provider by a foreign page', async () => {
    const who = visitor(suite.server);
    await who.page.get('/login');
    for (const csrf of ['', 'x', 'a.b.c']) {
      expect((await who.page.postBlind('/auth/github', { csrf })).status).toBe(403);
    }
    expect(who.browser.cookies.has('arbor_provider')).toBe(false);
  });

  test('tabs that begin beside each other all end, in any order; many of them keep the cookie small', async () => {
    suite.github.person = buildPerson();
    const who = visitor(suite.server);
    const begin = async (redirectTo: string) =>
      suite.github.decide(leaving(await postTo(who, 'github', { redirectTo })));
    const [first, second] = [await begin('/starred'), await begin('/shared')];
    expect((await comeBack(who, first)).headers.get('Location')).toBe('/starred');
    const refresh = who.browser.cookies.get('arbor_refresh');
    expect((await comeBack(who, second)).headers.get('Location')).toBe('/shared');
    expect(who.browser.cookies.get('arbor_refresh')).toBe(refresh);
    expect(who.browser.cookies.has('arbor_provider')).toBe(false);
    const other = visitor(suite.server);
    const long = `/search?keyword=${'x'.repeat(900)}`;
    let back: URL | undefined;
    for (let count = 0; count < 6; count += 1) {
      back = await suite.github.decide(leaving(await postTo(other, 'github', { redirectTo: long })));
      expect(other.browser.cookies.get('arbor_provider')!.length).toBeLessThan(3900);
    }
    expect((await comeBack(other, back!)).headers.get('Location')).toBe(long);
  });

  test('where it leads is inside, whatever was asked for', async () => {
    for (const redirectTo of ['https://evil.example.com/', '//evil.example.com', '/\\evil.example.com']) {
      const who = visitor(suite.server);
      expect((await signInWithGitHub(suite, who, buildPerson(), { redirectTo })).headers.get('Location')).toBe('/');
    }
  });
});

test('the buttons are shown on both pages, and the providers may be posted to', async () => {
  for (const path of ['/login', '/register']) {
    const { text, headers } = await visitor(suite.server).page.get(path);
    expect(text).toContain('Continue with GitHub');
    expect(text).toContain('Continue with Google');
    const policy = /form-action [^;]*/.exec(headers.get('Content-Security-Policy') ?? '')?.[0];
    expect(policy).toBe(`form-action 'self' ${suite.github.url} ${suite.google.env.GOOGLE_BASE_URL}`);
  }
});
