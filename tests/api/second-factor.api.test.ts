import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { arbor } from '#tests/support/arbor.ts';
import { appCode, wrongAppCode } from '#tests/support/authenticator.ts';
import type { ApiAnswer, Client } from '#tests/support/client.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { fieldValue } from '#tests/support/form-fields.ts';
import { mailedCode, makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';
import type { Place } from '#tests/support/server.ts';
import { wrongCode } from '#tests/support/sign-up.ts';

const codeOf = ({ status, body }: ApiAnswer) => [status, body.statusCode];
const login = (who: Client, { email }: Person, more: object = {}) =>
  who.api.post('/api/auth/login', { email, password: PASSWORD, ...more });
const validate = (who: Client, { email }: Person, fields: object) =>
  who.api.post('/api/auth/code/validate', { email, type: '2fa', ...fields });
const settings = (person: Person, fields: Record<string, string>) => person.page.post('/settings', fields);

/** Signs up with the mailed factor on. The outbox then contains the sign-up code and the notice. */
async function withMailFactor(server: Place): Promise<Person> {
  const person = await newPerson(server);
  expect((await settings(person, { intent: 'two-factor', enabled: 'true' })).status).toBe(303);
  return person;
}

async function withAuthenticator(server: Place) {
  const person = await newPerson(server);
  await settings(person, { intent: 'totp-start' });
  const secret = /secret=([A-Z2-7]+)/.exec((await person.page.get('/settings')).text)![1]!;
  const confirmed = await settings(person, { intent: 'totp-confirm', code: appCode(secret) });
  const shown = (await person.page.follow(confirmed)).text;
  return { person, secret, recoveryCodes: recoveryCodesIn(shown) };
}

/** Returns the recovery codes of a page, each of which occurs in its markup and in its data. */
const recoveryCodesIn = (page: string) => [...new Set(page.match(/\b[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}\b/g))];

describeServers('the second factor over HTTP', (server) => {
  test('login gives a tempId and no cookies; with the mailed code it ends in a session that remembers', async () => {
    const person = await withMailFactor(server());
    const device = visitor(server());
    const { body, setCookies } = await login(device, person, { remember: true });
    expect(body.data).toEqual({ tempId: expect.any(String), twoFactor: true });
    expect(setCookies.join()).not.toMatch(/arbor_(access|refresh)/);
    expect(codeOf(await device.api.get('/api/auth/me'))).toEqual([401, 1000]);
    const { tempId } = body.data;
    const code = await mailedCode(server(), person.email, 2);
    expect(codeOf(await validate(device, person, { code }))).toEqual([400, 1003]);
    expect(codeOf(await validate(device, person, { code, tempId: 'nonsense' }))).toEqual([400, 1003]);
    expect(codeOf(await validate(device, person, { code: wrongCode(code), tempId }))).toEqual([400, 3000]);
    expect(codeOf(await validate(device, person, { tempId }))).toEqual([422, 422]);
    expect(codeOf(await validate(device, person, { code: `${code}A`, tempId }))).toEqual([422, 422]);
    const done = await validate(device, person, { code: code.toLowerCase(), tempId });
    expect(done.body.data.user).toMatchObject({ id: person.id, twoFactor: true });
    expect(done.setCookies.find((line) => line.startsWith('arbor_refresh='))).toContain('Max-Age=2592000');
    expect((await device.api.get('/api/auth/me')).body.data.twoFactor).toBe(true);
    expect(codeOf(await validate(visitor(server()), person, { code, tempId }))).toEqual([400, 3000]);
  });

  test('B1: 20 posts of the right code at once sign in once', async () => {
    const person = await withMailFactor(server());
    const { tempId } = (await login(visitor(server()), person)).body.data;
    const code = await mailedCode(server(), person.email, 2);
    const devices = Array.from({ length: 20 }, () => visitor(server()));
    const answers = await Promise.all(devices.map((device) => validate(device, person, { code, tempId })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.statusCode === 3000)).toHaveLength(19);
  });

  test('B4: another code is sent with the tempId only, and not within the minute', async () => {
    const person = await withMailFactor(server());
    const device = visitor(server());
    const { tempId } = (await login(device, person)).body.data;
    const send = (more: object) =>
      device.api.post('/api/auth/code/send', { email: person.email, type: '2fa', ...more });
    expect(codeOf(await send({}))).toEqual([400, 1003]);
    const again = await send({ tempId });
    expect(codeOf(again)).toEqual([429, 1200]);
    expect(again.headers.get('Retry-After')).toBe('60');
  });

  test('pages: the code is asked for, the tempId stays in a cookie, and the way leads where it was meant to', async () => {
    const person = await withMailFactor(server());
    const { id } = await makeDocument(person);
    const device = visitor(server());
    const wanted = `/doc/${id}`;
    const asked = await device.page.post(`/login?redirectTo=${wanted}`, {
      email: person.email,
      password: PASSWORD,
      redirectTo: wanted,
    });
    const query = new URLSearchParams({ type: '2fa', email: person.email, redirectTo: wanted });
    expect([asked.status, asked.headers.get('Location')]).toEqual([303, `/verify?${query}`]);
    expect(asked.setCookies.find((line) => line.startsWith('arbor_second_factor='))).toContain('HttpOnly');
    const path = asked.headers.get('Location')!;
    const page = await device.page.get(path);
    expect(page.text).not.toContain(device.browser.cookies.get('arbor_second_factor')!);
    const code = await mailedCode(server(), person.email, 2);
    const fields = { email: person.email, type: '2fa', redirectTo: fieldValue(page.text, 'redirectTo')! };
    const wrong = await device.page.post(path, { ...fields, code: wrongCode(code) });
    expect([wrong.status, wrong.text.includes(wrongCode(code))]).toEqual([400, false]);
    expect((await device.page.post(path, { email: person.email, type: '2fa', intent: 'resend' })).status).toBe(429);
    const done = await device.page.post(path, { ...fields, code });
    expect([done.status, done.headers.get('Location')]).toEqual([303, wanted]);
    expect(device.browser.cookies.has('arbor_second_factor')).toBe(false);
    expect((await device.page.get(wanted)).status).toBe(200);
  });

  test('pages: without a sign-in under way the step has expired, and says so', async () => {
    const device = visitor(server());
    const path = '/verify?type=2fa&email=a%40example.com';
    expect((await device.page.get(path)).text).toContain('This step has expired');
    const posted = await device.page.post(path, { email: 'a@example.com', type: '2fa', code: 'ABCDEF' });
    expect(posted.status).toBe(400);
    expect(posted.text).toContain('This step has expired');
  });

  test('pages: switching off asks nothing more, and the next sign-in is whole', async () => {
    const person = await withMailFactor(server());
    await settings(person, { intent: 'two-factor', enabled: 'false' });
    expect((await login(visitor(server()), person)).body.data.user.twoFactor).toBe(false);
  });

  test('a form that came too late is given back after the second factor, too', async () => {
    const person = await withMailFactor(server());
    const { id } = await makeDocument(person);
    const device = visitor(server());
    const unsent = JSON.stringify({ path: `/doc/${id}/edit`, fields: { title: 'Typed late', content: 'Kept' } });
    const asked = await device.page.post('/login', { email: person.email, password: PASSWORD, unsent });
    const code = await mailedCode(server(), person.email, 2);
    const path = asked.headers.get('Location')!;
    const redirectTo = new URL(path, server().url).searchParams.get('redirectTo')!;
    const done = await device.page.post(path, { email: person.email, type: '2fa', code, redirectTo });
    expect((await device.page.follow(done)).text).toContain('Typed late');
  });

  test('an authenticator’s secret is shown as a drawing, a link and letters until it is confirmed, its codes once', async () => {
    const person = await newPerson(server());
    await settings(person, { intent: 'totp-start' });
    const page = (await person.page.get('/settings')).text;
    const secret = /secret=([A-Z2-7]+)/.exec(page)![1]!;
    expect(page).toMatch(/<svg class="qr"[^>]*><path d="M/);
    expect(page).toContain(secret.replace(/.{4}(?=.)/g, '$& '));
    const refused = await settings(person, { intent: 'totp-confirm', code: wrongAppCode(secret) });
    expect([refused.status, refused.text.includes(secret)]).toEqual([400, true]);
    const confirmed = await settings(person, { intent: 'totp-confirm', code: appCode(secret) });
    expect(confirmed.status).toBe(303);
    const shown = (await person.page.follow(confirmed)).text;
    expect(recoveryCodesIn(shown)).toHaveLength(10);
    const after = (await person.page.get('/settings')).text;
    expect(recoveryCodesIn(after)).toEqual([]);
    expect(after).not.toContain(secret);
  });

  test('TOTP goes through the same call, once a step; the recovery code goes in its place, once', async () => {
    const { person, secret, recoveryCodes } = await withAuthenticator(server());
    const device = visitor(server());
    const tempId = async () => (await login(device, person)).body.data.tempId as string;
    const first = await tempId();
    expect(codeOf(await validate(device, person, { code: wrongAppCode(secret), tempId: first }))).toEqual([400, 3000]);
    const code = appCode(secret, 1);
    expect((await validate(device, person, { code, tempId: first })).body.data.user.id).toBe(person.id);
    const second = await tempId();
    expect(codeOf(await validate(device, person, { code, tempId: second }))).toEqual([400, 3000]);
    const [recoveryCode] = recoveryCodes;
    expect(codeOf(await validate(device, person, { recoveryCode, tempId: second }))).toEqual([200, 0]);
    expect(codeOf(await validate(device, person, { recoveryCode, tempId: await tempId() }))).toEqual([400, 3000]);
    const bare = await device.api.post('/api/auth/code/validate', {
      email: person.email,
      type: 'reset-password',
      recoveryCode,
    });
    expect(codeOf(bare)).toEqual([422, 422]);
  });

  test('pages: a recovery code signs in, and no mail is offered to an account without the mailed factor', async () => {
    const { person, recoveryCodes } = await withAuthenticator(server());
    const device = visitor(server());
    const asked = await device.page.post('/login', { email: person.email, password: PASSWORD });
    const path = asked.headers.get('Location')!;
    expect(path).toBe(`/verify?${new URLSearchParams({ type: '2fa', email: person.email })}`);
    expect((await device.page.get(path)).text).not.toContain('value="resend"');
    const fields = { email: person.email, type: '2fa', code: '', recoveryCode: 'WRONG-WRONG' };
    const wrong = await device.page.post(path, fields);
    expect([wrong.status, wrong.text.includes('WRONG-WRONG')]).toEqual([400, false]);
    const done = await device.page.post(path, { ...fields, recoveryCode: recoveryCodes[0]! });
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/']);
    expect((await device.api.get('/api/auth/me')).body.data.id).toBe(person.id);
  });

  test('an authenticator goes with the password, its recovery codes are renewed with it', async () => {
    const { person, recoveryCodes } = await withAuthenticator(server());
    expect((await settings(person, { intent: 'recovery-codes', password: 'Wrong123' })).status).toBe(400);
    const renewed = await person.page.follow(await settings(person, { intent: 'recovery-codes', password: PASSWORD }));
    expect(recoveryCodesIn(renewed.text)).toHaveLength(10);
    expect(recoveryCodesIn(renewed.text)).not.toContain(recoveryCodes[0]);
    const wrong = await settings(person, { intent: 'totp-remove', password: 'Wrong123' });
    expect([wrong.status, wrong.text.includes('Password is incorrect')]).toEqual([400, true]);
    expect((await settings(person, { intent: 'two-factor', enabled: 'true' })).status).toBe(303);
    const removed = await person.page.follow(await settings(person, { intent: 'totp-remove', password: PASSWORD }));
    expect(removed.text).toContain('The authenticator app is removed');
    expect((await person.api.get('/api/auth/me')).body.data.twoFactor).toBe(true);
    const mailOff = await person.page.follow(await settings(person, { intent: 'two-factor', enabled: 'false' }));
    expect(mailOff.text).toContain('Codes by e-mail are off');
    expect((await person.api.get('/api/auth/me')).body.data.twoFactor).toBe(false);
  });

  test('a lost device: arbor user reset-two-factor', async () => {
    const { person } = await withAuthenticator(server());
    const { dataDir, databaseUrl } = server();
    const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
    const options = { dataDir, env };
    const ran = await arbor(['user', 'reset-two-factor', person.email], options);
    expect([ran.code, ran.stderr]).toEqual([0, `${person.email} signs in without a second factor\n`]);
    expect((await login(visitor(server()), person)).body.data.user.twoFactor).toBe(false);
    const again = await arbor(['user', 'reset-two-factor', person.email], options);
    expect([again.code, again.stderr]).toEqual([0, `${person.email} has no second factor: nothing was changed\n`]);
    expect((await arbor(['user', 'reset-two-factor', 'nobody@example.com'], options)).code).toBe(3);
  });
});
