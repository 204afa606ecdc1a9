import { describe, expect, test } from 'vitest';
import { ownServer, sharedServer } from '#tests/support/api-server.ts';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { makeDocument, signUpOver, visitor } from '#tests/support/people.ts';

const from = (address: string) => ({ headers: { 'X-Forwarded-For': `203.0.113.250, ${address}` } });

describe('request limits', () => {
  const limits = { LIMIT_FAILED_SIGN_IN: '12/3600', LIMIT_MAIL_FROM_ADDRESS: '20/3600' };
  const server = ownServer({ RATE_LIMIT: 'on', TRUST_PROXY: 'true', ...limits });

  test('A4: the eleventh wrong password is 429/1200 with Retry-After from any address, and the owner stays signed in', async () => {
    const owner = await signUpOver(server());
    const stranger = visitor(server());
    const login = (address: string, password: string) =>
      stranger.api.post('/api/auth/login', { email: owner.email, password }, from(address));
    for (let count = 0; count < 10; count += 1)
      expect(await login('198.51.100.1', 'Wrong-1')).toMatchObject({ status: 400, body: { statusCode: 2003 } });
    for (let host = 2; host < 12; host += 1) {
      const refused = await login(`198.51.100.${host}`, 'Wrong-1');
      if (refused.status === 400) continue; // a whole second has passed, so one more is allowed
      expect(refused).toMatchObject({ status: 429, body: { statusCode: 1200 } });
      expect(refused.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
    }
    expect((await owner.api.get('/api/auth/me')).status).toBe(200);
    expect((await stranger.api.post('/api/auth/forgot-password', { email: owner.email })).status).toBe(200);
  });

  test('I1: wrong passwords from one address, counted by what the nearest proxy says', async () => {
    const stranger = visitor(server());
    const login = (address: string) =>
      stranger.api.post('/api/auth/login', { email: newEmail(), password: PASSWORD }, from(address));
    for (let count = 0; count < 12; count += 1) expect((await login('198.51.100.40')).status).toBe(400);
    expect((await login('198.51.100.40')).body.statusCode).toBe(1200);
    expect((await login('198.51.100.41')).status).toBe(400);
  });

  test('I1: the limit is answered before the fields are looked at', async () => {
    const stranger = visitor(server());
    const validate = () => stranger.api.post('/api/auth/code/validate', {}, from('198.51.100.42'));
    for (let count = 0; count < 60; count += 1) expect((await validate()).status).toBe(422);
    expect((await validate()).status).toBe(429);
  });

  test('I1: so many mails an hour from one address, by registering, forgetting and resending', async () => {
    const stranger = visitor(server());
    const at = from('2001:db8:1:2:3::4');
    for (let count = 0; count < 20; count += 1) {
      const { status } = await stranger.api.post('/api/auth/forgot-password', { email: newEmail() }, at);
      expect(status).toBe(200);
    }
    const refused = await stranger.api.post(
      '/api/auth/register',
      { email: newEmail(), password: PASSWORD },
      from('2001:db8:1:2:ffff::1'),
    );
    expect(refused).toMatchObject({ status: 429, body: { statusCode: 1200 } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
  });

  test('a page answers 429 with everything typed and how long to wait', async () => {
    const stranger = visitor(server());
    const email = newEmail();
    let last = await stranger.page.post('/login', { email, password: 'Wrong-1' }, from('198.51.100.50'));
    for (let count = 0; count < 10; count += 1)
      last = await stranger.page.post('/login', { email, password: 'Wrong-1' }, from('198.51.100.50'));
    expect(last.status).toBe(429);
    expect(last.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
    expect(last.text).toContain(`value="${email}"`);
    expect(last.text).toMatch(/Wait \d+ seconds? and try again/);
  });

  test('I1: 120 changes of documents a minute by one person', async () => {
    const writer = await signUpOver(server());
    const at = from('198.51.100.60');
    for (let count = 0; count < 119; count += 1) await makeDocument(writer);
    const { id } = await makeDocument(writer);
    expect((await writer.api.patch(`/api/documents/${id}`, { title: 'Once more' }, at)).status).toBe(429);
    expect((await writer.api.get(`/api/documents/${id}`)).status).toBe(200);
  });

  test('I1: 240 uploads a minute by one person, asked for and confirmed, counted before their fields', async () => {
    const writer = await signUpOver(server());
    const at = from('198.51.100.61');
    const ask = () => writer.api.post('/api/files/upload-request', { fileName: 'x' }, at);
    for (let count = 0; count < 240; count += 1) expect((await ask()).status).toBe(422);
    expect((await ask()).body.statusCode).toBe(1200);
  });

  test('I1: 300 requests in ten seconds from one address, then 429 in the form of what was asked', async () => {
    const stranger = visitor(server());
    const at = from('198.51.100.70');
    const answers = await Promise.all(Array.from({ length: 320 }, () => stranger.api.get('/api/auth/me', at)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(refused[0]!.body).toMatchObject({ statusCode: 1200, message: expect.stringMatching(/Wait \d+ seconds/) });
    const page = await stranger.page.get('/login', { headers: { ...at.headers, 'Accept-Language': 'zh' } });
    expect(page).toMatchObject({ status: 429, text: expect.stringMatching(/等 \d+ 秒/) });
    expect((await fetch(`${server().url}/healthz`, at)).status).toBe(200);
  });
});

describe('RATE_LIMIT=off', () => {
  const server = () => sharedServer();

  test('lifts the throttle of signing in, and keeps the minute between mails', async () => {
    const stranger = visitor(server());
    const email = newEmail();
    for (let count = 0; count < 30; count += 1) {
      const { body } = await stranger.api.post('/api/auth/login', { email, password: 'Wrong-1' });
      expect(body.statusCode).toBe(2003);
    }
    const send = () => stranger.api.post('/api/auth/code/send', { email, type: 'register' });
    expect((await send()).status).toBe(200);
    expect((await send()).body.statusCode).toBe(1200);
  });
});
