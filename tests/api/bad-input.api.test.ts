import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { newEmail } from '#tests/support/factories.ts';
import { makeDocument, newPerson, share, visitor } from '#tests/support/people.ts';
import { everythingPosted } from '#tests/support/posted-schemas.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { apiRoutes, fillPath } from '#tests/support/routes.ts';
import { startServer } from '#tests/support/server.ts';

const UNKNOWN = 'c00000000000000000000000';
const server = () => sharedServer();

test('K1: what is no JSON object is 400, what does not say it is JSON 415, in the envelope', async () => {
  const olga = await newPerson(server());
  const post = (body: string, type = 'application/json') =>
    olga.api.post('/api/documents', body, { headers: { 'Content-Type': type } });
  const utf16 = 'application/json; charset=utf-8';
  for (const body of ['{', '[]', 'null', '"x"', '1', 'true', '{"title":}', '{"a":1}}', "{'title':'x'}", '\u0000{}']) {
    expect((await post(body)).body.statusCode).toBe(400);
  }
  expect((await post(Buffer.from('{"title":"x"}', 'utf16le').toString('latin1'), utf16)).body.statusCode).toBe(400);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'multipart/form-data', '']) {
    expect((await post('{"title":"x"}', type)).body.statusCode).toBe(415);
  }
  expect((await post('\ufeff{"title":"with a byte order mark"}')).status).toBe(200);
  expect((await post('{"title":"x"}', 'application/JSON;charset=UTF-8')).status).toBe(200);
});

test('K1: every method an API path does not have is 405, in the envelope', async () => {
  for (const { path, methods } of apiRoutes()) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if ((methods as string[]).includes(method)) continue;
      const { status, text } = await rawRequest(server().url, fillPath(path, UNKNOWN), { method });
      expect([method, path, status]).toEqual([method, path, 405]);
      expect(JSON.parse(text)).toMatchObject({ statusCode: 405, message: expect.any(String) });
    }
  }
});

test('K1: an id that is no cuid is 422 and an unknown one 4001; on a page both are 404', async () => {
  const olga = await newPerson(server());
  for (const id of ['1', 'x'.repeat(24), 'c-0000000', "c' OR 1=1", '%F0%9F%98%80', 'null', 'c'.repeat(5)]) {
    expect((await olga.api.get(`/api/documents/${encodeURIComponent(id)}`)).body.statusCode).toBe(422);
    expect((await olga.page.get(`/doc/${encodeURIComponent(id)}`)).status).toBe(404);
    expect((await olga.api.get(`/api/documents/tree?parentId=${encodeURIComponent(id)}`)).body.statusCode).toBe(422);
  }
  for (const id of [UNKNOWN, 'cjld2cjxh0000qzrmn831i7rn']) {
    expect((await olga.api.get(`/api/documents/${id}`)).body.statusCode).toBe(4001);
    expect((await olga.page.get(`/doc/${id}`)).status).toBe(404);
  }
});

test('K1: paging falls back instead of failing, on API and page', async () => {
  const olga = await newPerson(server());
  const paging = async (query: string) => {
    const { body } = await olga.api.get(`/api/documents?${query}`);
    return [body.data.page, body.data.limit];
  };
  for (const wrong of ['-1', '0', '1e309', 'abc', '1.5', '', '%00', '0x10', 'null']) {
    expect(await paging(`page=${wrong}&limit=${wrong}`)).toEqual([1, 10]);
    expect((await olga.page.get(`/search?keyword=x&page=${wrong}`)).status).toBe(200);
    expect((await olga.page.get(`/archive?page=${wrong}`)).status).toBe(200);
  }
  for (const huge of ['1000000000', '99999999999999999999', '9'.repeat(400)]) {
    expect(await paging(`limit=${huge}`)).toEqual([1, 100]);
    const beyond = await olga.api.get(`/api/documents?page=${huge}`);
    expect([beyond.status, beyond.body.data.items]).toEqual([200, []]);
    expect((await olga.page.get(`/search?keyword=x&page=${huge}`)).status).toBe(200);
  }
  expect(await paging('page=3&limit=100')).toEqual([3, 100]);
  // docs/api.md
  expect(await paging('page=99999999999999999999')).toEqual([1_000_000_000_000, 10]);
});

test('D7: an unknown sort, order or scope is the default, and no way into the query', async () => {
  const olga = await newPerson(server());
  for (const title of ['b', 'a', 'c']) await makeDocument(olga, { title });
  const titles = async (query: string) => {
    const { body } = await olga.api.get(`/api/documents?${query}`);
    return body.data.items.map(({ title }: { title: string }) => title).join('');
  };
  for (const query of [
    '',
    'sort=owner.password',
    'order=asc;DROP',
    'scope=everyone',
    'sort=__proto__',
    'sort=title&sort=x',
  ]) {
    expect(await titles(query)).toBe('bac');
  }
  expect(await titles('sort=title&order=desc')).toBe('cba');
  expect(await titles(`keyword=${encodeURIComponent("'").repeat(3000)}`)).toBe('');
});

test('K2: a body over 2 MiB is 413, declared or in chunks, and 1.5 MiB of content is stored', async () => {
  const olga = await newPerson(server());
  const tooBig = JSON.stringify({ title: 'x', content: 'y'.repeat(3 * 1024 * 1024) });
  expect((await olga.api.post('/api/documents', tooBig)).body.statusCode).toBe(413);
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: tooBig };
  for (const chunked of [false, true]) {
    expect((await rawRequest(server().url, '/api/documents', { ...options, chunked })).status).toBe(413);
  }
  const limit = 1.5 * 1024 * 1024;
  const atLimit = await olga.api.post('/api/documents', { title: 'x', content: 'y'.repeat(limit) });
  expect(atLimit.body.data.content).toHaveLength(limit);
  const beyond = await olga.api.post('/api/documents', { title: 'x', content: 'y'.repeat(limit + 1) });
  expect(beyond).toMatchObject({ status: 422, body: { errors: { content: [expect.any(String)] } } });
});

