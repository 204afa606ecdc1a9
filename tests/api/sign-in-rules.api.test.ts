import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { newPerson, signUpOver, visitor } from '#tests/support/people.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const DAY = 24 * 3600;
/** Fits the rule of every installation, but not this one's. */
const SHORT = 'Garden-1';
const RULES = { SESSION_DAYS: '7', PASSWORD_MIN_LENGTH: '12' };

let server: RunningServer;
beforeAll(async () => {
  server = await startServer(RULES);
});
afterAll(() => server.remove());

describe('PASSWORD_MIN_LENGTH', () => {
  test('the page of sign-up names the number before and after, in both languages', async () => {
    const { page } = visitor(server);
    expect((await page.get('/register')).text).toContain('12 to 100 characters');
    const fields = { email: newEmail(), password: SHORT };
    const refused = await page.post('/register', fields);
    expect([refused.status, refused.text.includes('Password must have at least 12 characters')]).toEqual([422, true]);
    const chinese = await page.post('/register', fields, { headers: { 'Accept-Language': 'zh' } });
    expect(chinese.text).toContain('密码至少要有 12 个字符');
  });

  test('the settings and the API refuse a shorter one beside its field', async () => {
    const olga = await signUpOver(server, 'olga');
    const change = { intent: 'password', currentPassword: PASSWORD, password: SHORT };
    const refused = await olga.page.post('/settings', change);
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/id="newPassword-error"[^>]*>Password must have at least 12 characters/);
    const { status, body } = await visitor(server).api.post('/api/auth/register', {
      email: newEmail(),
      password: SHORT,
    });
    expect([status, body.errors]).toEqual([422, { password: ['Password must have at least 12 characters'] }]);
  });

  test('arbor refuses it, too', async () => {
    const args = ['user', 'create', newEmail(), '--password-stdin'];
    const { dataDir } = server;
    const refused = await arbor(args, { dataDir, env: RULES, stdin: `${SHORT}\n` });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('at least 12 characters');
    expect((await arbor(args, { dataDir, env: RULES, stdin: `${PASSWORD}\n` })).code).toBe(0);
  });
});

test('SESSION_DAYS is the lifetime of the cookie of a remembered session, as its box says', async () => {
  expect((await visitor(server).page.get('/login')).text).toContain('Keep me signed in for 7 days');
  const ben = await newPerson(server, 'ben');
  await arbor(['user', 'reset-password', ben.email, '--password-stdin'], {
    dataDir: server.dataDir,
    stdin: `${PASSWORD}\n`,
  });
  const device = visitor(server);
  const login = { email: ben.email, password: PASSWORD, remember: true };
  const { setCookies } = await device.api.post('/api/auth/login', login);
  expect(setCookies.find((cookie) => cookie.includes('arbor_refresh='))).toContain(`Max-Age=${7 * DAY};`);
  const unremembered = await visitor(server).api.post('/api/auth/login', { ...login, remember: false });
  expect(unremembered.setCookies.find((cookie) => cookie.includes('arbor_refresh='))).not.toContain('Max-Age');
});

test('a password longer than any that can be set is a wrong one, for the API and on the page', async () => {
  const olga = await newPerson(server, 'olga');
  for (const password of ['x'.repeat(101), `${PASSWORD}${'x'.repeat(100_000)}`]) {
    const { status, body } = await visitor(server).api.post('/api/auth/login', { email: olga.email, password });
    expect([status, body.statusCode]).toEqual([400, 2003]);
    expect((await visitor(server).page.post('/login', { email: olga.email, password })).status).toBe(400);
    const proof = await olga.api.post('/api/auth/proof', { password });
    expect([proof.status, proof.body.statusCode]).toEqual([400, 2003]);
  }
});
