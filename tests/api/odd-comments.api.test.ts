import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { setStatusOf } from '#tests/support/set-status.ts';

describeServers('odd comments', (server) => {
  async function plant(content: string) {
    const [owner, reader] = [await newPerson(server(), 'owner'), await newPerson(server(), 'reader')];
    const { id } = await makeDocument(owner, { title: 'Orchard', content });
    await share(owner, id, reader.email, 'READ');
    return { owner, reader, id, path: `/api/documents/${id}/comments` };
  }
  const inbox = async (who: Person) => (await who.api.get('/api/notifications?unread=true')).body.data.items;

  test('of 100,000 characters are refused and given back whole', async () => {
    const { reader, id, path } = await plant('Apples.');
    const body = '长'.repeat(100_000);
    expect((await reader.api.post(path, { body })).body).toMatchObject({ statusCode: 422 });
    const page = await reader.page.post(`/doc/${id}`, { intent: 'comment', body });
    expect([page.status, page.text.includes(body)]).toEqual([422, true]);
    expect((await reader.api.get(path)).body.data).toEqual([]);
  });

  test('on words that occur a thousand times or nowhere keep their words, and the page opens', async () => {
    const { owner, reader, id, path } = await plant('Apples fall.\n\n'.repeat(1000));
    for (const quote of ['Apples fall', 'Pears stay']) await reader.api.post(path, { body: `On ${quote}`, quote });
    const threads = (await owner.api.get(path)).body.data;
    expect(threads.map((thread: { quote: string; isFound: boolean }) => [thread.quote, thread.isFound])).toEqual([
      ['Apples fall', true],
      ['Pears stay', false],
    ]);
    const { text } = await owner.page.get(`/doc/${id}`);
    expect(text).toContain('The text has changed');
    expect(text.match(/class="passage-mark"/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  test('of another document than the page’s are not found there', async () => {
    const { owner, path } = await plant('Apples.');
    const { id: other } = await makeDocument(owner);
    const thread = (await owner.api.post(path, { body: 'Why?' })).body.data;
    const [threadId, commentId] = [thread.id, thread.comments[0].id];
    const acts: Record<string, string>[] = [
      { intent: 'comment', body: 'So.', threadId },
      { intent: 'thread-resolve', threadId },
      { intent: 'thread-reopen', threadId },
      { intent: 'comment-edit', body: 'So.', commentId },
      { intent: 'comment-delete', commentId },
    ];
    for (const fields of acts) {
      expect([fields, (await owner.page.post(`/doc/${other}`, fields)).status]).toEqual([fields, 404]);
      expect((await owner.api.get(path)).body.data).toEqual([thread]);
    }
  });

  test('that mention strangers and deleted people tell nobody and offer nothing', async () => {
    const { owner, reader, id, path } = await plant('Apples.');
    const [stranger, gone] = [await newPerson(server(), 'stranger'), await newPerson(server(), 'gone')];
    await share(owner, id, gone.email, 'READ');
    await setStatusOf(server(), gone, 'DELETED');
    const body = `[@Sten](/people/${stranger.id}) and [@Gina](/people/${gone.id})`;
    expect((await reader.api.post(path, { body })).status).toBe(200);
    expect(await inbox(stranger)).toEqual([]);
    const { text } = await owner.page.get(`/doc/${id}`);
    expect(text).toContain(`<a class="mention" href="/people/${gone.id}">@Gina</a>`);
    expect(text).not.toContain('share-mentioned');
    expect((await owner.page.get(`/people/${gone.id}`)).status).toBe(404);
  });
});
