import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { newToken } from '#tests/support/access-tokens.ts';
import { describeServers, ownServer, sharedServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { type Place, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const READING = ['list_children', 'list_comments', 'read_document', 'search'];
const WRITING = ['comment', 'create_document', 'edit_document', 'move_document'];

/** Connects an MCP client with a token. */
async function connect(place: Place, token: string, lng = 'en'): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': lng };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', place.url), { requestInit: { headers } }));
  return client;
}

async function use(client: McpClient, name: string, fields: Record<string, unknown> = {}) {
  const answer = await client.callTool({ name, arguments: fields });
  const [{ text }] = answer.content as unknown as [{ text: string }];
  const body = JSON.parse(text);
  if (!answer.isError) expect(answer.structuredContent).toEqual(body);
  return { isError: answer.isError === true, body };
}

const post = (place: Place, body: unknown, headers: Record<string, string> = {}) =>
  rawRequest(place.url, '/mcp', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
  });
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const call = (name: string, fields: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: fields },
});

describeServers('an assistant with a token', (server) => {
  test('finds, reads, writes, moves and comments as the person', async () => {
    const olga = await newPerson(server());
    const client = await connect(server(), await newToken(olga));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...READING, ...WRITING].sort());
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(reading.sort()).toEqual(READING);
    const required = tools.map(({ name, inputSchema }) => [name, inputSchema.required ?? []]);
    expect(Object.fromEntries(required)).toMatchObject({ search: [], list_children: [], list_comments: ['id'] });

    const made = await use(client, 'create_document', { title: 'Tulips', content: 'They flower in Zwolle.' });
    const { id, version } = made.body;
    const child = await use(client, 'create_document', { title: 'Bulbs', parentId: id });
    expect((await use(client, 'search', { keyword: 'Zwolle' })).body.items[0]).toMatchObject({ id });
    expect((await use(client, 'list_children', { parentId: id })).body.items).toMatchObject([{ title: 'Bulbs' }]);
    const edited = await use(client, 'edit_document', { id, content: 'They flower in May.', baseVersion: version });
    expect(edited.body).toMatchObject({ id, version: version + 1, content: 'They flower in May.' });
    const moved = await use(client, 'move_document', { id: child.body.id, targetId: null, dropPosition: 0 });
    expect(moved.body).toMatchObject({ id: child.body.id, parentId: null });
    const { thread } = (await use(client, 'comment', { id, body: 'Why **May**?', quote: 'May' })).body;
    const reply = await use(client, 'comment', { id, threadId: thread.id, body: 'It is warm.' });
    expect(reply.body.comment).toMatchObject({ body: 'It is warm.', author: { email: olga.email } });
    const threads = await use(client, 'list_comments', { id });
    expect(threads.body.items).toMatchObject([{ quote: 'May', isFound: true, comments: [{}, {}] }]);
    expect((await use(client, 'read_document', { id })).body.content).toBe('They flower in May.');
    expect((await olga.api.get(`/api/documents/${id}`)).body.data.content).toBe('They flower in May.');
    await client.close();
  });

  test('may do what the person may, and is told why not in their language', async () => {
    const [olga, sven] = [await newPerson(server()), await newPerson(server())];
    const [shown, hidden] = [await makeDocument(olga, { title: 'Shown' }), await makeDocument(olga)];
    await share(olga, shown.id, sven.email, 'READ');
    const client = await connect(server(), await newToken(sven));
    expect((await use(client, 'read_document', { id: shown.id })).body.permission).toBe('READ');
    const edit = await use(client, 'edit_document', { id: shown.id, title: 'Mine' });
    expect([edit.isError, edit.body.statusCode]).toEqual([true, 4002]);
    const read = await use(client, 'read_document', { id: hidden.id });
    expect([read.isError, read.body.statusCode]).toEqual([true, 4001]);
    const wrong = await use(client, 'create_document', { title: 7 });
    expect([wrong.isError, wrong.body.statusCode, Object.keys(wrong.body.errors)]).toEqual([true, 422, ['title']]);
    const empty = await use(client, 'edit_document', { id: shown.id });
    expect([empty.isError, empty.body.errors.content]).toEqual([true, ['Required']]);
    const chinese = await connect(server(), await newToken(sven), 'zh');
    expect((await use(chinese, 'read_document', { id: hidden.id })).body.message).toMatch(/\p{Script=Han}/u);
  });

  test('replies only in a thread of the document it names', async () => {
    const olga = await newPerson(server());
    const [one, other] = [await makeDocument(olga), await makeDocument(olga)];
    const client = await connect(server(), await newToken(olga));
    const { thread } = (await use(client, 'comment', { id: other.id, body: 'Why?' })).body;
    const reply = await use(client, 'comment', { id: one.id, threadId: thread.id, body: 'So.' });
    expect([reply.isError, reply.body.statusCode]).toEqual([true, 404]);
    const { items } = (await use(client, 'list_comments', { id: other.id })).body;
    expect(items[0].comments).toHaveLength(1);
  });

  test('merges with what others wrote, and gets both texts where that is impossible', async () => {
    const olga = await newPerson(server());
    const { id, version } = await makeDocument(olga, { content: 'one two three\n' });
    const client = await connect(server(), await newToken(olga));
    await olga.api.patch(`/api/documents/${id}`, { content: 'one two four\n', baseVersion: version });
    const merged = await use(client, 'edit_document', { id, content: 'zero two three\n', baseVersion: version });
    expect(merged.body).toMatchObject({ merged: true, content: 'zero two four\n' });
    const clash = await use(client, 'edit_document', { id, content: 'one two five\n', baseVersion: version });
    expect([clash.isError, clash.body.statusCode]).toEqual([true, 409]);
    expect(clash.body.data).toMatchObject({
      current: { content: 'zero two four\n' },
      yours: { content: 'one two five\n' },
    });
  });

  test('with the scope `read` finds reading tools alone: any other is 403/1001', async () => {
    const olga = await newPerson(server());
    const token = await newToken(olga, { scope: 'read' });
    const client = await connect(server(), token);
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(READING);
    for (const name of WRITING) {
      const answer = await post(server(), call(name, { title: 'New' }), { Authorization: `Bearer ${token}` });
      expect([name, answer.status, JSON.parse(answer.text).statusCode]).toEqual([name, 403, 1001]);
      expect(answer.headers['www-authenticate']).toContain('insufficient_scope');
    }
    expect((await olga.api.get('/api/documents')).body.data.total).toBe(0);
  });

  test('is refused without a token, with a bad, revoked or foreign one, and never known by cookies', async () => {
    const olga = await newPerson(server());
    const token = await newToken(olga);
    const cookie = [...olga.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const [bearer, xsrf] = [{ Authorization: `Bearer ${token}` }, olga.browser.cookies.get('XSRF-TOKEN')!];
    expect((await post(server(), LIST, bearer)).status).toBe(200);
    for (const headers of [{}, { Authorization: 'Bearer arbor_no' }, { Cookie: cookie, 'X-XSRF-TOKEN': xsrf }]) {
      const { status, text, headers: answered } = await post(server(), LIST, headers as Record<string, string>);
      expect([status, JSON.parse(text).statusCode]).toEqual([401, 1000]);
      expect(answered['www-authenticate']).toMatch(
        /^Bearer .*resource_metadata="http:\/\/[^"]+\/\.well-known\/oauth-protected-resource\/mcp"/,
      );
    }
    const foreign = await post(server(), LIST, { ...bearer, Origin: 'https://evil.example' });
    expect([foreign.status, JSON.parse(foreign.text).statusCode]).toEqual([403, 1001]);
    const tokenId = /name="tokenId" value="(c\w+)"/.exec((await olga.page.get('/settings')).text)![1]!;
    await olga.page.post('/settings', { intent: 'token-revoke', tokenId });
    expect((await post(server(), LIST, bearer)).status).toBe(401);
  });
});

