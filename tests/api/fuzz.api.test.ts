import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import type { Client } from '#tests/support/client.ts';
import { newEmail } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { makeDocument, makeGroup, newPerson, share, visitor } from '#tests/support/people.ts';
import { everythingPosted, type Posted } from '#tests/support/posted-schemas.ts';
import { PNG, upload } from '#tests/support/upload.ts';

const REQUESTS = repeats(300, 100_000);
/** The most parameters that a path has. */
const PARAMETERS = 2;
const server = ownServer();

type Who = 'owner' | 'reader' | 'administrator' | 'anonymous';
const WHO: Who[] = ['owner', 'reader', 'administrator', 'anonymous'];
let posted: Posted[];
let ids: string[] = [];
let people: Record<Who, Client>;

async function cast(): Promise<void> {
  const administrator = await newPerson(server(), 'chief', { isAdmin: true });
  const [owner, reader] = [await newPerson(server(), 'owner'), await newPerson(server(), 'reader')];
  const { id } = await makeDocument(owner, { content: '# A\n\n- [ ] b' });
  const child = await makeDocument(owner, { parentId: id });
  const shareId = await share(owner, id, reader.email, 'READ');
  const revision = (await owner.api.get(`/api/documents/${id}/revisions`)).body.data.items[0].id as string;
  const thread = (await owner.api.post(`/api/documents/${id}/comments`, { body: 'Why?' })).body.data;
  const others = [thread.id, thread.comments[0].id, 'c00000000000000000000000'] as string[];
  const { ticket } = await upload(owner, PNG, { docId: id });
  const group = await makeGroup(administrator, newEmail('group'), reader);
  const search = (await owner.api.post('/api/saved-searches', { name: 'Beds', query: 'keyword=bed' })).body.data;
  ids = [id, child.id, revision, owner.id, reader.id, ticket.fileId, group, search.id, String(shareId), ...others];
  expect(ids.every(Boolean)).toBe(true);
  people = { owner, reader, administrator, anonymous: visitor(server()) };
}

beforeAll(async () => {
  // One raises an error on purpose, the other is an endless stream.
  posted = (await everythingPosted()).filter(({ path }) => path !== '/test-sentry' && path !== '/api/events');
  await cast();
});

const hostile = fc.constantFrom<unknown>(
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202ebidi',
    '\u001b[2J',
    '__proto__',
    'constructor',
    "' OR 1=1 --",
    '%',
    '../../x',
  ],
  ...[
    'null',
    'NaN',
    '1e309',
    '-1',
    '9'.repeat(40),
    'x'.repeat(10_000),
    '👩‍👩‍👧',
    '2026-02-30',
    '<script>',
    'http://127.0.0.1/',
  ],
  ...[null, true, false, 0, -0, 1, -1, 1.5, Number.MAX_SAFE_INTEGER, 1e308, [], ['a', 'b'], {}, { $gt: '' }, [[[]]]],
);
const anyValue = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 40 }), fc.jsonValue({ maxDepth: 2 }));
const anId = fc.nat(11).map((nth) => ids[nth] ?? 'c00000000000000000000000');

/** Generates a value for a field: a valid one, an id, or anything. */
function valueFor(field: Posted['fields'][string]): fc.Arbitrary<unknown> {
  const { type, enum: values } = field as { type?: string; enum?: unknown[] };
  const right: fc.Arbitrary<unknown> =
    values && values.length > 0
      ? fc.constantFrom(...values)
      : type === 'boolean'
        ? fc.boolean()
        : type === 'number' || type === 'integer'
          ? fc.oneof(fc.nat(20), fc.double())
          : fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('fuzz@example.com', '123456', 'READ', '2027-01-01'));
  return fc.oneof({ weight: 4, arbitrary: right }, { weight: 2, arbitrary: anId }, { weight: 3, arbitrary: anyValue });
}

const aRequest = () =>
  fc.nat(posted.length - 1).chain((nth) => {
    const { fields } = posted[nth]!;
    const known = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueFor(field)]));
    return fc.record({
      nth: fc.constant(nth),
      who: fc.constantFrom(...WHO),
      ids: fc.array(anId, { minLength: PARAMETERS, maxLength: PARAMETERS }),
      fields: fc.record(known, { requiredKeys: [] }),
      more: fc.dictionary(fc.constantFrom('page', 'sort', 'confirm', 'docId', 'id', 'keyword', 'lng', 'x'), anyValue, {
        maxKeys: 2,
      }),
    });
  });
type Asked = { nth: number; who: Who; ids: string[]; fields: Record<string, unknown>; more: Record<string, unknown> };

const wellFormed = (value: unknown) => String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed();
const textsOf = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, wellFormed(value)]));

async function send({ nth, who, ids: named, fields, more }: Asked): Promise<number> {
  const { path, method, intent } = posted[nth]!;
  const client = people[who];
  let at = 0;
  const to = path.replace(/:\w+/g, () => named[at++]!).replace('*', 'nowhere');
  const all = { ...more, ...fields };
  if (method === 'GET') return (await client.browser.request(`${to}?${new URLSearchParams(textsOf(all))}`)).status;
  if (intent !== undefined) {
    const csrf = client.browser.cookies.get('XSRF-TOKEN') ?? '';
    return (await client.page.postBlind(to, { ...textsOf(all), intent, csrf })).status;
  }
  const headers = {
    'Content-Type': 'application/json',
    'X-XSRF-TOKEN': client.browser.cookies.get('XSRF-TOKEN') ?? '',
  };
  return (await client.browser.request(to, { method, headers, body: JSON.stringify(all) })).status;
}

test(`K4: nothing posted to any endpoint or form is answered with a fault (${REQUESTS} requests)`, async () => {
  expect(posted.length).toBeGreaterThan(100);
  const asked = new Set<number>();
  let ended = 0;
  await fc.assert(
    fc.asyncProperty(aRequest(), async (request) => {
      asked.add(request.nth);
      const status = await send(request as Asked);
      const { path, method, intent } = posted[request.nth]!;
      expect([method, path, intent, status < 500]).toEqual([method, path, intent, true]);
      // Replace a person whose session a request has ended.
      if (status === 401 || path === '/logout' || path === '/api/auth/logout') ended += 1;
      if (ended > 5) {
        ended = 0;
        await cast();
      }
    }),
    { numRuns: REQUESTS, endOnFailure: true },
  );
  expect(asked.size).toBeGreaterThan(Math.min(posted.length, REQUESTS) / 3);
  expect(server().output()).not.toContain('"event":"fault"');
}, 3_600_000);

afterAll(async () => {
  expect((await fetch(`${server().url}/healthz`)).status).toBe(200);
});
