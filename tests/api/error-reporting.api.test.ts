import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '#tests/support/factories.ts';
import { makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { SentryServer } from '#tests/support/sentry-server.ts';
import { type RunningServer, startInVain, startServer } from '#tests/support/server.ts';

const sentry = new SentryServer();
let server: RunningServer;
let admin: Person;

beforeAll(async () => {
  await sentry.start();
  server = await startServer({ SENTRY_DSN: sentry.dsn });
  admin = await newPerson(server, 'admin');
});
afterAll(async () => {
  await server?.remove();
  sentry.stop();
});

describe('faults of the server are reported', () => {
  it.each(['render', 'loader'])(
    'K6 of a %s: 500 with the fallback screen, and the event with its page',
    async (where) => {
      const page = await admin.page.get(`/test-sentry?raise=${where}&keyword=canary-keyword`);
      expect(page.status).toBe(500);
      expect(page.text).toMatch(/>Something went wrong!<\/h1>/);
      expect(page.text).toContain('Try again');
      expect(page.text).not.toContain('on purpose');
      const event = await sentry.fault(`Raised on purpose: ${where}`);
      expect(event).toMatchObject({
        environment: 'production',
        tags: { environment: 'production', path: '/test-sentry' },
      });
      const files = event.exception!.values[0]!.stacktrace!.frames.map(({ filename }) => filename);
      expect(files.some((file) => file.startsWith('app:///build/server/'))).toBe(true);
      expect(JSON.stringify(event)).not.toContain(process.cwd());
    },
  );

  it('K6 of an action, posted by a form without a script', async () => {
    const answer = await admin.page.post('/test-sentry', { intent: 'action' });
    expect([answer.status, />Something went wrong!<\/h1>/.test(answer.text)]).toEqual([500, true]);
    expect((await sentry.fault('Raised on purpose: action')).tags).toMatchObject({ path: '/test-sentry' });
  });

  it('the forms for render and loader lead to the page that fails', async () => {
    for (const intent of ['render', 'loader']) {
      const answer = await admin.page.post('/test-sentry', { intent });
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/test-sentry?raise=${intent}`]);
    }
  });

  it('specification §8: an error while rendering comes with the stack of its components', async () => {
    await admin.page.get('/test-sentry?raise=render');
    const isMeant = (item: (typeof sentry.items)[number]) => item.text.includes('"componentStack"');
    expect((await sentry.item(isMeant, 'component stack')).text).toContain('Faulty');
  });

  it('specification §9: a part of the requests is traced, named by route', async () => {
    const { id } = await makeDocument(admin, { title: 'Traced canary' });
    // One in five is sampled; the probability that none of a hundred is sent is 2e-10.
    for (let count = 0; count < 100; count += 1) await admin.api.get(`/api/documents/${id}`);
    const { payload, text } = await sentry.item(
      ({ type, payload }) => type === 'transaction' && payload.transaction === 'GET /api/documents/:id',
      'a trace',
    );
    expect([payload.environment, payload.contexts?.trace?.op]).toEqual(['production', 'http.server']);
    expect(text).not.toContain('Traced canary');
    const traces = sentry.items.filter(({ payload }) => payload.transaction === 'GET /api/documents/:id');
    expect(traces.length).toBeLessThan(60);
  });
});

describe('who may raise errors', () => {
  it('K6 in production: a visitor is led to sign in, a member is refused, and neither raises anything', async () => {
    const member = await newPerson(server, 'member');
    for (const path of ['/test-sentry', '/test-sentry?raise=loader', '/test-sentry?raise=render']) {
      const out = await visitor(server).page.get(path);
      expect([out.status, out.headers.get('Location')]).toEqual([302, `/login?redirectTo=${encodeURIComponent(path)}`]);
      expect((await member.page.get(path)).status).toBe(403);
    }
    for (const intent of ['render', 'loader', 'action'])
      expect((await member.page.post('/test-sentry', { intent })).status).toBe(403);
    expect((await admin.page.get('/test-sentry')).status).toBe(200);
  });
});

it('L10 nothing that is sent holds document text, codes, cookies, passwords or tokens', async () => {
  const person = await newPerson(server, 'canary');
  const title = 'canary-title';
  await makeDocument(person, { title, content: 'canary-text' });
  const cookies = Object.fromEntries(person.browser.cookies);
  await person.api.get(`/api/search?keyword=canary-keyword`);
  await admin.page.get('/test-sentry?raise=loader&code=H7KQ2M&token=canary-token');
  await admin.page.post('/test-sentry', { intent: 'action', password: 'canary-Password1', content: 'canary-content' });
  await person.api.post('/api/auth/login', { email: newEmail('canary'), password: 'canary-Password1' });
  const before = sentry.items.length;
  await server.stop();
  expect(sentry.items.length).toBeGreaterThanOrEqual(before);
  const sent = sentry.envelopes.join('\n');
  const secrets = [title, 'canary', 'H7KQ2M', PASSWORD, person.email, admin.email, ...Object.values(cookies)];
  for (const secret of secrets.filter((value) => value.length > 5)) expect(sent).not.toContain(secret);
  expect(sentry.others).toEqual([]);
});

it.each(['sentry.example.com', 'https://sentry.example.com/1', 'https://key@sentry.example.com', 'ftp://key@x/1'])(
  'a DSN that is none stops the start, without being told: %s',
  async (dsn) => {
    const { code, output } = await startInVain({ SENTRY_DSN: dsn });
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^SENTRY_DSN: got (?:\w+:\/\/…|no URL), takes the DSN of a Sentry project/);
    expect(output.split('takes')[0]).not.toMatch(/key|sentry\.example/);
  },
);
