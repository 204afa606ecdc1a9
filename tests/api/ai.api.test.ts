import { beforeAll, describe, expect, test } from 'vitest';
import { eventsOf, openStream, textOf } from '#tests/support/ai-stream.ts';
import { aiSuite, untilStalled } from '#tests/support/ai-suite.ts';
import { describeOwnServersOnBoth, ownServer, sharedServer } from '#tests/support/api-server.ts';
import { anotherDevice, makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const provider = await aiSuite();
const stalls = (count: number) => untilStalled(provider, count);
const quotaOf = async (person: Person) => (await person.api.get('/api/ai/quota')).body.data;
const limit = (admin: Person, { id }: Person, monthlyLimit: number) =>
  admin.api.patch(`/api/admin/quotas/${id}`, { monthlyLimit });

describeOwnServersOnBoth(
  'AI over HTTP',
  (server, dialect) => {
    let admin: Person;
    let olga: Person;
    let docId: string;
    beforeAll(async () => {
      [admin, olga] = [await newPerson(server(), 'admin'), await newPerson(server(), 'olga')];
      docId = (await makeDocument(olga, { title: 'Orchard', content: 'Apples and pears.' })).id;
    });

    test('an answer is a stream of events that nothing compresses or stores, with its usage at the end', async () => {
      const response = await openStream(olga, { docId, action: 'summarize' });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toMatch(/^text\/event-stream(;|$)/);
      expect(response.headers.get('Cache-Control')).toBe('no-store, no-transform');
      expect(response.headers.get('Content-Encoding')).toBeNull();
      const events = eventsOf(await response.text());
      expect(textOf(events)).toBe(provider.answer);
      const [charge] = provider.charges;
      expect(events.at(-1)).toEqual({
        event: 'usage',
        data: { requestId: expect.any(String), ...charge, totalTokens: provider.charged, estimated: false },
      });
      expect((await quotaOf(olga)).monthlyUsed).toBe(provider.charged);
    });

    test('an answer arrives while it is being made', async () => {
      provider.trouble = 'stall';
      const response = await openStream(olga, { docId, action: 'summarize' });
      const reader = response.body!.getReader();
      const first = new TextDecoder().decode((await reader.read()).value);
      expect(textOf(eventsOf(first))).toBe('Ap');
      provider.goOn();
      while (!(await reader.read()).done);
    });

    test('what is refused is refused as JSON, before anything is sent upstream', async () => {
      const stranger = await newPerson(server(), 'sven');
      const codes = async (person: Person, body: object) =>
        (await person.api.post('/api/ai/generate', body)).body.statusCode;
      expect((await visitor(server()).api.post('/api/ai/generate', { docId, action: 'ask' })).body.statusCode).toBe(
        1000,
      );
      expect(await codes(stranger, { docId, action: 'summarize' })).toBe(4001);
      expect(await codes(stranger, { docId, action: 'nonsense' })).toBe(4001);
      for (const body of [
        { docId, action: 'nonsense' },
        { docId: 'x', action: 'summarize' },
        { action: 'summarize' },
        { docId, action: 'ask' },
        { docId, action: 'translate', lng: 'no language!' },
        { docId, action: 'translate', lng: 'en-12' },
        { docId, action: 'summarize', selection: 7 },
      ])
        expect([body, await codes(olga, body)]).toEqual([body, 422]);
      await limit(admin, stranger, 0);
      const refused = await stranger.api.post('/api/ai/generate', { action: 'ask', prompt: 'What keeps?' });
      expect([refused.status, refused.body.statusCode]).toEqual([429, 1100]);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(refused.body.data).toMatchObject({ left: 0, resetsAt: expect.stringMatching(/-01T00:00:00\.000Z$/) });
      expect(provider.asked).toEqual([]);
    });

    test('whoever may read may ask; what is taken back ends the answer (D4)', async () => {
      const rhea = await newPerson(server(), 'rhea');
      const shareId = await share(olga, docId, rhea.email, 'READ');
      provider.trouble = 'stall';
      const response = await openStream(rhea, { docId, action: 'ask', prompt: 'What grows?' });
      await stalls(1);
      await olga.api.delete(`/api/documents/${docId}/shares`, { shareId });
      provider.goOn();
      const events = eventsOf(await response.text());
      expect(events.at(-1)).toMatchObject({ event: 'error', data: { statusCode: 4001, message: expect.any(String) } });
      expect(textOf(events)).toBe('Ap');
      expect((await rhea.api.post('/api/ai/generate', { docId, action: 'summarize' })).body.statusCode).toBe(4001);
    });

    test.each([
      [
        'signs out elsewhere',
        (guest: Person) => guest.page.post('/settings', { intent: 'sessions-revoke-others' }),
        1000,
      ],
      [
        'is suspended',
        (guest: Person) => admin.page.post('/admin/users', { intent: 'suspend', userId: guest.id }),
        1000,
      ],
    ])(
      'an answer ends within moments when the one who asked %s, and what came is charged (D4)',
      async (how, act, code) => {
        const guest = await newPerson(server(), how.split(' ').at(-1)!);
        const other = await anotherDevice(server(), guest);
        const { id } = await makeDocument(guest, { content: 'Quinces.' });
        provider.trouble = 'stall';
        const response = await openStream(other, { docId: id, action: 'summarize' });
        await stalls(1);
        await act(guest);
        const events = eventsOf(await response.text());
        expect(events.at(-1)).toMatchObject({ event: 'error', data: { statusCode: code } });
        await until(() => expect(provider.abandoned).toBe(1));
        const report = await admin.api.get('/api/admin/token-usage?sort=tokens&limit=100');
        const row = report.body.data.items.find(({ email }: { email: string }) => email === guest.email);
        expect(row).toMatchObject({ requests: 1, totalTokens: expect.any(Number) });
        expect(row.totalTokens).toBeGreaterThan(0);
      },
    );

    test('I3: a provider that fails on the way ends the stream with an error that says nothing of it', async () => {
      provider.trouble = 'fault';
      const events = eventsOf(await (await openStream(olga, { docId, action: 'summarize' })).text());
      expect(events).toEqual([
        { event: 'error', data: { statusCode: 503, message: expect.not.stringContaining('refused') } },
      ]);
      expect(server().output()).not.toContain('Apples and pears');
    });

    test('I3: a client that leaves ends the call upstream, and what came is charged', async () => {
      const leaver = await newPerson(server(), 'leaver');
      const { id } = await makeDocument(leaver, { content: 'Plums.' });
      provider.trouble = 'stall';
      const tab = new AbortController();
      const response = await openStream(leaver, { docId: id, action: 'summarize' }, { signal: tab.signal });
      const reading = response.text().catch((error: Error) => error.name);
      await stalls(1);
      tab.abort();
      expect(await reading).toBe('AbortError');
      await until(() => expect(provider.abandoned).toBe(1));
      await until(async () => expect((await quotaOf(leaver)).monthlyUsed).toBeGreaterThanOrEqual(provider.charged));
    });

    test('I2: 200 calls at once at the edge of the limit, from two processes where there can be: the sum is right', async () => {
      const person = await newPerson(server(), 'many');
      const { id } = await makeDocument(person, { content: 'Plums.' });
      await limit(admin, person, 6000);
      const { dataDir, databaseUrl, url } = server();
      const second =
        dialect === 'postgres'
          ? await startServer({ ...provider.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
          : null;
      const urls = [url, second?.url ?? url];
      const call = async (url: string): Promise<Response> => {
        const response = await openStream(person, { docId: id, action: 'summarize' }, {}, url);
        // On a slow machine too many wait for a connection of the pool.
        return response.status === 503 ? call(url) : response;
      };
      const calls = Array.from({ length: 200 }, (_, at) => call(urls[at % 2]!));
      const outcomes = await Promise.all(
        calls.map(async (call) => ({ status: (await call).status, text: await (await call).text() })),
      );
      await second?.stop();
      const done = outcomes.filter(({ status }) => status === 200);
      const refused = outcomes.filter(({ status }) => status !== 200);
      expect(done.length).toBeGreaterThan(3);
      expect(new Set(refused.map(({ text }) => JSON.parse(text).statusCode))).toEqual(new Set([1100]));
      expect(done.every(({ text }) => eventsOf(text).at(-1)?.event === 'usage')).toBe(true);
      const { monthlyUsed } = await quotaOf(person);
      const report = await admin.api.get(`/api/admin/token-usage?keyword=${person.email}`);
      expect(report.body.data.items).toMatchObject([
        { requests: done.length, totalTokens: provider.charged, monthlyUsed },
      ]);
      expect(provider.charges).toHaveLength(done.length);
      expect(monthlyUsed).toBe(provider.charged);
      expect(monthlyUsed).toBeLessThanOrEqual(6000);
    });
  },
  provider.env,
);

describe('with request limits', () => {
  const server = ownServer({ ...provider.env, RATE_LIMIT: 'on' });

  test('I1: a third call at the same time is 1200 with Retry-After, and so is the 26th in a minute', async () => {
    const person = await newPerson(server());
    const { id } = await makeDocument(person, { content: 'Plums.' });
    provider.trouble = 'stall';
    const ask = () => openStream(person, { docId: id, action: 'summarize' });
    const two = [await ask(), await ask()];
    await stalls(2);
    const third = await ask();
    expect([third.status, (await third.json()).statusCode]).toEqual([429, 1200]);
    expect(third.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
    provider.goOn();
    await Promise.all(two.map((response) => response.text()));
    provider.trouble = 'fault';
    for (let count = 3; count < 25; count += 1)
      expect((await (await ask()).text()).startsWith('event: error')).toBe(true);
    expect((await (await ask()).json()).statusCode).toBe(1200);
  });
});

describe('where no AI is configured', () => {
  const server = () => sharedServer();

  test('there is nothing of it: no path, no page, no link', async () => {
    const person = await newPerson(server());
    const { id } = await makeDocument(person);
    const refused = await person.api.post('/api/ai/generate', { docId: id, action: 'summarize' });
    expect([refused.status, refused.body.statusCode]).toEqual([404, 404]);
    for (const path of ['/ask', `/doc/${id}/ai`]) expect((await person.page.get(path)).status).toBe(404);
    const pages = await Promise.all(['/', `/doc/${id}`].map((path) => person.page.get(path)));
    for (const { text } of pages) expect(text).not.toMatch(/href="(?:\/ask|\/doc\/\w+\/ai)"/);
  });
});
