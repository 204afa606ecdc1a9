import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRequest, RequestError, xsrfHeader } from '#app/browser/request.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;
type Seen = { call: string; xsrf: string | undefined; type: string | undefined; body: string };

let server: Server;
let origin: string;
let answers: Record<string, Answer>;
let seen: Seen[];
let told: RequestError[];
let left: number;
let isBusy: boolean;

beforeEach(async () => {
  [answers, seen, told, left, isBusy] = [{}, [], [], 0, false];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const call = `${request.method} ${request.url}`;
    const { 'x-xsrf-token': xsrf, 'content-type': type } = request.headers;
    seen.push({ call, xsrf: xsrf as string, type, body });
    (answers[call] ?? refused(404, 404))(request, response, body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const json =
  (status: number, value: unknown): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
const given = (data: unknown) => json(200, { statusCode: 0, message: 'ok', data });
const refused = (status: number, statusCode: number, more: object = {}) =>
  json(status, { statusCode, message: `refused ${statusCode}`, ...more });
const calls = () => seen.map(({ call }) => call);

const request = (...args: Parameters<ReturnType<typeof createRequest>>) => make()(...args);
const make = () =>
  createRequest({
    origin,
    cookies: () => 'theme=dark; XSRF-TOKEN=a%2Bb; other=1',
    tell: (error) => told.push(error),
    leave: async (logOutCall) => {
      if (isBusy) return true;
      await logOutCall();
      left += 1;
      return false;
    },
  });
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('It did not fail'),
    (error: unknown) => error as RequestError,
  );

it('specification §7: JSON out, data of the envelope back, with the cookie XSRF-TOKEN in the header X-XSRF-TOKEN', async () => {
  answers['POST /api/documents'] = given({ id: 'c1' });
  expect(await request('POST', '/api/documents', { body: { title: '园' } })).toEqual({ id: 'c1' });
  expect(seen).toEqual([
    { call: 'POST /api/documents', xsrf: 'a+b', type: 'application/json', body: '{"title":"园"}' },
  ]);
  expect(xsrfHeader('nothing=here')).toEqual({});
});

it('specification §7: a call without a body sends none', async () => {
  answers['DELETE /api/documents/c1'] = given({});
  await request('DELETE', '/api/documents/c1');
  expect(seen).toEqual([{ call: 'DELETE /api/documents/c1', xsrf: 'a+b', type: undefined, body: '' }]);
});

it('specification §7: 2xx alone is no success: its statusCode must be 0 as well', async () => {
  answers['GET /api/x'] = refused(200, 5005, { data: 1 });
  answers['GET /api/y'] = json(500, { statusCode: 0, data: 1 });
  expect(await failureOf(request('GET', '/api/x'))).toMatchObject({ status: 200, statusCode: 5005 });
  expect(await failureOf(request('GET', '/api/y'))).toMatchObject({ status: 500, failure: 'badAnswer' });
});

it('specification §8: a refusal reaches the caller with code, message, fields and data, and no toast', async () => {
  const more = { errors: { title: ['Required'] }, data: { current: { version: 3 } } };
  answers['PATCH /api/documents/c1'] = refused(409, 409, more);
  const error = await failureOf(request('PATCH', '/api/documents/c1', { body: {} }));
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({ status: 409, statusCode: 409, message: 'refused 409', ...more });
  expect(told).toEqual([]);
});

it('specification §4: a 401 is retried once after a refresh', async () => {
  let isFresh = false;
  answers['POST /api/auth/refresh'] = (...args) => {
    isFresh = true;
    given({})(...args);
  };
  answers['GET /api/x'] = (...args) => (isFresh ? given('there') : refused(401, 1000))(...args);
  expect(await request('GET', '/api/x')).toBe('there');
  expect(calls()).toEqual(['GET /api/x', 'POST /api/auth/refresh', 'GET /api/x']);
  expect(left).toBe(0);
});

it('specification §4: a second 401 after a good refresh is passed on to the caller', async () => {
  answers['POST /api/auth/refresh'] = given({});
  answers['GET /api/x'] = refused(401, 1000);
  expect(await failureOf(request('GET', '/api/x'))).toMatchObject({ status: 401, statusCode: 1000 });
  expect(calls()).toEqual(['GET /api/x', 'POST /api/auth/refresh', 'GET /api/x']);
  expect([left, told]).toEqual([0, []]);
});

it('specification §8: a failed refresh signs out and leaves for the sign-in page', async () => {
  answers['POST /api/auth/refresh'] = refused(401, 1002);
  answers['POST /api/auth/logout'] = given({});
  answers['GET /api/x'] = refused(401, 1000);
  expect(await failureOf(request('GET', '/api/x'))).toMatchObject({ status: 401, statusCode: 1002 });
  expect(calls()).toEqual(['GET /api/x', 'POST /api/auth/refresh', 'POST /api/auth/logout']);
  expect([left, told]).toEqual([1, []]);
});

it('a page that is leaving signs out once, whatever it still sends', async () => {
  answers['POST /api/auth/refresh'] = refused(401, 1002);
  answers['POST /api/auth/logout'] = given({});
  answers['GET /api/x'] = refused(401, 1000);
  const ask = make();
  await failureOf(ask('GET', '/api/x'));
  expect(await failureOf(ask('GET', '/api/x'))).toMatchObject({ status: 401, statusCode: 1002 });
  expect(calls()).toEqual(['GET /api/x', 'POST /api/auth/refresh', 'POST /api/auth/logout', 'GET /api/x']);
  expect(left).toBe(1);
});

it('a page with unsent text stays, and leaves once the text is sent', async () => {
  isBusy = true;
  answers['POST /api/auth/refresh'] = refused(401, 1002);
  answers['POST /api/auth/logout'] = given({});
  answers['GET /api/x'] = refused(401, 1000);
  const ask = make();
  expect(await failureOf(ask('GET', '/api/x'))).toMatchObject({ status: 401 });
  expect([left, calls()]).toEqual([0, ['GET /api/x', 'POST /api/auth/refresh']]);
  isBusy = false;
  await failureOf(ask('GET', '/api/x'));
  expect(left).toBe(1);
});

it.each([
  ['a 200 page', 200],
  ['a 502 page', 502],
])('a refresh that met a proxy (%s) signs nobody out', async (_name, status) => {
  answers['POST /api/auth/refresh'] = (_request, response) => response.writeHead(status).end('<p>Away</p>');
  answers['GET /api/x'] = refused(401, 1000);
  expect(await failureOf(request('GET', '/api/x'))).toMatchObject({ status, failure: 'badAnswer' });
  expect([left, calls()]).toEqual([0, ['GET /api/x', 'POST /api/auth/refresh']]);
});

it.each([429, 500, 503])('a refresh that met overload (%i) signs nobody out: the caller is told', async (status) => {
  answers['POST /api/auth/refresh'] = refused(status, 1200);
  answers['GET /api/x'] = refused(401, 1000);
  expect(await failureOf(request('GET', '/api/x'))).toMatchObject({ status });
  expect(left).toBe(0);
});

it('parallel 401s share one refresh, and so does one that comes in after it', async () => {
  const ask = make();
  const late = Promise.withResolvers<void>();
  let isFresh = false;
  answers['POST /api/auth/refresh'] = (...args) => {
    isFresh = true;
    given({})(...args);
  };
  for (const path of ['/api/a', '/api/b'])
    answers[`GET ${path}`] = (...args) => (isFresh ? given(path) : refused(401, 1000))(...args);
  let asked = 0;
  answers['GET /api/late'] = async (...args) => {
    asked += 1;
    if (asked > 1) return given('/api/late')(...args);
    await late.promise;
    refused(401, 1000)(...args);
  };
  const slow = ask('GET', '/api/late');
  expect(await Promise.all([ask('GET', '/api/a'), ask('GET', '/api/b')])).toEqual(['/api/a', '/api/b']);
  late.resolve();
  expect(await slow).toBe('/api/late');
  expect(calls().filter((call) => call.endsWith('refresh'))).toHaveLength(1);
});

it('signing in, out and refreshing are never refreshed themselves', async () => {
  for (const name of ['login', 'logout', 'refresh']) answers[`POST /api/auth/${name}`] = refused(401, 1000);
  for (const name of ['login', 'logout', 'refresh']) await failureOf(request('POST', `/api/auth/${name}`));
  expect(calls()).toEqual(['POST /api/auth/login', 'POST /api/auth/logout', 'POST /api/auth/refresh']);
});

it('specification §9: a call without an answer ends after 60,000 ms, with one toast', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const arrived = Promise.withResolvers<void>();
  answers['GET /api/x'] = () => arrived.resolve();
  let error: RequestError | undefined;
  const waiting = failureOf(request('GET', '/api/x')).then((failure) => {
    error = failure;
  });
  await arrived.promise;
  vi.advanceTimersByTime(59_999);
  await new Promise(setImmediate);
  expect(error).toBeUndefined();
  vi.advanceTimersByTime(1);
  await waiting;
  expect(error).toMatchObject({ failure: 'timeout', status: 0 });
  expect(told).toEqual([error]);
});

it('specification §8: no network and answers of no use give one toast each, unless the call is quiet', async () => {
  answers['GET /page'] = (_request, response) => response.end('<html>');
  answers['GET /half'] = (_request, response) => response.end('{"statusCode":');
  answers['GET /cut'] = (_request, response) => response.destroy();
  answers['GET /fault'] = refused(500, 500);
  const failures = [];
  for (const path of ['/page', '/half', '/cut', '/fault']) {
    const { failure, said } = await failureOf(request('GET', path));
    failures.push([failure, said]);
    await failureOf(request('GET', path, { quiet: true }));
  }
  expect(failures).toEqual([
    ['badAnswer', undefined],
    ['badAnswer', undefined],
    ['network', undefined],
    ['badAnswer', 'refused 500'],
  ]);
  expect(told.map(({ failure }) => failure)).toEqual(failures.map(([failure]) => failure));
});

it('specification §8: a cancelled call gives no toast', async () => {
  const arrived = Promise.withResolvers<void>();
  answers['GET /api/x'] = () => arrived.resolve();
  const stop = new AbortController();
  const waiting = failureOf(request('GET', '/api/x', { signal: stop.signal }));
  await arrived.promise;
  stop.abort();
  expect(await waiting).toMatchObject({ failure: 'canceled', status: 0 });
  expect(told).toEqual([]);
});
