import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { anotherDevice, mailedCode, newPerson, visitor } from '#tests/support/people.ts';

const server = () => sharedServer();
const NEW_PASSWORD = 'Orchard34';

test('a name and a user name are kept, the user name trimmed and in lower case', async () => {
  const olga = await newPerson(server());
  const username = `Olga${Date.now()}`.slice(0, 20);
  const fields = { intent: 'profile', displayName: ' Olga 王 ', username: ` ${username} `, imageUrl: '' };
  expect((await olga.page.post('/settings', fields)).status).toBe(303);
  const { data } = (await olga.api.get('/api/auth/me')).body;
  expect(data).toMatchObject({ displayName: 'Olga 王', username: username.toLowerCase(), imageUrl: null });
});

test('a field that is not posted keeps its value', async () => {
  const olga = await newPerson(server());
  await olga.page.post('/settings', { intent: 'profile', displayName: 'Olga', username: 'olga-kept' });
  const saved = await olga.page.post('/settings', { intent: 'profile', imageUrl: 'https://example.com/olga.png' });
  expect(saved.status).toBe(303);
  const { text } = await olga.page.follow(saved);
  const values = Object.fromEntries(formFields(text).map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({
    displayName: 'Olga',
    username: 'olga-kept',
    imageUrl: 'https://example.com/olga.png',
  });
});

test('a user name that someone has is 1004’s 409, with what was typed still there', async () => {
  const [olga, ben] = [await newPerson(server()), await newPerson(server())];
  const username = `taken${Date.now()}`.slice(0, 20);
  await olga.page.post('/settings', { intent: 'profile', username });
  const answer = await ben.page.post('/settings', { intent: 'profile', displayName: 'Ben', username });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('This user name is taken');
  expect(answer.text).toContain('value="Ben"');
});

test('F2: a picture is loaded from the web only, never run', async () => {
  const olga = await newPerson(server());
  for (const imageUrl of ['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'nonsense']) {
    expect((await olga.page.post('/settings', { intent: 'profile', imageUrl })).status).toBe(422);
  }
  expect((await olga.api.get('/api/auth/me')).body.data.imageUrl).toBeNull();
});

test('A7: a new password signs every other device out and keeps this one', async () => {
  const olga = await newPerson(server());
  const other = await anotherDevice(server(), olga);
  const wrong = { intent: 'password', currentPassword: 'Wrong123', password: NEW_PASSWORD };
  expect((await olga.page.post('/settings', wrong)).status).toBe(400);
  const right = { ...wrong, currentPassword: PASSWORD };
  expect((await olga.page.post('/settings', right)).status).toBe(303);
  expect((await other.api.get('/api/auth/me')).status).toBe(401);
  expect((await other.api.post('/api/auth/refresh')).body.statusCode).toBe(1002);
  expect((await olga.api.get('/api/auth/me')).status).toBe(200);
  const signIn = (password: string) => visitor(server()).api.post('/api/auth/login', { email: olga.email, password });
  expect((await signIn(PASSWORD)).body.statusCode).toBe(2003);
  expect((await signIn(NEW_PASSWORD)).status).toBe(200);
});

test('C1: a new password keeps the browser signed in as long as the person chose', async () => {
  const olga = await newPerson(server());
  for (const remember of [true, false]) {
    const device = visitor(server());
    await device.api.post('/api/auth/login', { email: olga.email, password: PASSWORD, remember });
    const passwords = { currentPassword: PASSWORD, password: PASSWORD };
    const { setCookies, status } = await device.page.post('/settings', { intent: 'password', ...passwords });
    const refresh = setCookies.find((cookie) => cookie.startsWith('arbor_refresh='));
    expect([status, remember, /Max-Age=\d/.test(refresh!)]).toEqual([303, remember, remember]);
    expect((await device.api.post('/api/auth/refresh')).setCookies.join()).toMatch(
      remember ? /arbor_refresh=[^;]*; Max-Age/ : /arbor_refresh=[^;]*; Path/,
    );
  }
});

test('devices are listed, and ended one by one or all but this one; those of others are left alone', async () => {
  const [olga, stranger] = [await newPerson(server()), await newPerson(server())];
  const [first, second] = [await anotherDevice(server(), olga), await anotherDevice(server(), olga)];
  const ids = [...(await olga.page.get('/settings')).text.matchAll(/name="sessionId" value="(c\w+)"/g)].map(
    ([, id]) => id!,
  );
  expect(ids).toHaveLength(2);
  await stranger.page.post('/settings', { intent: 'session-revoke', sessionId: ids[0]! });
  const alive = async () => [
    (await first.api.get('/api/auth/me')).status,
    (await second.api.get('/api/auth/me')).status,
  ];
  expect(await alive()).toEqual([200, 200]);
  await olga.page.post('/settings', { intent: 'session-revoke', sessionId: ids[0]! });
  expect((await alive()).sort()).toEqual([200, 401]);
  await olga.page.post('/settings', { intent: 'sessions-revoke-others' });
  expect(await alive()).toEqual([401, 401]);
  expect((await olga.api.get('/api/auth/me')).status).toBe(200);
});

test('an e-mail changes with the code sent to the new address; the old one is told and signs in no more', async () => {
  const olga = await newPerson(server());
  const email = newEmail('moved');
  const asked = await olga.page.post('/settings', { intent: 'email', email });
  expect(asked.headers.get('Location')).toBe(`/verify?type=change-email&email=${encodeURIComponent(email)}`);
  const code = await mailedCode(server(), email);
  const mailed = asked.headers.get('Location')!;
  const opened = await visitor(server()).page.get(mailed);
  expect(opened.headers.get('Location')).toBe(`/login?redirectTo=${encodeURIComponent(mailed)}`);
  const anonymous = await visitor(server()).api.post('/api/auth/code/validate', { email, code, type: 'change-email' });
  expect(anonymous.body.statusCode).toBe(1000);
  const { body } = await olga.api.post('/api/auth/code/validate', { email, code, type: 'change-email' });
  expect(body.data.user.email).toBe(email);
  const signIn = (address: string) =>
    visitor(server()).api.post('/api/auth/login', { email: address, password: PASSWORD });
  expect((await signIn(olga.email)).body.statusCode).toBe(2003);
  expect((await signIn(email)).status).toBe(200);
});

test('an address that has an account is 2002 to the one who proved it, and changes nothing', async () => {
  const [olga, ben] = [await newPerson(server()), await newPerson(server())];
  await olga.page.post('/settings', { intent: 'email', email: ben.email });
  const code = await mailedCode(server(), ben.email);
  const { body } = await olga.api.post('/api/auth/code/validate', { email: ben.email, code, type: 'change-email' });
  expect(body.statusCode).toBe(2002);
  expect((await olga.api.get('/api/auth/me')).body.data.email).toBe(olga.email);
});

test('an account is deleted with its password, after a page that says what that means', async () => {
  await newPerson(server());
  const olga = await newPerson(server());
  const asked = await olga.page.post('/settings', { intent: 'account-delete' });
  expect(asked.headers.get('Location')).toBe('/settings?confirm=account-delete');
  const path = '/settings?confirm=account-delete';
  expect((await olga.page.post(path, { intent: 'account-delete', password: 'Wrong123' })).status).toBe(400);
  expect((await olga.page.post(path, { intent: 'account-delete', password: PASSWORD })).status).toBe(303);
  expect((await olga.api.get('/api/auth/me')).status).toBe(401);
  const again = await visitor(server()).api.post('/api/auth/login', { email: olga.email, password: PASSWORD });
  expect([again.status, again.body.statusCode]).toEqual([403, 2004]);
});
