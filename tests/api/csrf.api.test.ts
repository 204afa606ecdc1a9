import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import type { Client } from '#tests/support/client.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { apiRoutes, fillPath, postedPages } from '#tests/support/routes.ts';

const server = () => sharedServer();
const mutating = apiRoutes().flatMap(({ path, methods }) =>
  methods.filter((method) => method !== 'GET').map((method) => ({ path, method })),
);
/** Pages that redirect signed-in people without a required second factor instead of refusing them. */
const REDIRECTING = ['/login', '/register', '/reset-password', '/link-account', '/second-factor'];
const forms = postedPages().flatMap(({ path, intents }) => intents.map((intent) => ({ path, intent })));

/** A missing right is answered like a forged request, so that only an administrator tells the two apart. */
const administrator = () => newPerson(server(), 'olga', { isAdmin: true });
const token = (person: Client) => person.browser.cookies.get('XSRF-TOKEN')!;

/** Collects all data a person can see, which a forged request must not change. */
async function stateOf(person: Person, id: string): Promise<string> {
  const paths = [
    '/api/auth/me',
    '/api/documents',
    '/api/documents?scope=archived',
    `/api/documents/${id}`,
    `/api/documents/${id}/shares`,
  ];
  const answers = await Promise.all(paths.map((path) => person.api.get(path)));
  return JSON.stringify(answers.map(({ status, body }) => [status, body.data]));
}

test('the matrix is read from the table of contents and covers what exists', () => {
  expect(mutating.length).toBeGreaterThanOrEqual(16);
  expect(forms.length).toBeGreaterThanOrEqual(20);
});

test('C4: no API path changes anything without the header of this session', async () => {
  const [olga, sven] = [await administrator(), await newPerson(server())];
  const { id } = await makeDocument(olga);
  const before = await stateOf(olga, id);
  const right = { 'X-XSRF-TOKEN': token(olga) };
  const attempts: Record<string, Record<string, string>> = {
    'no header': { 'X-XSRF-TOKEN': '' },
    'another value': { 'X-XSRF-TOKEN': `${token(olga)}x` },
    'an unsigned value': { 'X-XSRF-TOKEN': 'a.b.c' },
    'another session’s token': { 'X-XSRF-TOKEN': token(sven) },
    'Origin: null': { ...right, Origin: 'null' },
    'a foreign origin': { ...right, Origin: 'https://evil.example.com' },
    'another port': { ...right, Origin: 'http://127.0.0.1:1' },
    'Sec-Fetch-Site: cross-site': { ...right, 'Sec-Fetch-Site': 'cross-site' },
    'Sec-Fetch-Site: same-site': { ...right, 'Sec-Fetch-Site': 'same-site' },
  };
  for (const { path, method } of mutating) {
    for (const [name, headers] of Object.entries(attempts)) {
      const call = olga.api[method.toLowerCase() as 'post'];
      const { status, body } = await call(
        fillPath(path, id),
        { id, title: 'forged', targetId: null, dropPosition: 0 },
        { headers },
      );
      expect([method, path, name, status, body.statusCode]).toEqual([method, path, name, 403, 1001]);
    }
  }
  expect(await stateOf(olga, id)).toBe(before);
});

test('C4: a planted cookie pair of another session does not pass', async () => {
  const [olga, sven] = [await newPerson(server()), await newPerson(server())];
  olga.browser.cookies.set('XSRF-TOKEN', token(sven));
  const planted = await olga.api.post(
    '/api/documents',
    { title: 'forged' },
    { headers: { 'X-XSRF-TOKEN': token(sven) } },
  );
  expect([planted.status, planted.body.statusCode]).toEqual([403, 1001]);
});