test('what is no message, too large, or no POST is answered in the envelope', async () => {
  const olga = await newPerson(sharedServer());
  const bearer = { Authorization: `Bearer ${await newToken(olga)}` };
  for (const [body, status, headers] of [
    ['{', 400, {}],
    ['[]', 400, {}],
    ['{}', 415, { 'Content-Type': 'text/plain' }],
    [`{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`, 413, {}],
  ] as const) {
    const answer = await post(sharedServer(), body, { ...bearer, ...headers });
    expect([answer.status, JSON.parse(answer.text).statusCode]).toEqual([status, status]);
  }
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await rawRequest(sharedServer().url, '/mcp', { method, headers: bearer });
    expect([method, status, headers.allow]).toEqual([method, 405, 'POST']);
  }
  const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} };
  expect((await post(sharedServer(), listen, bearer)).text).toContain('error');
});

test('L10: a call writes no line to the console that is not JSON', async () => {
  const server = await startServer({ LOG_LEVEL: 'debug' });
  const olga = await newPerson(server);
  await until(() => expect(server.output()).toContain('"event":"listening"'));
  const before = server.output().length;
  const bearer = { Authorization: `Bearer ${await newToken(olga)}` };
  expect((await post(server, LIST, bearer)).status).toBe(200);
  expect((await post(server, call('create_document', { title: 7 }), bearer)).status).toBe(200);
  await server.stop();
  const lines = server.output().slice(before).split('\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
  await server.remove();
});

test('the description names every answer and its media type', async () => {
  const olga = await newPerson(sharedServer());
  const bearer = { Authorization: `Bearer ${await newToken(olga)}` };
  const { text } = await olga.page.get('/api/openapi.json');
  const { responses } = JSON.parse(text).paths['/mcp'].post;
  const reader = { Authorization: `Bearer ${await newToken(olga, { scope: 'read' })}` };
  const newest = { 'MCP-Protocol-Version': '2026-07-28' };
  const modern = (method: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  const seen: number[] = [];
  const types = new Set<string>();
  for (const [body, headers] of [
    [LIST, bearer],
    [modern('tools/list'), { ...bearer, ...newest, 'Mcp-Method': 'tools/list' }],
    [{ jsonrpc: '2.0', method: 'notifications/initialized' }, bearer],
    ['{', bearer],
    [{ a: 1 }, bearer],
    [LIST, { ...bearer, 'MCP-Protocol-Version': '1999-01-01' }],
    [modern('no/such'), { ...bearer, ...newest, 'Mcp-Method': 'no/such' }],
    [LIST, { ...bearer, Accept: 'application/json' }],
    [`{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`, bearer],
    ['{}', { ...bearer, 'Content-Type': 'text/plain' }],
    [LIST, {}],
    [call('create_document', { title: 'New' }), reader],
  ] as [unknown, Record<string, string>][]) {
    const answer = await post(sharedServer(), body, headers);
    const type = answer.headers['content-type']?.split(';')[0];
    seen.push(answer.status);
    if (answer.status === 200) types.add(type!);
    expect([answer.status, Object.keys(responses[answer.status]?.content ?? {})]).toEqual([
      answer.status,
      type ? expect.arrayContaining([type]) : [],
    ]);
  }
  expect(seen).toEqual([200, 200, 202, 400, 400, 400, 404, 406, 413, 415, 401, 403]);
  expect([...types]).toEqual(['text/event-stream', 'application/json']);
  const got = await rawRequest(sharedServer().url, '/mcp', { headers: bearer });
  expect([got.status, Object.keys(responses)]).toEqual([405, expect.arrayContaining(['405', '429', '500', '503'])]);
});

test('tools that write count as changes of documents: 1200 beyond them', async () => {
  const olga = await newPerson(limited());
  const client = await connect(limited(), await newToken(olga));
  const codes: number[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    codes.push((await use(client, 'create_document', { title })).body.statusCode ?? 0);
  }
  expect(codes).toEqual([0, 0, 1200]);
  expect((await use(client, 'list_children')).body.items).toHaveLength(2);
});
const limited = ownServer({ RATE_LIMIT: 'on', LIMIT_DOCUMENT_WRITE: '2/60' });
