import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { arborOn } from '#tests/support/arbor.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { anotherDevice, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { freePort } from '#tests/support/postgres.ts';
import { startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const server = ownServer();
const INTENTS = ['suspend', 'activate', 'delete', 'promote', 'demote', 'storage-limit'];
let chief: Person;

// The first account of a server is its administrator.
beforeAll(async () => {
  chief = await newPerson(server(), 'chief');
});

const userOf = async ({ email }: Person) =>
  JSON.parse((await arborOn(server(), ['user', 'list', '--keyword', email, '--format', 'json'])).stdout)[0];

describe('/admin/users', () => {
  test('D1: leads visitors to sign in, and is forbidden to everyone else but administrators', async () => {
    const to = await visitor(server()).page.get('/admin/users?keyword=a');
    expect([to.status, to.headers.get('Location')]).toEqual([302, '/login?redirectTo=%2Fadmin%2Fusers%3Fkeyword%3Da']);
    const [user, other] = [await newPerson(server()), await newPerson(server())];
    const page = await user.page.get('/admin/users');
    expect(page.status).toBe(403);
    expect(page.text).toContain('This page is for administrators');
    expect(page.text).not.toContain(other.email);
    const csrf = user.browser.cookies.get('XSRF-TOKEN')!;
    for (const intent of INTENTS) {
      for (const path of ['/admin/users', `/admin/users?confirm=delete&userId=${other.id}`]) {
        expect((await user.page.postBlind(path, { csrf, intent, userId: other.id })).status).toBe(403);
      }
    }
    const email = newEmail('uninvited');
    for (const intent of ['invite', 'uninvite']) {
      expect((await user.page.postBlind('/admin/users', { csrf, intent, email })).status).toBe(403);
    }
    const invited = newEmail('invited');
    expect((await chief.page.post('/admin/users', { intent: 'invite', email: invited })).status).toBe(303);
    await until(async () => expect(await mailsTo(server().dataDir, invited)).toHaveLength(1));
    expect(await mailsTo(server().dataDir, email)).toEqual([]);
    expect(await userOf(other)).toMatchObject({ role: 'USER', status: 'ACTIVE' });
    expect((await user.page.get('/')).text).not.toContain('/admin/users');
    expect((await chief.page.get('/')).text).toContain('href="/admin/users"');
  });

  test('shows everyone, found by keyword, page by page', async () => {
    const person = await newPerson(server(), 'findable');
    const all = await chief.page.get('/admin/users');
    for (const { email } of [chief, person]) expect(all.text).toContain(email);
    const found = await chief.page.get(`/admin/users?keyword=${person.email}`);
    expect(found.text).toContain(`value="${person.id}"`);
    expect(found.text).not.toContain(`value="${chief.id}"`);
    expect((await chief.page.get('/admin/users?keyword=%25')).text).toContain('Nobody matches');
    const odd = await chief.page.get('/admin/users?page=-1&sort=nonsense&order=x&limit=0&confirm=delete&userId=x');
    expect(odd.status).toBe(200);
  });

  test('G3: the storage limit of an account holds for its uploads, and is taken away again', async () => {
    const person = await newPerson(server());
    const limit = (megabytes: string) =>
      chief.page.post('/admin/users', { intent: 'storage-limit', userId: person.id, megabytes });
    const ask = () => person.api.post('/api/files/upload-request', { fileName: 'a.txt', ext: 'txt', size: 1_500_000 });
    expect((await limit('1')).status).toBe(303);
    const refused = await ask();
    expect([refused.status, refused.body.statusCode]).toEqual([413, 5006]);
    expect(refused.body.errors?.file).toEqual([expect.stringContaining('1 MB')]);
    expect((await person.page.get('/settings')).text).toContain('of 1 MB');
    expect((await limit('many')).status).toBe(422);
    expect((await limit('')).status).toBe(303);
    expect((await ask()).status).toBe(200);
    const trail = (await chief.page.get('/admin/users')).text;
    expect(trail).toContain('Set the storage limit of');
  });

  test('every intent acts when posted, and the next page says what was done', async () => {
    const person = await newPerson(server());
    const post = async (intent: string) => {
      const answer = await chief.page.post('/admin/users?keyword=example', { intent, userId: person.id });
      expect([intent, answer.status, answer.headers.get('Location')]).toEqual([
        intent,
        303,
        '/admin/users?keyword=example',
      ]);
      const page = await chief.page.follow(answer);
      expect(page.text).toMatch(new RegExp(`role="status".*${person.email}`));
      return userOf(person);
    };
    expect(await post('promote')).toMatchObject({ role: 'ADMIN' });
    expect((await person.page.get('/admin/users')).status).toBe(200);
    expect(await post('demote')).toMatchObject({ role: 'USER' });
    expect((await person.page.get('/admin/users')).status).toBe(403);
    expect(await post('suspend')).toMatchObject({ status: 'SUSPENDED' });
    expect((await person.api.get('/api/auth/me')).body.statusCode).toBe(1000);
    expect(await post('activate')).toMatchObject({ status: 'ACTIVE' });
    expect((await person.api.get('/api/auth/me')).status).toBe(401);
    expect((await (await anotherDevice(server(), person)).api.get('/api/auth/me')).status).toBe(200);
  });

  test('deleting asks first, on a page that says what happens; restoring brings all back', async () => {
    const person = await newPerson(server());
    await person.api.post('/api/documents', { title: 'Kept' });
    const asked = await chief.page.post('/admin/users', { intent: 'delete', userId: person.id });
    expect(asked.status).toBe(303);
    expect(await userOf(person)).toMatchObject({ status: 'ACTIVE' });
    const question = await chief.page.follow(asked);
    expect(question.text).toContain(`Delete ${person.email}?`);
    expect(question.text).toContain('1 document goes with it');
    const fields = Object.fromEntries(formFields(question.text).map(({ name, value }) => [name, value]));
    expect(fields).toMatchObject({ userId: person.id });
    const path = asked.headers.get('Location')!;
    expect((await chief.page.post(path, { intent: 'delete', userId: person.id })).status).toBe(303);
    expect(await userOf(person)).toMatchObject({ status: 'DELETED' });
    const login = await visitor(server()).api.post('/api/auth/login', { email: person.email, password: PASSWORD });
    expect([login.status, login.body.statusCode]).toEqual([403, 2004]);
    const restored = await chief.page.post('/admin/users', { intent: 'activate', userId: person.id });
    expect(restored.status).toBe(303);
    const back = await anotherDevice(server(), person);
    expect((await back.api.get('/api/documents')).body.data.total).toBe(1);
  });

  test('an unknown account is 404, what is no id 422, and nothing is changed', async () => {
    for (const intent of INTENTS) {
      const unknown = await chief.page.post('/admin/users', { intent, userId: `c${'0'.repeat(23)}` });
      expect([intent, unknown.status]).toEqual([intent, 404]);
      expect(unknown.text).toContain('No account');
      expect((await chief.page.post('/admin/users', { intent, userId: 'x' })).status).toBe(422);
    }
    expect((await chief.page.get(`/admin/users?confirm=delete&userId=c${'0'.repeat(23)}`)).status).toBe(404);
  });

  test('the last administrator is refused, on every path, and stays', async () => {
    for (const intent of ['suspend', 'demote', 'delete']) {
      const answer = await chief.page.post('/admin/users', { intent, userId: chief.id });
      expect([intent, answer.status]).toEqual([intent, 403]);
      expect(answer.text).toContain('This is the last administrator');
    }
    const csrf = chief.browser.cookies.get('XSRF-TOKEN')!;
    const confirmed = `/admin/users?confirm=delete&userId=${chief.id}`;
    expect((await chief.page.postBlind(confirmed, { csrf, intent: 'delete', userId: chief.id })).status).toBe(403);
    expect(await userOf(chief)).toMatchObject({ role: 'ADMIN', status: 'ACTIVE' });
  });

  test('an administrator who steps down lands at home, not on a page that is forbidden now', async () => {
    const deputy = await newPerson(server());
    await chief.page.post('/admin/users', { intent: 'promote', userId: deputy.id });
    const answer = await deputy.page.post('/admin/users', { intent: 'demote', userId: deputy.id });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/']);
  });

  test('an invitation is mailed, listed, and gone once it is used or taken back', async () => {
    const [guest, other] = [newEmail('guest'), newEmail('other')];
    for (const email of [` ${guest.toUpperCase()} `, other]) {
      expect((await chief.page.post('/admin/users', { intent: 'invite', email })).status).toBe(303);
    }
    expect(await mailsTo(server().dataDir, guest)).toHaveLength(1);
    const listed = (await chief.page.get('/admin/users')).text;
    for (const email of [guest, other]) expect(listed).toContain(`name="email" value="${email}"`);
    await chief.page.post('/admin/users', { intent: 'uninvite', email: other });
    expect((await chief.page.get('/admin/users')).text).not.toContain(`value="${other}"`);
  });

  test('an invitation that cannot be: the form again with what was typed, and why', async () => {
    const wrong = await chief.page.post('/admin/users', { intent: 'invite', email: 'nobody@' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('value="nobody@"');
    expect(wrong.text).toMatch(/aria-describedby="invite-email-error"/);
    const known = await chief.page.post('/admin/users', { intent: 'invite', email: chief.email });
    expect(known.status).toBe(409);
    expect(known.text).toContain('This address already has an account');
  });
});

test('an invitation whose mail cannot be handed over is 1009’s 502, and none was made', async () => {
  const port = await freePort();
  const lonely = await startServer();
  const boss = await newPerson(lonely);
  await lonely.stop();
  const mute = await startServer({ DATA_DIR: lonely.dataDir, SMTP_URL: `smtp://127.0.0.1:${port}` });
  onTestFinished(() => mute.remove());
  const again = await anotherDevice(mute, boss);
  const email = newEmail('unreached');
  const answer = await again.page.post('/admin/users', { intent: 'invite', email });
  expect(answer.status).toBe(502);
  expect(answer.text).toContain('The e-mail could not be sent');
  expect(answer.text).toContain(`value="${email}"`);
  expect((await again.page.get('/admin/users')).text).not.toContain(email);
});
