import { expect, test } from 'vitest';
import { answerValidator, descriptionProblems, type Json } from '#tests/support/api-description.ts';
import { describeServers, sharedServer } from '#tests/support/api-server.ts';
import { type ApiAnswer, Client } from '#tests/support/client.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { makeDocument, newPerson, visitor } from '#tests/support/people.ts';
import { apiRoutes } from '#tests/support/routes.ts';
import { confirm, PNG, put, requestUpload } from '#tests/support/upload.ts';

const described = async (url: string, lng = 'en'): Promise<Json> => {
  const { status, text, headers } = await new Client(url).page.get(`/api/openapi.json?lng=${lng}`);
  expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
  return JSON.parse(text);
};
const template = (path: string) => path.replace(/:(\w+)/g, '{$1}');

test('the description names every endpoint of the route table, and nothing else below /api', async () => {
  const { paths } = await described(sharedServer().url);
  const routes = apiRoutes().flatMap(({ path, methods }) => methods.map((method) => `${method} ${template(path)}`));
  const own = Object.entries<Json>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const unrouted = [
    'GET /api/events',
    'GET /api/documents/{id}/live',
    'PUT /api/files/upload/{fileId}',
    'GET /locales/{lng}.json',
    'POST /mcp',
    'GET /livez',
    'GET /healthz',
    'GET /readyz',
  ];
  expect(own.toSorted()).toEqual([...routes, ...unrouted].sort());
});

test('the description keeps the rules of OpenAPI 3.1, in both languages', async () => {
  const [english, chinese] = [await described(sharedServer().url), await described(sharedServer().url, 'zh')];
  expect([descriptionProblems(english), descriptionProblems(chinese)]).toEqual([[], []]);
  expect(english.paths['/api/documents'].post.summary).toBe('Create a document');
  expect(chinese.paths['/api/documents'].post.summary).toBe('新建文档');
});

test('fields, limits and access come from the schemas that endpoints validate by', async () => {
  const { paths } = await described(sharedServer().url);
  const { get, post } = paths['/api/documents'];
  const query = Object.fromEntries(get.parameters.map(({ name, schema }: Json) => [name, schema]));
  expect(query.limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 10 });
  expect(query.sort).toMatchObject({ enum: ['createdAt', 'updatedAt', 'title', 'position'], default: 'createdAt' });
  expect(query.scope.enum).toEqual(['all', 'own', 'shared', 'starred', 'archived']);
  const body = post.requestBody.content['application/json'].schema;
  expect(body.required).toEqual(['title']);
  expect(body.properties.title).toMatchObject({ type: 'string', maxLength: 255 });
  expect(post.security).toEqual([{ bearer: [] }, { cookie: [], xsrf: [] }]);
  expect(paths['/api/auth/login'].post.security).toEqual([{ xsrf: [] }]);
  expect(Object.keys(paths['/api/documents/{id}'].patch.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503']),
  );
});

test('no query parameter is required that an endpoint does without', async () => {
  const { paths } = await described(sharedServer().url);
  const required = Object.entries<Json>(paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter((each: Json) => each.in === 'query' && each.required)
      .map(({ name }: Json) => `${path} ${name}`),
  );
  expect(required).toEqual(['/api/pictures url']);
});

test('access, parameters and answers that only some endpoints have are described', async () => {
  const { paths } = await described(sharedServer().url);
  for (const path of ['/api/auth/proof', '/api/auth/terms']) {
    expect([path, paths[path].post.security]).toEqual([path, [{ cookie: [], xsrf: [] }]]);
  }
  expect(paths['/api/documents/{id}/shares'].post.responses[404].description).toMatch(/^4001: .*\n404: /);
  const { parameters, responses } = paths['/api/files/{fileId}'].get;
  expect(parameters.map(({ name, in: place }: Json) => `${place} ${name}`)).toEqual([
    'path fileId',
    'query w',
    'query v',
  ]);
  expect(parameters[1].schema.enum).toEqual(['96', '320', '640', '1280']);
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '304', '416']));
  for (const status of [206, 304, 416]) expect(responses[status].description).toBeTruthy();
});