test('K2: deep JSON, many fields and long cookies are answered quickly, and the server goes on', async () => {
  const olga = await newPerson(server());
  const startedAt = performance.now();
  const deep = `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect((await olga.api.post('/api/documents', deep)).status).toBe(422);
  const fields = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`f${n}`, 'x']));
  expect((await visitor(server()).page.postBlind('/login', fields)).status).toBe(400);
  const cookie = `x=${'y'.repeat(64 * 1024)}`;
  const refused = await rawRequest(server().url, '/', { headers: { Cookie: cookie } }).catch((error) => error);
  expect([431, 'ECONNRESET']).toContain(refused.status ?? refused.code);
  expect([404, 405]).toContain((await rawRequest(server().url, `/__manifest?p=${'/doc/x&p='.repeat(500)}`)).status);
  // Takes a second on an idle machine; quadratic work would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect((await fetch(`${server().url}/healthz`)).status).toBe(200);
});

test('K5: no file outside the locales is read, and none is written', async () => {
  const paths = [
    '/locales/..%2f..%2fpackage.json',
    '/locales/../../package.json',
    '/locales/__proto__.json',
    '/locales/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fserver/server.js',
    '/..%2fserver%2fserver.js',
    '/.vite/manifest.json',
    '/locales/en.json%00.txt',
  ];
  for (const path of paths) {
    const { status, text } = await rawRequest(server().url, path);
    expect([path, status === 404 || status === 400]).toEqual([path, true]);
    expect(text).not.toContain('"dependencies"');
  }
  expect((await rawRequest(server().url, '/locales/en.json')).status).toBe(200);
  const language = { headers: { Cookie: 'i18next=../../etc/passwd' } };
  expect((await rawRequest(server().url, '/?lng=../../etc/passwd', language)).text).toContain('lang="en"');
  const added = await visitor(server())
    .api.post('/locales/add/en/translation', '{"__proto__.p":1}')
    .catch((error) => error);
  expect(added.status ?? 404).toBe(404);
});

test('K6: a malformed URL and a form of the wrong kind are answered without a stack or a path', async () => {
  const olga = await newPerson(server());
  const answers = [
    await rawRequest(server().url, '/%E0%A4%A'),
    await rawRequest(server().url, '/doc/%'),
    await rawRequest(server().url, '//evil.example.com/x'),
    await rawRequest(server().url, '/login', {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    }),
    await olga.page.post('/', { intent: 'constructor' }),
    await olga.page.post('/', { intent: '__proto__' }),
    await visitor(server()).page.post('/login', { intent: 'nothing-we-know' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 302, 404, 415, 422, 422, 422]);
  for (const { text } of answers) {
    expect(text).not.toMatch(/\bat [\w.]+ \(|node_modules|\.ts:\d+|SELECT |server\.js/);
  }
});

test('an address that cannot be decoded is no line of the log, and answered as an unknown one', async () => {
  const own = await startServer();
  const olga = await newPerson(own);
  const anyone = visitor(own);
  const found = [
    await olga.api.get('/api/documents/%ff'),
    await olga.api.get('/api/%ff'),
    await olga.page.get('/doc/%ff'),
    await anyone.page.get('/%E0%A4%A?x=%ff'),
    await rawRequest(own.url, '/doc/%ff', { method: 'PUT' }),
    await rawRequest(own.url, '/doc/x/%ff.data'),
  ];
  expect(found.map(({ status }) => status)).toEqual([422, 404, 404, 404, 405, 404]);
  await own.remove();
  expect(own.output()).toContain('"event":"stopped"');
  expect(own.output()).not.toMatch(/%(?:25)?(?:ff|E0)|decoded/);
});

test('the id of a share is a number, or digits in a query', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  const path = `/api/documents/${id}/shares`;
  for (const shareId of [true, [7], '0x10', '7', ' 7', '', '1e1', {}, 1.5, -1]) {
    const changed = await olga.api.patch(path, { shareId, permission: 'READ' });
    expect([shareId, changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([shareId, 422, ['shareId']]);
    const removed = await olga.api.delete(path, { shareId });
    expect([shareId, removed.status, Object.keys(removed.body.errors ?? {})]).toEqual([shareId, 422, ['shareId']]);
  }
  for (const query of ['0x10', '1e1', '%207', '', '1.5', 'true']) {
    expect([query, (await olga.api.delete(`${path}?shareId=${query}`)).status]).toEqual([query, 422]);
  }
  const shareId = await share(olga, id, newEmail(), 'READ');
  expect((await olga.api.delete(`${path}?shareId=${shareId}`)).body.data).toEqual([]);
});

test('K1: the sentence about a limit names a value that is accepted', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga);
  const refused = async (lng: string) =>
    (
      await olga.api.patch(
        `/api/documents/${id}/shares`,
        { shareId: 0, permission: 'READ' },
        { headers: { 'Accept-Language': lng } },
      )
    ).body.errors;
  expect(await refused('en')).toEqual({ shareId: ['Number must be at least 1'] });
  const posted = await everythingPosted();
  // The sentences say "at least" and "at most", so limits include their number.
  const exclusive = posted.flatMap(({ path, fields }) =>
    Object.entries(fields)
      .filter(([, field]) => /exclusiveM/.test(JSON.stringify(field)))
      .map(([name]) => `${path} ${name}`),
  );
  expect(exclusive).toEqual([]);
});
