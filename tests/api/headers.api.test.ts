import { describe, expect, test } from 'vitest';
import { ownServer, sharedServer } from '#tests/support/api-server.ts';
import type { Answer } from '#tests/support/client.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { anotherDevice, makeDocument, newPerson, signUpOver, visitor } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

function expectSecure({ headers, status }: Answer, path: string): void {
  for (const [name, value] of Object.entries(SECURITY))
    expect([path, status, name, headers.get(name)]).toEqual([path, status, name, value]);
  expect(headers.get('x-powered-by')).toBeNull();
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(part);
  }
  expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain('unsafe');
}

/** Returns the attributes in lower case by cookie name; numeric attributes include their values. */
function attributesOf(setCookies: string[]): Map<string, string[]> {
  return new Map(setCookies.map((line) => [line.split('=')[0]!, line.toLowerCase().split(/;\s*/).slice(1)]));
}

describe('C7: over http', () => {
  const server = () => sharedServer();

  test('every kind of answer carries the security headers', async () => {
    const olga = await newPerson(server());
    const { id } = await makeDocument(olga);
    const paths = [
      '/',
      `/doc/${id}`,
      `/doc/${id}.data`,
      '/nowhere',
      '/api/auth/me',
      '/api/nowhere',
      '/healthz',
      '/livez',
      '/readyz',
      '/locales/en.json',
      '/icon.svg',
    ];
    for (const path of paths) expectSecure(await olga.page.get(path), path);
    expectSecure(await visitor(server()).page.get('/archive'), 'a redirect');
    expectSecure(await olga.page.postBlind('/', { intent: 'create' }), 'a refused form');
  });

  test('a nonce is fresh in each page and stands on each of its scripts', async () => {
    const nobody = visitor(server());
    const nonces = [];
    for (const _ of [1, 2]) {
      const { headers, text } = await nobody.page.get('/login');
      const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy')!)![1]!;
      nonces.push(nonce);
      for (const [, attributes] of text.matchAll(/<script\b([^>]*)>/g)) {
        if (!attributes!.includes('application/json')) expect(attributes).toContain(`nonce="${nonce}"`);
      }
    }
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('what is made for one person is kept by no shared cache', async () => {
    const olga = await newPerson(server());
    const { id } = await makeDocument(olga);
    for (const path of ['/', `/doc/${id}.data`, `/doc/${id}/edit`, `/api/documents/${id}`, '/api/documents/x']) {
      expect([path, (await olga.page.get(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
    // Stored by the browser of this person alone, and used after asking.
    const { headers } = await olga.page.get(`/doc/${id}`);
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'private, no-cache',
      'Accept-Encoding, Cookie',
    ]);
  });

  test('cookies are Lax, for the whole path and this host; all but the readable ones HttpOnly', async () => {
    const person = await newPerson(server());
    const device = await anotherDevice(server(), person, true);
    const fresh = visitor(server());
    const lines = [...(await fresh.page.get('/?lng=zh')).setCookies];
    lines.push(...(await fresh.page.post('/preferences', { theme: 'light' })).setCookies);
    lines.push(...(await device.api.post('/api/auth/refresh')).setCookies);
    lines.push(...(await device.page.post('/', { intent: 'create', title: 'x' })).setCookies);
    const cookies = attributesOf(lines);
    for (const name of ['arbor_access', 'arbor_refresh', 'arbor_visitor', 'XSRF-TOKEN', 'i18next', 'vite-ui-theme']) {
      const attributes = cookies.get(name)!;
      expect(attributes).toEqual(expect.arrayContaining(['samesite=lax', 'path=/']));
      expect(attributes).not.toContain('secure');
      expect(attributes.join()).not.toContain('domain');
      if (name.startsWith('arbor_')) expect(attributes).toContain('httponly');
    }
    expect(cookies.get('XSRF-TOKEN')).not.toContain('httponly');
    for (const line of lines) expect(line.length).toBeLessThan(4096);
  });

  test('C1: without remember the session cookies have no Max-Age, with it 15 minutes and 30 days', async () => {
    const person = await newPerson(server());
    const maxAge = async (remember: boolean) => {
      const device = await anotherDevice(server(), person, remember);
      const cookies = attributesOf((await device.api.post('/api/auth/refresh')).setCookies);
      return ['arbor_access', 'arbor_refresh'].map((name) =>
        cookies.get(name)!.find((each) => each.startsWith('max-age')),
      );
    };
    expect(await maxAge(false)).toEqual([undefined, undefined]);
    expect(await maxAge(true)).toEqual(['max-age=900', 'max-age=2592000']);
  });
});

describe('C7: with APP_URL=https://…', () => {
  const APP_URL = 'https://notes.example.com';
  const server = ownServer({ APP_URL });

  test('own cookies are Secure and prefixed, and the origin check asks for APP_URL', async () => {
    const olga = await signUpOver(server());
    expect([...olga.browser.cookies.keys()]).toEqual(
      expect.arrayContaining(['__Host-arbor_access', '__Host-arbor_refresh', '__Host-arbor_visitor', 'XSRF-TOKEN']),
    );
    expect([...olga.browser.cookies.keys()]).not.toContain('arbor_access');
    const { setCookies } = await olga.api.post('/api/auth/refresh');
    for (const line of setCookies) expect(line).toMatch(/; Secure/i);
    const post = (Origin: string) => olga.api.post('/api/documents', { title: 'x' }, { headers: { Origin } });
    expect((await post(APP_URL)).status).toBe(200);
    expect((await post(server().url)).status).toBe(403);
    expect((await post('http://notes.example.com')).status).toBe(403);
    const form = await olga.page.post('/', { intent: 'create', title: 'y' }, { headers: { Origin: APP_URL } });
    expect(form.status).toBe(303);
  });

  test('tells browsers to stay with https', async () => {
    expect((await visitor(server()).page.get('/')).headers.get('strict-transport-security')).toContain(
      'max-age=31536000',
    );
  });

  test('C5: mails link to APP_URL, whatever Host the request named', async () => {
    const olga = await signUpOver(server());
    const { id } = await makeDocument(olga);
    const headers = { 'X-Forwarded-Host': 'evil.example.com', 'X-Forwarded-Proto': 'http' };
    await olga.api.post(`/api/documents/${id}/shares`, { email: 'guest@example.com', permission: 'READ' }, { headers });
    const mail = await until(() => newestMail(server().dataDir, 'guest@example.com'));
    expect(mail.text).toContain(`${APP_URL}/register`);
    expect(mail.text).not.toContain('evil');
  });
});
