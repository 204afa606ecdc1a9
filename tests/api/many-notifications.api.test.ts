import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { fillInbox } from '#tests/support/fill-inbox.ts';
import { cookieHeader } from '#tests/support/live-client.ts';
import { inDatabaseOf } from '#tests/support/made-account.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const DOCUMENTS = 20;
const EACH = 500;
const TOTAL = DOCUMENTS * EACH;

describeServers('an inbox with ten thousand unread notifications', (server) => {
  async function plant(each: number) {
    const [owner, reader] = [await newPerson(server(), 'owner'), await newPerson(server(), 'reader')];
    const documentIds: string[] = [];
    for (let n = 0; n < DOCUMENTS; n++) {
      const { id } = await makeDocument(owner, { title: `Bed ${n}` });
      await share(owner, id, reader.email, 'READ');
      documentIds.push(id);
    }
    await reader.api.post('/api/notifications/read', { all: true });
    await inDatabaseOf(server(), () => fillInbox({ userId: reader.id, actorId: owner.id, documentIds, each }));
    return { owner, reader, documentIds };
  }
  const pageOf = async (who: Person, path: string) => (await who.page.get(path)).text;

  test('shows pages of the same size as one of ten, its number in the header, and reads them all', async () => {
    const [full, small] = [await plant(EACH), await plant(1)];
    const { reader } = full;
    const normal = (await pageOf(small.reader, '/inbox')).length;
    for (const path of ['/inbox', '/inbox?page=2', `/inbox?filter=all&page=${TOTAL / 10}`]) {
      const page = await pageOf(reader, path);
      expect(page.length, path).toBeLessThan(1.3 * normal);
      expect(page.match(/value="read"/g), path).toHaveLength(10);
      expect(page).toContain('<span class="unread-count">999+</span>');
    }
    const { data } = (await reader.api.get('/api/notifications?unread=true&limit=100000')).body;
    expect([data.items.length, data.total, data.limit]).toEqual([100, TOTAL, 100]);
    expect((await reader.page.post('/inbox', { intent: 'read-all' })).status).toBe(303);
    expect(await pageOf(reader, '/inbox')).not.toContain('unread-count');
    expect((await reader.api.get('/api/notifications')).body.data.total).toBeGreaterThanOrEqual(TOTAL);
  });

  test('is told as a number by an event', async () => {
    const { owner, reader, documentIds } = await plant(EACH);
    const aborting = new AbortController();
    const headers = { Cookie: cookieHeader(reader) };
    const response = await fetch(`${reader.url}/api/events`, { headers, signal: aborting.signal });
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    })().catch(() => undefined);
    await owner.api.post(`/api/documents/${documentIds[0]}/comments`, { body: `[@X](/people/${reader.id})` });
    await until(async () => expect(text).toContain(`event: notification\ndata: {"unread":${TOTAL + 1}}`));
    expect(text.length).toBeLessThan(5000);
    aborting.abort();
    await reading;
  });
});
