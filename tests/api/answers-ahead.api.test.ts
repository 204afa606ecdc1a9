import { describe, expect, test } from 'vitest';
import { ownServer, sharedServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import type { Place } from '#tests/support/server.ts';

const server = () => sharedServer();

test('405 names the methods that a path takes', async () => {
  const allow = async (method: string, path: string) => {
    const { status, headers } = await rawRequest(server().url, path, { method });
    return [status, headers.allow];
  };
  expect(await allow('PUT', '/api/documents')).toEqual([405, 'GET, HEAD, POST']);
  expect(await allow('POST', '/api/search')).toEqual([405, 'GET, HEAD']);
  expect(await allow('OPTIONS', '/api/documents')).toEqual([405, 'GET, HEAD, POST']);
  expect(await allow('PROPFIND', '/api/search')).toEqual([405, 'GET, HEAD']);
  expect(await allow('OPTIONS', '/api/no-such-endpoint')).toEqual([404, undefined]);
  for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE']) {
    for (const path of ['/', '/login', '/logout', '/oauth/authorize', '/doc/x', '/livez']) {
      expect([method, path, ...(await allow(method, path))]).toEqual([method, path, 405, 'GET, HEAD, POST']);
    }
  }
  for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    for (const path of ['/no/such/page', '/doc', '/nothing']) {
      expect([method, path, ...(await allow(method, path))]).toEqual([method, path, 404, undefined]);
    }
  }
  expect(await allow('POST', '/auth-callback')).toEqual([405, 'GET, HEAD']);
});

/** Returns the status and the faults of a page as complete HTML. */
async function pageFaults(place: Place, path: string, lng: string, method = 'GET') {
  const headers = { Accept: 'text/html', 'Accept-Language': lng };
  const { status, text, headers: answered } = await rawRequest(place.url, path, { method, headers });
  const faults = Object.entries({
    type: /^text\/html/.test(answered['content-type'] ?? ''),
    language: text.includes(`<html lang="${lng}"`),
    title: /<title>[^<]+ · Arbor<\/title>/.test(text),
    heading: /<main[\s\S]*<h1/.test(text),
  });
  return {
    status,
    faults: faults.filter(([, isGood]) => !isGood).map(([name]) => name),
    retryAfter: answered['retry-after'],
  };
}

test('an answer ahead of the framework is a complete page in the language of the request', async () => {
  for (const lng of ['en', 'zh']) {
    expect(await pageFaults(server(), '/login', lng, 'PUT')).toMatchObject({ status: 405, faults: [] });
    expect(await pageFaults(server(), '/no/such/page', lng, 'PUT')).toMatchObject({ status: 404, faults: [] });
    expect(await pageFaults(server(), '/branding/%', lng)).toMatchObject({ status: 400, faults: [] });
  }
});

describe('too many requests', () => {
  const limited = ownServer({ RATE_LIMIT: 'on', LIMIT_REQUESTS: '3/60' });
  test('get a complete page on a page, and on a public one', async () => {
    for (let count = 0; count < 3; count += 1) await pageFaults(limited(), '/login', 'en');
    for (const path of ['/login', '/s/none']) {
      for (const lng of ['en', 'zh']) {
        const refused = { status: 429, faults: [], retryAfter: expect.stringMatching(/^[1-9]\d*$/) };
        expect(await pageFaults(limited(), path, lng)).toEqual(refused);
      }
    }
    const text = await rawRequest(limited().url, '/login', { method: 'GET', headers: { Accept: 'text/plain' } });
    expect([text.status, text.text]).toEqual([429, expect.stringMatching(/^Too many requests\. Wait \d+ second/)]);
    const call = await rawRequest(limited().url, '/api/auth/me', { method: 'GET' });
    expect(JSON.parse(call.text)).toMatchObject({ statusCode: 1200 });
  });
});

test('PUT, PATCH and DELETE on a page change nothing', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  const csrf = olga.browser.cookies.get('XSRF-TOKEN')!;
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    for (const [path, fields] of [
      ['/', { intent: 'create', title: 'Unasked' }],
      [`/doc/${id}`, { intent: 'archive' }],
    ] as const) {
      const body = new URLSearchParams({ csrf, ...fields });
      expect([method, path, (await olga.browser.request(path, { method, body })).status]).toEqual([method, path, 405]);
    }
  }
  expect((await olga.api.get('/api/documents')).body.data).toMatchObject({ total: 1, items: [{ isArchived: false }] });
  const csrfOnly = { method: 'POST', body: new URLSearchParams({ csrf }) };
  expect((await olga.browser.request(`/doc/${id}/export?format=md`, csrfOnly)).status).toBe(405);
});
