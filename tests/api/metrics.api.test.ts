import { expect, it } from 'vitest';
import { describeOwnServers, sharedServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const TOKEN = 'a-token-of-a-scraper';
const closed = () => sharedServer();

it('without METRICS_TOKEN there is no such page, whatever token is shown', async () => {
  const { status } = await fetch(`${closed().url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  expect(status).toBe(404);
});

describeOwnServers(
  'metrics',
  (server) => {
    const scrape = (authorization?: string) =>
      fetch(`${server().url}/metrics`, { headers: authorization ? { Authorization: authorization } : {} });
    const metrics = async () => {
      const text = await (await scrape(`Bearer ${TOKEN}`)).text();
      const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
      return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
    };

    it.each([undefined, 'Bearer wrong', `bearer${TOKEN}`, TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`])(
      'a wrong token (%s) is 401/1000 and learns nothing',
      async (authorization) => {
        const response = await scrape(authorization);
        expect(response.status).toBe(401);
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
        expect(await response.json()).toEqual({ statusCode: 1000, message: 'Sign in first' });
      },
    );

    it('the token opens them, in Prometheus’ format, kept by no cache', async () => {
      const response = await scrape(`Bearer ${TOKEN}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; .*version=0\.0\.4/);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      const names = [...(await metrics()).keys()];
      expect(names).toEqual(expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds']));
    });

    it('says how requests went, by the pattern of their route: no id, address or keyword is in it', async () => {
      const person = await newPerson(server(), 'observed');
      const { id } = await makeDocument(person, { title: 'Hidden canary' });
      await person.api.get(`/api/documents/${id}`);
      await person.api.get('/api/documents/clllllllllllllllllllllll');
      await fetch(`${server().url}/search?keyword=canary-keyword`, { redirect: 'manual' });
      await fetch(`${server().url}/canary-path`);
      await fetch(`${server().url}/s/canary-token`);
      const seen = await metrics();
      const count = (method: string, route: string, status: number) =>
        seen.get(`arbor_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`);
      expect(count('GET', '/api/documents/:id', 200)).toBe(1);
      expect(count('GET', '/api/documents/:id', 404)).toBe(1);
      expect(count('POST', '/api/documents', 200)).toBe(1);
      expect(count('GET', '/search', 302)).toBe(1);
      expect(count('GET', '/*', 404)).toBe(1);
      expect(count('GET', '/s/*', 404)).toBe(1);
      const text = [...seen.keys()].join('\n');
      for (const secret of [id, person.email, person.id, 'canary']) expect(text).not.toContain(secret);
    });

    it('says what is stored, whether the database answers, and whether mail leaves', async () => {
      const before = await metrics();
      const person = await newPerson(server(), 'stored');
      await makeDocument(person);
      const after = await metrics();
      const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
      expect(grown('arbor_accounts{status="active"}')).toBe(1);
      expect(grown('arbor_documents')).toBe(1);
      expect(after.get('arbor_database_up')).toBe(1);
      expect(after.get('arbor_database_size_bytes')).toBeGreaterThan(10_000);
      expect(after.get('arbor_mails_waiting')).toBe(0);
      expect(after.get('arbor_files_bytes')).toBe(0);
    });
  },
  { METRICS_TOKEN: TOKEN },
);
