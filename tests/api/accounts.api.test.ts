import { expect, test } from 'vitest';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import type { ApiAnswer, Client } from '#tests/support/client.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { anotherDevice, mailedCode, makeDocument, signUpOver, visitor } from '#tests/support/people.ts';
import { wrongCode } from '#tests/support/sign-up.ts';

const login = (who: Client, email: string, password = PASSWORD) => who.api.post('/api/auth/login', { email, password });
const codeOf = ({ status, body }: ApiAnswer) => [status, body.statusCode];

/** Removes random parts of a response: cookie values and the request id. */
function told({ status, text, headers }: ApiAnswer): unknown {
  const names = [...headers.keys()].filter(
    (name) => !['set-cookie', 'date', 'x-request-id', 'content-security-policy'].includes(name),
  );
  const cookies = headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''));
  return { status, text, cookies, headers: names.map((name) => [name, headers.get(name)]) };
}

describeServersOnBoth('accounts over HTTP', (server) => {
  test('A1: register → login → wrong code → right code → login', async () => {
    const [person, email] = [visitor(server()), newEmail()];
    expect(
      (await person.api.post('/api/auth/register', { email: ` ${email.toUpperCase()} `, password: PASSWORD })).body
        .data,
    ).toEqual({ email });
    expect(codeOf(await login(person, email))).toEqual([403, 2004]);
    const code = await mailedCode(server(), email);
    const validate = (value: string) =>
      person.api.post('/api/auth/code/validate', { email, code: value, type: 'register' });
    expect(codeOf(await validate(wrongCode(code)))).toEqual([400, 3000]);
    const { body } = await validate(code);
    expect(body.data.user).toMatchObject({
      email,
      hasPassword: true,
      twoFactor: false,
      providers: [],
      status: 'ACTIVE',
    });
    expect(codeOf(await validate(code))).toEqual([400, 3000]);
    expect(codeOf(await login(visitor(server()), email.toUpperCase()))).toEqual([200, 0]);
  });

  test('A1: over the API another browser’s code asks for a new password and signs nobody in', async () => {
    const [person, other, email] = [visitor(server()), visitor(server()), newEmail()];
    await person.api.post('/api/auth/register', { email, password: PASSWORD });
    const code = await mailedCode(server(), email);
    const { body } = await other.api.post('/api/auth/code/validate', { email, code, type: 'register' });
    expect(body.data).toEqual({ tempId: expect.any(String), passwordRequired: true });
    expect(codeOf(await other.api.get('/api/auth/me'))).toEqual([401, 1000]);
    const reset = await other.api.post('/api/auth/reset-password', {
      tempId: body.data.tempId,
      password: 'Other-Choice-1',
    });
    expect(codeOf(reset)).toEqual([200, 0]);
    expect(codeOf(await login(visitor(server()), email))).toEqual([400, 2003]);
    expect(codeOf(await login(visitor(server()), email, 'Other-Choice-1'))).toEqual([200, 0]);
  });

  test('A2: unknown, known and unverified addresses get byte for byte the same answers', async () => {
    const known = await signUpOver(server());
    const pending = newEmail();
    await visitor(server()).api.post('/api/auth/register', { email: pending, password: PASSWORD });
    const ask = async (path: string, body: (email: string) => object) => {
      const answers = [];
      for (const email of [known.email, newEmail(), pending]) {
        const fresh = visitor(server());
        await fresh.page.get('/login');
        const answer = await fresh.api.post(path, body(email));
        answers.push(told({ ...answer, text: answer.text.replace(email, 'EMAIL') }));
      }
      return answers;
    };
    const matrix = [
      await ask('/api/auth/login', (email) => ({ email, password: 'Wrong-Password-1' })),
      await ask('/api/auth/forgot-password', (email) => ({ email })),
      await ask('/api/auth/register', (email) => ({ email, password: PASSWORD })),
      await ask('/api/auth/code/validate', (email) => ({ email, code: 'ABCDEF', type: 'reset-password' })),
    ];
    for (const [first, ...rest] of matrix) for (const other of rest) expect(other).toEqual(first);
  });

  test('A10: a field of the wrong kind is 422 and mails nobody', async () => {
    const { email } = await signUpOver(server());
    const before = (await mailsTo(server().dataDir, email)).length;
    for (const wrong of [[email, 'evil@example.com'], { $gt: '' }, 5, true, null]) {
      for (const [path, body] of [
        ['/api/auth/login', { email: wrong, password: PASSWORD }],
        ['/api/auth/login', { email, password: wrong }],
        ['/api/auth/forgot-password', { email: wrong }],
        ['/api/auth/code/send', { email: wrong, type: 'reset-password' }],
        ['/api/auth/code/validate', { email, code: wrong, type: 'register' }],
        ['/api/auth/code/validate', { email, code: 'ABCDEF', type: wrong }],
        ['/api/auth/reset-password', { tempId: wrong, password: PASSWORD }],
      ] as const) {
        expect([path, ...codeOf(await visitor(server()).api.post(path, body))]).toEqual([path, 422, 422]);
      }
    }
    const twice = await visitor(server()).page.post('/forgot-password', { email: [email, 'evil@example.com'] });
    expect(twice.status).toBe(422);
    expect(await mailsTo(server().dataDir, email)).toHaveLength(before);
  });

  test('C1: signing out ends the session for both cookies, replayed elsewhere too', async () => {
    const person = await signUpOver(server());
    const thief = visitor(server());
    for (const [name, value] of person.browser.cookies) thief.browser.cookies.set(name, value);
    expect(codeOf(await person.api.post('/api/auth/logout'))).toEqual([200, 0]);
    expect(person.browser.cookies.has('arbor_access')).toBe(false);
    expect(codeOf(await thief.api.get('/api/auth/me'))).toEqual([401, 1000]);
    expect(codeOf(await thief.api.post('/api/auth/refresh'))).toEqual([401, 1002]);
  });

  test('signing out twice takes nothing from the sign-in form that is shown in between', async () => {
    const person = await signUpOver(server());
    await person.api.post('/api/auth/logout');
    const shown = person.browser.cookies.get('XSRF-TOKEN');
    const again = await person.api.post('/api/auth/logout');
    expect([codeOf(again), again.headers.getSetCookie()]).toEqual([[200, 0], []]);
    expect(person.browser.cookies.get('XSRF-TOKEN')).toBe(shown);
  });

  test('C3: the API never refreshes by itself, a page does; 20 refreshes at once leave everyone signed in', async () => {
    const person = await signUpOver(server());
    person.browser.cookies.set('arbor_access', 'lapsed');
    expect(codeOf(await person.api.get('/api/auth/me'))).toEqual([401, 1000]);
    const tabs = await Promise.all(Array.from({ length: 20 }, () => person.api.post('/api/auth/refresh')));
    expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 200));
    expect(codeOf(await person.api.get('/api/auth/me'))).toEqual([200, 0]);
    person.browser.cookies.set('arbor_access', 'lapsed');
    expect((await person.page.get('/archive')).status).toBe(200);
    expect(codeOf(await person.api.get('/api/auth/me'))).toEqual([200, 0]);
  });

  test('A7: a password that was forgotten and reset ends all devices, and page and API ask to sign in', async () => {
    const person = await signUpOver(server());
    const devices = [person, await anotherDevice(server(), person), await anotherDevice(server(), person, true)];
    const stranger = visitor(server());
    await stranger.api.post('/api/auth/forgot-password', { email: person.email });
    const code = await mailedCode(server(), person.email, 2);
    const { body } = await stranger.api.post('/api/auth/code/validate', {
      email: person.email,
      code,
      type: 'reset-password',
    });
    await stranger.api.post('/api/auth/reset-password', { tempId: body.data.tempId, password: 'Brand-New-2' });
    for (const device of devices) {
      expect(codeOf(await device.api.get('/api/auth/me'))).toEqual([401, 1000]);
      expect(codeOf(await device.api.post('/api/auth/refresh'))).toEqual([401, 1002]);
      expect((await device.page.get('/archive')).status).toBe(302);
    }
    expect(codeOf(await stranger.api.get('/api/auth/me'))).toEqual([401, 1000]);
  });

  test('a code is asked for again within the minute: 1200 with Retry-After', async () => {
    const { email } = await signUpOver(server());
    const send = () => visitor(server()).api.post('/api/auth/code/send', { email, type: 'reset-password' });
    expect(codeOf(await send())).toEqual([200, 0]);
    const again = await send();
    expect(codeOf(again)).toEqual([429, 1200]);
    expect(again.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  });

  test('two-factor and address changes that are not under way are refused', async () => {
    const validate = (type: string) =>
      visitor(server()).api.post('/api/auth/code/validate', { email: 'a@example.com', code: 'ABCDEF', type });
    expect(codeOf(await validate('2fa'))).toEqual([400, 1003]);
    expect(codeOf(await validate('change-email'))).toEqual([401, 1000]);
    expect(codeOf(await validate('nonsense'))).toEqual([422, 422]);
    const person = await signUpOver(server());
    await makeDocument(person);
    expect((await person.api.get('/api/auth/me')).body.data.id).toBe(person.id);
  });
});