test('C4: the pair of a visitor stops counting at sign-in and survives rotation', async () => {
  const { email } = await newPerson(server());
  const olga = visitor(server());
  await olga.page.get('/login');
  const visitors = token(olga);
  expect((await olga.api.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
  const own = token(olga);
  expect(own).not.toBe(visitors);
  olga.browser.cookies.set('XSRF-TOKEN', visitors);
  const forged = await olga.api.post('/api/documents', { title: 'forged' });
  expect([forged.status, forged.body.statusCode]).toEqual([403, 1001]);
  olga.browser.cookies.set('XSRF-TOKEN', own);
  expect((await olga.api.post('/api/auth/refresh')).status).toBe(200);
  expect(token(olga)).toBe(own);
  expect((await olga.api.post('/api/documents', { title: 'fine' })).status).toBe(200);
});

test('C4: without a session a signed pair passes, so that the answer is 1000 or 1002', async () => {
  const nobody = visitor(server());
  expect((await nobody.api.post('/api/documents', { title: 'x' })).body.statusCode).toBe(1000);
  expect((await nobody.api.post('/api/auth/refresh')).body.statusCode).toBe(1002);
});

test('C4: no form of any page acts without the field of this session', async () => {
  const [olga, sven] = [await administrator(), await newPerson(server())];
  const { id } = await makeDocument(olga);
  const before = await stateOf(olga, id);
  for (const { path, intent } of forms) {
    const to = fillPath(path, id);
    const fields = {
      intent,
      docId: id,
      email: olga.email,
      permission: 'EDIT',
      targetId: '',
      dropPosition: '0',
      title: 'forged',
    };
    const post = (extra: Record<string, string>, headers: Record<string, string> = {}) =>
      olga.page.postBlind(to, { ...fields, ...extra }, { headers });
    const answers = {
      'no field': await post({}),
      'a wrong value': await post({ csrf: 'x' }),
      'another session’s': await post({ csrf: token(sven) }),
      'the header instead of the field': await post({}, { 'X-XSRF-TOKEN': token(olga) }),
      'a foreign origin': await post({ csrf: token(olga) }, { Origin: 'https://evil.example.com' }),
      'Origin: null': await post({ csrf: token(olga) }, { Origin: 'null' }),
      'the field in the query': await olga.page.postBlind(`${to}?csrf=${encodeURIComponent(token(olga))}`, fields),
    };
    const refused = REDIRECTING.includes(path) ? 302 : 403;
    for (const [name, { status }] of Object.entries(answers)) {
      expect([path, intent, name, status]).toEqual([path, intent, name, refused]);
    }
  }
  expect(await stateOf(olga, id)).toBe(before);
});

test('C4: no form of a visitor acts without the field either', async () => {
  const nobody = visitor(server());
  await nobody.page.get('/login');
  for (const path of ['/login', '/register', '/verify', '/forgot-password', '/preferences', '/logout']) {
    for (const csrf of ['', 'x', 'a.b.c']) {
      const fields = { csrf, email: 'visitor@example.com', password: 'aA1bcd', type: 'register', code: 'ABCDEF' };
      expect([path, (await nobody.page.postBlind(path, fields)).status]).toEqual([path, 403]);
    }
  }
});

test('C4: no GET, and no `_method`, changes anything', async () => {
  const olga = await administrator();
  const { id } = await makeDocument(olga);
  const before = await stateOf(olga, id);
  for (const { path, intent } of forms) {
    if (path === '/preferences') continue;
    await olga.page.get(`${fillPath(path, id)}?intent=${intent}&_method=POST&csrf=${token(olga)}&docId=${id}`);
  }
  for (const { path } of mutating) await olga.page.get(`${fillPath(path, id)}?_method=DELETE`);
  await olga.page.postBlind(
    `/doc/${id}`,
    { csrf: token(olga), intent: 'archive', _method: 'GET' },
    { headers: { Origin: 'null' } },
  );
  expect(await stateOf(olga, id)).toBe(before);
});

test('the server’s own origin passes, with and without the header', async () => {
  const olga = await newPerson(server());
  const own = { Origin: server().url, 'Sec-Fetch-Site': 'same-origin' };
  expect((await olga.api.post('/api/documents', { title: 'a' }, { headers: own })).status).toBe(200);
  expect((await olga.page.post('/', { intent: 'create', title: 'b' }, { headers: own })).status).toBe(303);
});
