import { expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { appCode, wrongAppCode } from '#tests/support/authenticator.ts';
import type { ApiAnswer } from '#tests/support/client.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { mailsTo, newestMail } from '#tests/support/outbox.ts';
import { mailedCode, newPerson, signUpOver, visitor } from '#tests/support/people.ts';
import { letProofLapse } from '#tests/support/proof-lapse.ts';
import { postedPages } from '#tests/support/routes.ts';

const codeOf = ({ status, body }: ApiAnswer) => [status, body.statusCode];
// `provider-link` exists only if a provider is configured.
const server = ownServer({ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' });

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

test('S10: another code for a new address needs proof as the first one does, and the page keeps what was asked', async () => {
  const olga = await signUpOver(server());
  const email = newEmail();
  const asked = await olga.page.post('/settings', { intent: 'email', email });
  const path = asked.headers.get('Location')!;
  const first = await mailedCode(server(), email);
  await letProofLapse(server(), olga);
  const resend = { intent: 'resend', type: 'change-email', email: newEmail('thief') };
  for (const posted of [resend, { ...resend, email }]) {
    const refused = await olga.page.post(path, posted);
    const fields = formFields(refused.text);
    expect([refused.status, fields.some(({ name }) => name === 'proofPassword')]).toEqual([403, true]);
    const kept = Object.fromEntries(fields.map(({ name, value }) => [name, value ?? '']));
    expect(kept).toMatchObject(posted);
  }
  const proved = await olga.page.post(path, { ...resend, email, proofPassword: PASSWORD });
  // The first code is younger than a minute.
  expect(proved.status).toBe(429);
  const { body } = await olga.api.post('/api/auth/code/validate', { email, code: first, type: 'change-email' });
  expect(body.data.user.email).toBe(email);
  // Waits for a mail that was asked for later.
  await signUpOver(server());
  expect(await mailsTo(server().dataDir, resend.email)).toEqual([]);
});

test('S10: the mailed link of a new address does nothing for whoever else opens it signed in', async () => {
  const [mallory, vera] = [await signUpOver(server()), await signUpOver(server())];
  const email = newEmail('mallory');
  await mallory.page.post('/settings', { intent: 'email', email });
  await mailedCode(server(), email);
  const link = new URL(/https?:\/\/\S+\/verify\?\S+/.exec((await newestMail(server().dataDir, email)).text)![0]);
  const open = (person: typeof vera) =>
    person.page.post(link.pathname + link.search, {
      intent: 'verify',
      ...Object.fromEntries(link.searchParams),
    });
  const byVera = await open(vera);
  expect([byVera.status, (await vera.api.get('/api/auth/me')).body.data.email]).toEqual([400, vera.email]);
  const byMallory = await open(mallory);
  expect([byMallory.status, byMallory.headers.get('Location')]).toEqual([303, '/settings']);
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
  const inField = (text: string) => [
    /<input[^>]*id="proof-password"[^>]*>/.exec(text)![0].includes('aria-invalid="true"'),
    /id="proof-password-error">([^<]*)</.exec(text)?.[1],
  ];
  expect(inField(asked.text)).toEqual([false, undefined]);
  expect(inField(wrong.text)).toEqual([true, 'Password is incorrect']);
  const blank = await olga.page.postBlind('/settings', { ...posted, proofPassword: '' });
  expect([blank.status, ...inField(blank.text)]).toEqual([403, true, 'Password is required']);
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

/** Intents of pages that change accounts and require proof. */
const NEEDS_PROOF: Record<string, string[]> = {
  '/settings': [
    'prove',
    'email',
    'provider-link',
    'provider-unlink',
    'two-factor',
    'totp-start',
    'totp-confirm',
    'token-create',
    'token-revoke',
  ],
  '/admin/users': ['suspend', 'activate', 'promote', 'demote', 'delete', 'storage-limit', 'invite', 'uninvite'],
  '/admin/token-usage': ['limit', 'ceiling', 'ceiling-remove', 'reset', 'reset-all'],
  '/admin/groups': [
    'group-create',
    'group-rename',
    'group-delete',
    'member-add',
    'member-remove',
    'keeper-add',
    'keeper-remove',
  ],
};
/**
 * Intents without proof. `password`, `totp-remove`, `recovery-codes` and `account-delete` have the password in their
 * own form.
 */
const NEEDS_NONE: Record<string, string[]> = {
  '/settings': [
    'profile',
    'profile-image',
    'profile-image-remove',
    'presence',
    'notifications',
    'mail-retry',
    'password',
    'totp-remove',
    'recovery-codes',
    'session-revoke',
    'sessions-revoke-others',
    'account-delete',
  ],
  '/admin/users': [],
  '/admin/token-usage': [],
  '/admin/groups': [],
};

/** Fields that every intent above accepts. */
const fieldsFor = (userId: string): Record<string, string> => ({
  userId,
  email: 'new-address@example.com',
  tokenId: 'c00000000000000000000000',
  name: 'Script',
  scope: 'read',
  provider: 'github',
  enabled: 'true',
  code: '123456',
  monthlyLimit: '5',
  megabytes: '5',
  redirectTo: '/',
  groupId: 'c00000000000000000000000',
});

test('S10: every form that changes accounts is listed here, and asks for proof where it says so', async () => {
  for (const { path, intents } of postedPages().filter((page) => NEEDS_PROOF[page.path])) {
    const expected = [...NEEDS_PROOF[path]!, ...NEEDS_NONE[path]!].sort();
    expect([path, intents.toSorted()]).toEqual([path, expected]);
  }
  const [chief, sven] = [await newPerson(server(), 'chief', { isAdmin: true }), await newPerson(server(), 'sven')];
  await letProofLapse(server(), chief);
  for (const [path, intents] of Object.entries(NEEDS_PROOF)) {
    for (const intent of intents) {
      const scope: Record<string, string> = intent.startsWith('ceiling')
        ? { scope: 'installation', monthlyTokens: '5' }
        : {};
      const asked = await chief.page.post(path, { ...fieldsFor(sven.id), ...scope, intent });
      expect([path, intent, asked.status]).toEqual([path, intent, 403]);
      const fields = formFields(asked.text);
      expect([path, intent, fields.some(({ name }) => name === 'proofPassword')]).toEqual([path, intent, true]);
      const isKept = fields.some(({ name, value }) => name === 'intent' && value === intent);
      expect([path, intent, isKept]).toEqual([path, intent, true]);
    }
  }
  const list = (await chief.page.get(`/admin/users?keyword=${sven.email}`)).text;
  expect(list).toContain(`value="${sven.id}"`);
  expect(codeOf(await sven.api.get('/api/auth/me'))).toEqual([200, 0]);
});

test('S10: a quota is changed over the API after proof, or with a token that an administrator made after it', async () => {
  const [chief, sven] = [await newPerson(server(), 'chief', { isAdmin: true }), await newPerson(server(), 'sven')];
  await letProofLapse(server(), chief);
  const path = `/api/admin/quotas/${sven.id}`;
  for (const call of [() => chief.api.patch(path, { monthlyLimit: 7 }), () => chief.api.post(`${path}/reset`)]) {
    const refused = await call();
    expect([...codeOf(refused), refused.body.data]).toEqual([403, 1001, { proof: ['password'] }]);
  }
  expect(codeOf(await sven.api.patch(path, { monthlyLimit: 7 }))).toEqual([403, 1001]);
  await chief.api.post('/api/auth/proof', { password: PASSWORD });
  expect(codeOf(await chief.api.patch(path, { monthlyLimit: 7 }))).toEqual([200, 0]);
});

test('S10: an authenticator proves as well, and a wrong code does not', async () => {
  const olga = await newPerson(server());
  await olga.page.post('/settings', { intent: 'totp-start' });
  const secret = /secret=([A-Z2-7]+)/.exec((await olga.page.get('/settings')).text)![1]!;
  await olga.page.post('/settings', { intent: 'totp-confirm', code: appCode(secret) });
  await letProofLapse(server(), olga);
  const ask = () => olga.api.post('/api/auth/code/send', { email: newEmail(), type: 'change-email' });
  expect((await ask()).body.data).toEqual({ proof: ['password', 'totp'] });
  expect(codeOf(await olga.api.post('/api/auth/proof', { code: wrongAppCode(secret) }))).toEqual([400, 3000]);
  expect(codeOf(await ask())).toEqual([403, 1001]);
  expect(codeOf(await olga.api.post('/api/auth/proof', { code: appCode(secret, 1) }))).toEqual([200, 0]);
  expect(codeOf(await ask())).toEqual([200, 0]);
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
