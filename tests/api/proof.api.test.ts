import { expect, test } from 'vitest';
import { connect, disconnect, execute } from '#db/connection.ts';
import { ownServer } from '#tests/support/api-server.ts';
import type { ApiAnswer } from '#tests/support/client.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { mailedCode, makeDocument, type Person, signUpOver, visitor } from '#tests/support/people.ts';
import type { RunningServer } from '#tests/support/server.ts';

const codeOf = ({ status, body }: ApiAnswer) => [status, body.statusCode];
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}`, 'X-XSRF-TOKEN': '' } });

async function change({ dataDir }: RunningServer, sql: string, bind: Record<string, unknown>): Promise<void> {
  connect({ dataDir });
  try {
    await execute(sql, bind);
  } finally {
    await disconnect();
  }
}

/** As if the person had signed in a quarter of an hour ago. */
const letProofLapse = (server: RunningServer, { id }: Person) =>
  change(server, 'UPDATE sessions SET proved_at = $before WHERE user_id = $id', { id, before: Date.now() - 900_000 });

async function createToken(person: Person, fields: Record<string, string>): Promise<string> {
  const created = await person.page.post('/settings', { intent: 'token-create', name: 'Script', ...fields });
  return /arbor_[A-Za-z0-9]{40}/.exec((await person.page.follow(created)).text)![0];
}

const server = ownServer();

test('S10: a token does what its scope says, and no more', async () => {
  const olga = await signUpOver(server());
  const { id } = await makeDocument(olga);
  const [read, write] = [await createToken(olga, { scope: 'read' }), await createToken(olga, { scope: 'write' })];
  const script = visitor(server());
  const [path, changed] = [`/api/documents/${id}`, { title: 'Renamed' }];
  expect(codeOf(await script.api.get(path, bearer(read)))).toEqual([200, 0]);
  expect(codeOf(await script.api.patch(path, changed, bearer(read)))).toEqual([403, 1001]);
  expect(codeOf(await script.api.patch(path, changed, bearer(write)))).toEqual([200, 0]);
  expect(codeOf(await script.api.get('/api/admin/token-usage', bearer(write)))).toEqual([403, 1001]);
  expect(codeOf(await script.api.post('/api/auth/proof', { password: PASSWORD }, bearer(write)))).toEqual([403, 1001]);
  const refused = await olga.page.post('/settings', { intent: 'token-create', name: 'Root', scope: 'admin' });
  expect(refused.status).toBe(403);
  await change(server(), 'UPDATE tokens SET expires_at = 1', {});
  expect(codeOf(await script.api.get(path, bearer(write)))).toEqual([401, 1000]);
});

test('S10: an act that needs proof again names the ways, and is done after it', async () => {
  const olga = await signUpOver(server());
  const email = newEmail();
  const ask = () => olga.api.post('/api/auth/code/send', { email, type: 'change-email' });
  await letProofLapse(server(), olga);
  const refused = await ask();
  expect(codeOf(refused)).toEqual([403, 1001]);
  expect(refused.body.data).toEqual({ proof: ['password'] });
  expect(codeOf(await olga.api.post('/api/auth/proof', {}))).toEqual([422, 422]);
  expect(codeOf(await olga.api.post('/api/auth/proof', { password: 'Wrong-1' }))).toEqual([400, 2003]);
  expect((await olga.api.post('/api/auth/proof', { password: PASSWORD })).body.data).toEqual({});
  expect(codeOf(await ask())).toEqual([200, 0]);
  const code = await mailedCode(server(), email);
  const stranger = await signUpOver(server());
  const bring = { email, code, type: 'change-email' };
  expect(codeOf(await stranger.api.post('/api/auth/code/validate', bring))).toEqual([400, 3000]);
  expect(codeOf(await olga.api.post('/api/auth/code/validate', bring))).toEqual([200, 0]);
});

test('S10: without a script the form comes back filled, with a field for the proof', async () => {
  const olga = await signUpOver(server());
  await letProofLapse(server(), olga);
  const asked = await olga.page.post('/settings', { intent: 'token-create', name: 'Night backup', scope: 'read' });
  expect(asked.status).toBe(403);
  const fields = formFields(asked.text);
  const valueIn = (name: string) => fields.find((field) => field.name === name)?.value;
  expect([valueIn('intent'), valueIn('name'), valueIn('scope')]).toEqual(['token-create', 'Night backup', 'read']);
  const posted = Object.fromEntries(fields.map(({ name, value }) => [name, value ?? '']));
  const wrong = await olga.page.postBlind('/settings', { ...posted, proofPassword: 'Wrong-1' });
  expect(wrong.status).toBe(403);
  expect(wrong.text).toContain('Night backup');
  const done = await olga.page.postBlind('/settings', { ...posted, proofPassword: PASSWORD });
  expect(done.status).toBe(303);
  expect((await olga.page.follow(done)).text).toContain('Night backup');
});

test('S10: everything is exported after proof only, and administration asks for it too', async () => {
  const olga = await signUpOver(server());
  expect((await olga.page.get('/settings/export')).status).toBe(200);
  await letProofLapse(server(), olga);
  const asked = await olga.page.follow(await olga.page.get('/settings/export'));
  expect(asked.status).toBe(403);
  const posted = Object.fromEntries(formFields(asked.text).map(({ name, value }) => [name, value ?? '']));
  const proved = await olga.page.postBlind('/settings', { ...posted, proofPassword: PASSWORD });
  expect(proved.headers.get('Location')).toBe('/settings/export');
  expect((await olga.page.follow(proved)).status).toBe(200);
});

test('S5: the link in the mail proves the address in any browser', async () => {
  const olga = await signUpOver(server());
  await visitor(server()).api.post('/api/auth/forgot-password', { email: olga.email });
  await mailedCode(server(), olga.email, 2);
  const link = /https?:\/\/\S+\/verify\?\S+/.exec((await newestMail(server().dataDir, olga.email)).text)![0];
  const [elsewhere, url] = [visitor(server()), new URL(link)];
  const page = await elsewhere.page.get(url.pathname + url.search);
  const posted = Object.fromEntries(formFields(page.text).map(({ name, value }) => [name, value ?? '']));
  const done = await elsewhere.page.postBlind('/verify', { ...posted, intent: 'verify' });
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/reset-password']);
});

test('S7: a name with controls or marks of direction is refused', async () => {
  const olga = await signUpOver(server());
  for (const displayName of ['\u001b[2Jx', 'a\u0007b', 'a\u202eb', 'a\u009bb']) {
    const answer = await olga.page.post('/settings', { intent: 'profile', displayName, username: '', imageUrl: '' });
    expect(answer.status).toBe(422);
  }
});