describeServers('what the server answers is what the description says', (server) => {
  test('for documents, shares, comments, files, accounts and administration', async () => {
    const validate = answerValidator(await described(server().url));
    const [chief, sven] = [await newPerson(server(), 'chief', { isAdmin: true }), await newPerson(server(), 'sven')];
    const seen = new Set<string>();
    const check = (method: string, path: string, { status, body }: ApiAnswer) => {
      expect(validate(method, path, status, body)).toEqual([]);
      if (status === 200) seen.add(`${method} ${path}`);
      return body.data;
    };
    const { id } = await makeDocument(chief, { title: 'Beds', content: '# Beds\n\nTulips, early.\n' });
    const child = await makeDocument(chief, { title: 'Tulips', parentId: id });
    const at = `/api/documents/${id}`;
    const of = '/api/documents/{id}';
    const made = await chief.api.post('/api/documents', { title: 'New' });
    check('POST', '/api/documents', made);
    const { data } = made.body;
    const wrong = [
      { ...data, secret: 1 },
      { ...data, version: 'one' },
      { ...data, owner: undefined },
    ];
    for (const each of wrong) {
      expect(validate('POST', '/api/documents', 200, { ...made.body, data: each })).toHaveLength(1);
    }
    check('POST', '/api/documents', await chief.api.post('/api/documents', { title: '' }));
    check('GET', '/api/documents', await chief.api.get('/api/documents?limit=2'));
    check('GET', '/api/documents/tree', await chief.api.get('/api/documents/tree'));
    check('GET', of, await chief.api.get(at));
    check('GET', of, await sven.api.get(at));
    check('GET', of, await visitor(server()).api.get(at));
    check('PATCH', of, await chief.api.patch(at, { content: '# Beds\n\nTulips, late.\n', icon: '🌷' }));
    check('PATCH', of, await chief.api.patch(at, { title: 7 }));
    check('GET', `${of}/card`, await chief.api.get(`${at}/card`));
    check('PUT', `${of}/cover`, await chief.api.put(`${at}/cover`, { url: '/covers/hills.svg', isPreset: true }));
    check('GET', '/api/search', await chief.api.get('/api/search?keyword=Tulips'));
    const search = { name: 'Tulips', query: 'keyword=Tulips' };
    const saved = check('POST', '/api/saved-searches', await chief.api.post('/api/saved-searches', search));
    const one = `/api/saved-searches/${saved.id}`;
    check('PATCH', '/api/saved-searches/{id}', await chief.api.patch(one, { name: 'Bulbs' }));
    check('GET', '/api/saved-searches', await chief.api.get('/api/saved-searches'));
    check('DELETE', '/api/saved-searches/{id}', await chief.api.delete(one));
    check('DELETE', '/api/saved-searches/{id}', await chief.api.delete(one));
    const move = { id: child.id, targetId: null, dropPosition: 0 };
    check('POST', '/api/documents/move', await chief.api.post('/api/documents/move', move));
    check('POST', `${of}/duplicate`, await chief.api.post(`${at}/duplicate`));
    check('POST', `${of}/archive`, await chief.api.post(`/api/documents/${child.id}/archive`));
    check('POST', `${of}/restore`, await chief.api.post(`/api/documents/${child.id}/restore`));
    check('DELETE', of, await chief.api.delete(`/api/documents/${child.id}`));

    const { items } = check('GET', `${of}/revisions`, await chief.api.get(`${at}/revisions`));
    const revision = `${at}/revisions/${items.at(-1).id}`;
    check('GET', `${of}/revisions/{revisionId}`, await chief.api.get(revision));
    check('POST', `${of}/revisions/{revisionId}/restore`, await chief.api.post(`${revision}/restore`));

    const shared = { email: sven.email, permission: 'EDIT' };
    const [entry] = check('POST', `${of}/shares`, await chief.api.post(`${at}/shares`, shared));
    check('GET', `${of}/shares`, await chief.api.get(`${at}/shares`));
    check('POST', `${of}/shares`, await chief.api.post(`${at}/shares`, { ...shared, permission: 'ALL' }));
    const changed = { shareId: entry.id, permission: 'READ' };
    check('PATCH', `${of}/shares`, await chief.api.patch(`${at}/shares`, changed));

    const thread = check(
      'POST',
      `${of}/comments`,
      await sven.api.post(`${at}/comments`, { body: 'Why?', quote: 'Tulips' }),
    );
    const reply = await chief.api.post(`/api/threads/${thread.id}/comments`, { body: 'So.' });
    const comment = check('POST', '/api/threads/{id}/comments', reply);
    check('GET', `${of}/comments`, await chief.api.get(`${at}/comments`));
    const threadPath = `/api/threads/${thread.id}`;
    check('POST', '/api/threads/{id}/resolve', await chief.api.post(`${threadPath}/resolve`));
    check('POST', '/api/threads/{id}/reopen', await chief.api.post(`${threadPath}/reopen`));
    const edited = await chief.api.patch(`/api/comments/${comment.id}`, { body: 'So!' });
    check('PATCH', '/api/comments/{id}', edited);
    check('DELETE', '/api/comments/{id}', await chief.api.delete(`/api/comments/${comment.id}`));
    const told = check('GET', '/api/notifications', await sven.api.get('/api/notifications'));
    expect(told.items.length).toBeGreaterThan(0);
    check('PUT', `${of}/watch`, await sven.api.put(`${at}/watch`, { watch: 'off' }));
    check('POST', '/api/notifications/read', await sven.api.post('/api/notifications/read', { all: true }));
    check('POST', `${of}/presence`, await sven.api.post(`${at}/presence`));
    check('GET', `${of}/presence`, await sven.api.get(`${at}/presence`));
    check('DELETE', `${of}/shares`, await chief.api.delete(`${at}/shares`, { shareId: entry.id }));

    const wish = { fileName: 'leaf.png', ext: 'png' };
    const asked = await chief.api.post('/api/files/upload-request', wish);
    check('POST', '/api/files/upload-request', asked);
    const ticket = await requestUpload(chief, wish);
    await put(ticket, PNG);
    const { file } = check('POST', '/api/files/confirm', await confirm(chief, ticket));
    check('DELETE', '/api/files/{fileId}', await chief.api.delete(`/api/files/${file.id}`));

    check('GET', '/api/auth/me', await chief.api.get('/api/auth/me'));
    check('POST', '/api/auth/proof', await chief.api.post('/api/auth/proof', { password: PASSWORD }));
    const credentials = { email: sven.email, password: PASSWORD };
    check('POST', '/api/auth/login', await visitor(server()).api.post('/api/auth/login', credentials));
    check('POST', '/api/auth/login', await visitor(server()).api.post('/api/auth/login', { email: 'x' }));
    check('POST', '/api/auth/refresh', await sven.api.post('/api/auth/refresh'));
    check('POST', '/api/auth/logout', await sven.api.post('/api/auth/logout'));
    check('GET', '/api/ai/quota', await chief.api.get('/api/ai/quota'));
    for (const by of ['user', 'day', 'model', 'feature']) {
      check('GET', '/api/admin/token-usage', await chief.api.get(`/api/admin/token-usage?by=${by}`));
    }
    const ceiling = { monthlyTokens: 900_000 };
    check('PUT', '/api/admin/ceilings', await chief.api.put('/api/admin/ceilings', ceiling));
    check('GET', '/api/admin/ceilings', await chief.api.get('/api/admin/ceilings'));
    check('DELETE', '/api/admin/ceilings', await chief.api.delete('/api/admin/ceilings'));
    check('GET', '/api/admin/users', await chief.api.get('/api/admin/users?inactive=30'));
    const quota = `/api/admin/quotas/${chief.id}`;
    check('PATCH', '/api/admin/quotas/{userId}', await chief.api.patch(quota, { monthlyLimit: 1000 }));
    check('POST', '/api/admin/quotas/{userId}/reset', await chief.api.post(`${quota}/reset`));
    expect(seen.size).toBeGreaterThanOrEqual(40);
  });
});

test('the page lists every operation, complete without scripts, in both languages, from this host alone', async () => {
  const { paths } = await described(sharedServer().url);
  for (const [lng, title] of [
    ['en', 'Create a document'],
    ['zh', '新建文档'],
  ]) {
    const { status, text } = await visitor(sharedServer()).page.get(`/api/docs?lng=${lng}`);
    expect(status).toBe(200);
    expect(text).toContain(title);
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    for (const [path, operations] of Object.entries<Json>(paths)) {
      for (const method of Object.keys(operations)) {
        expect(main.replaceAll('<!-- -->', '')).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
      }
    }
    expect(main).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  }
});
