import { expect, test } from 'vitest';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';

const TEXT = 'Apples ripen late in the valley.\n\nPears ripen early, and plums last of all.';
const UNKNOWN = 'c00000000000000000000000';

describeServersOnBoth('comments', (server) => {
  async function plant(content = TEXT) {
    const names = ['owner', 'edit', 'read', 'stranger'];
    const people = await Promise.all(names.map((name) => newPerson(server(), name)));
    const [owner, edit, read, stranger] = people as [Person, Person, Person, Person];
    const { id } = await makeDocument(owner, { title: 'Orchard', content });
    await share(owner, id, edit.email, 'EDIT');
    await share(owner, id, read.email, 'READ');
    const path = `/api/documents/${id}/comments`;
    return { owner, edit, read, stranger, id, path };
  }
  const start = async (who: Person, path: string, fields: object) => (await who.api.post(path, fields)).body.data;

  test('a reader comments on a passage, the owner replies, edits, resolves and reopens', async () => {
    const { owner, edit, read, path } = await plant();
    const thread = await start(read, path, { body: 'Why *late*? <script>1</script>', quote: 'ripen late' });
    expect(thread).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{23,}$/),
      quote: 'ripen late',
      prefix: 'Apples ',
      suffix: ' in the valley. Pears ripen earl',
      state: 'open',
      isFound: true,
      createdAt: expect.stringMatching(/Z$/),
      comments: [
        {
          id: expect.any(String),
          author: { displayName: null, email: read.email },
          body: 'Why *late*? <script>1</script>',
          html: expect.stringContaining('<em>late</em>'),
          createdAt: expect.any(String),
          editedAt: null,
        },
      ],
    });
    expect(thread.comments[0].html).not.toContain('<script');
    const reply = await start(owner, `/api/threads/${thread.id}/comments`, { body: 'The north side.' });
    expect(reply).toMatchObject({ body: 'The north side.', author: { email: owner.email } });
    const edited = await owner.api.patch(`/api/comments/${reply.id}`, { body: 'The **south** side.' });
    expect(edited.body.data).toMatchObject({ body: 'The **south** side.', editedAt: expect.any(String) });
    expect((await edit.api.post(`/api/threads/${thread.id}/resolve`)).body.data.state).toBe('resolved');
    const states = async (query: string) =>
      ((await read.api.get(path + query)).body.data as { id: string }[]).map(({ id }) => id);
    expect([await states(''), await states('?state=open'), await states('?state=nonsense')]).toEqual([[], [], []]);
    expect([await states('?state=resolved'), await states('?state=all')]).toEqual([[thread.id], [thread.id]]);
    expect((await edit.api.post(`/api/threads/${thread.id}/reopen`)).body.data.state).toBe('open');
    expect((await read.api.get(path)).body.data[0].comments).toHaveLength(2);
  });

  test('without scripts threads are listed in the order of their words, those about the whole document last', async () => {
    const { owner, read, id, path } = await plant();
    const said = [
      ['On all', undefined],
      ['Plums', 'plums last'],
      ['Gone', 'ripen early'],
      ['Late', 'ripen late'],
      ['Both', 'late in the valley'],
      ['First', 'Apples'],
    ] as const;
    for (const [body, quote] of said) await start(read, path, { body, ...(quote ? { quote } : {}) });
    const listed = async () => {
      const { text } = await owner.page.get(`/doc/${id}`);
      const bodies = text.slice(text.indexOf('id="comments"')).matchAll(/comment-body[^>]*><p>(\w[\w ]*)</g);
      return [...bodies].map(([, body]) => body);
    };
    expect(await listed()).toEqual(['First', 'Late', 'Both', 'Gone', 'Plums', 'On all']);
    // An edit lets the words decide again.
    await owner.api.patch(`/api/documents/${id}`, {
      content: 'Plums are few, and plums last of all.\n\nApples ripen late in the valley.',
    });
    expect(await listed()).toEqual(['Plums', 'First', 'Late', 'Both', 'On all', 'Gone']);
    // The API keeps the order in which they were written.
    const bodies = (await owner.api.get(path)).body.data.map(
      (thread: { comments: { body: string }[] }) => thread.comments[0]!.body,
    );
    expect(bodies).toEqual(said.map(([body]) => body));
  });

  test('the form without scripts takes a heading, by its words or copied as Markdown', async () => {
    const content = `# Harvest\n\n${TEXT}\n\n## Late plums\n\nLate plums last, late Plums too.\n\n## 晚熟的梅子\n\n好吃。`;
    const { owner, read, id, path } = await plant(content);
    const page = (await read.page.get(`/doc/${id}`)).text;
    expect(page).toContain('<option value="Late plums"></option>');
    for (const quote of ['Late plums', '## 晚熟的梅子', '# Harvest']) {
      const { status } = await read.page.post(`/doc/${id}`, { intent: 'comment', body: `On ${quote}`, quote });
      expect([quote, status]).toEqual([quote, 303]);
    }
    const threads = (await owner.api.get(path)).body.data as { id: string; quote: string; isFound: boolean }[];
    expect(threads.map(({ quote, isFound }) => [quote, isFound])).toEqual([
      ['Late plums', true],
      ['晚熟的梅子', true],
      ['Harvest', true],
    ]);
    const text = (await owner.page.get(`/doc/${id}`)).text;
    const heading = (level: number, words: string, nth: number) =>
      new RegExp(
        `<h${level}[^>]*>(?:(?!</h).)*<a class="passage-mark" href="#thread-${threads[nth]!.id}"[^>]*>${words}</a>`,
      );
    expect(text).toMatch(heading(2, 'Late plums', 0));
    expect(text).toMatch(heading(2, '晚熟的梅子', 1));
    expect(text).toMatch(heading(1, 'Harvest', 2));
    expect(text).toContain('href="#:~:text=Late%20plums"');
  });

  test('a passage is found after edits and told apart from one that is gone', async () => {
    const { owner, id, path } = await plant();
    await start(owner, path, { body: 'Here', quote: 'Pears ripen early' });
    const isFound = async () => (await owner.api.get(path)).body.data[0].isFound;
    await owner.api.patch(`/api/documents/${id}`, {
      content: `New first line.\n\n${TEXT.replace('early', 'very early')}`,
    });
    expect(await isFound()).toBe(true);
    await owner.api.patch(`/api/documents/${id}`, { content: 'Quinces only.' });
    expect(await isFound()).toBe(false);
  });

  test('the owner alone says who may comment, and deletes any', async () => {
    const { owner, edit, read, id, path } = await plant();
    const thread = await start(read, path, { body: 'Mine' });
    const commenting = (who: Person, value: unknown) => who.api.patch(`/api/documents/${id}`, { commenting: value });
    expect((await commenting(edit, 'off')).body.statusCode).toBe(4002);
    expect((await commenting(edit, 'nonsense')).body.statusCode).toBe(4002);
    expect((await commenting(owner, 'nonsense')).body.statusCode).toBe(422);
    expect((await commenting(owner, 'editors')).body.data).toMatchObject({ commenting: 'editors', version: 1 });
    const code = async (who: Person) => (await who.api.post(path, { body: 'Again' })).body.statusCode;
    expect([await code(read), await code(edit), await code(owner)]).toEqual([4002, 0, 0]);
    const replied = await read.api.post(`/api/threads/${thread.id}/comments`, { body: 'Me too' });
    expect(replied.body.statusCode).toBe(4002);
    await owner.page.post(`/doc/${id}/share`, { intent: 'commenting', commenting: 'off' });
    expect([await code(read), await code(edit), await code(owner)]).toEqual([4002, 4002, 4002]);
    const comment = `/api/comments/${thread.comments[0].id}`;
    expect((await read.api.patch(comment, { body: 'Mine, still' })).body.statusCode).toBe(0);
    expect((await edit.api.delete(comment)).body.statusCode).toBe(4002);
    expect((await owner.api.delete(comment)).body).toMatchObject({ statusCode: 0, data: {} });
    expect((await read.api.post(`/api/threads/${thread.id}/comments`, { body: 'x' })).status).toBe(404);
  });

  test('limits of length are 422, unknown threads and comments 404', async () => {
    const { read, stranger, path } = await plant();
    const status = async (fields: object) => (await read.api.post(path, fields)).status;
    expect(await status({ body: '字'.repeat(10_000), quote: 'q'.repeat(300), prefix: 'p'.repeat(32) })).toBe(200);
    for (const wrong of [
      {},
      { body: ' \n' },
      { body: 'x'.repeat(10_001) },
      { body: 'x', quote: 'q'.repeat(301) },
      { body: 'x', quote: 'q', prefix: 'p'.repeat(33) },
      { body: 'x', quote: 'q', suffix: 's'.repeat(33) },
      { body: 5 },
    ])
      expect([wrong, await status(wrong)]).toEqual([wrong, 422]);
    for (const call of [
      read.api.post(`/api/threads/${UNKNOWN}/comments`, { body: 'x' }),
      read.api.post(`/api/threads/${UNKNOWN}/resolve`),
      read.api.patch(`/api/comments/${UNKNOWN}`, {}),
      read.api.delete(`/api/comments/${UNKNOWN}`),
    ]) {
      const { status: answered, body } = await call;
      expect([answered, body.statusCode]).toEqual([404, 404]);
    }
    const thread = (await read.api.get(path)).body.data[0];
    expect((await stranger.api.post(`/api/threads/${thread.id}/comments`, {})).body.statusCode).toBe(404);
    expect((await read.api.post('/api/threads/nonsense/resolve')).status).toBe(422);
  });

  test('a mention is shown by the current name, and no other markup of a comment reaches the page’s ids', async () => {
    const { owner, read, path } = await plant();
    const body = `[@Old name](/people/${read.id}) # h\n\n# Head\n\n[@Nobody](/people/${UNKNOWN})`;
    await start(owner, path, { body });
    const html = async () => (await owner.api.get(path)).body.data[0].comments[0].html as string;
    expect(await html()).toContain(`<a class="mention" href="/people/${read.id}">@Old name</a>`);
    await read.page.post('/settings', { intent: 'profile', displayName: 'Rhea <b>', lng: 'en' });
    expect(await html()).toContain(`<a class="mention" href="/people/${read.id}">@Rhea &lt;b></a>`);
    expect(await html()).toContain(`<a class="mention" href="/people/${UNKNOWN}">@Nobody</a>`);
    expect(await html()).not.toMatch(/ id="/);
  });

  test('the page: comment, reply, edit, resolve and delete without JavaScript, nothing typed is lost', async () => {
    const { owner, read, id, path } = await plant();
    const page = `/doc/${id}`;
    const sent = await read.page.post(page, { intent: 'comment', body: 'Why?', quote: 'ripen late' });
    const [thread] = (await owner.api.get(path)).body.data;
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, `${page}#thread-${thread.id}`]);
    await owner.page.post(page, { intent: 'comment', body: 'So.', threadId: thread.id });
    const seen = (await owner.page.get(page)).text;
    expect(seen).toContain(`](/people/${read.id})</code>`);
    for (const part of ['id="comments"', '>Comments</h2>', `id="thread-${thread.id}"`, '#:~:text=ripen%20late', 'So.'])
      expect(seen).toContain(part);
    for (const part of [`href="#thread-${thread.id}" id="passage-${thread.id}">ripen late</a>`])
      expect(seen).toContain(part);
    const long = `kept ${'x'.repeat(10_000)}`;
    const refused = await read.page.post(page, { intent: 'comment', body: long, threadId: thread.id });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(long);
    const commentId = thread.comments[0].id;
    await read.page.post(page, { intent: 'comment-edit', commentId, body: 'Why so?' });
    expect((await owner.page.post(page, { intent: 'comment-edit', commentId, body: 'No' })).status).toBe(403);
    expect((await read.page.post(page, { intent: 'thread-resolve', threadId: thread.id })).status).toBe(403);
    await owner.page.post(page, { intent: 'thread-resolve', threadId: thread.id });
    expect((await read.page.get(page)).text).toMatch(/<details[^>]*>\s*<summary>1 resolved thread<\/summary>/);
    await owner.page.post(page, { intent: 'thread-reopen', threadId: thread.id });
    await owner.api.patch(`/api/documents/${id}`, { content: 'Quinces only.' });
    expect((await read.page.get(page)).text).toContain('The text has changed');
    const link = await makeLink(owner, id);
    expect((await read.page.get(link)).text).not.toContain('Why so?');
    for (const { id: each } of (await owner.api.get(path)).body.data[0].comments)
      await owner.page.post(page, { intent: 'comment-delete', commentId: each });
    expect((await owner.api.get(`${path}?state=all`)).body.data).toEqual([]);
  });

  test('archived documents keep their comments for the owner, and take none', async () => {
    const { owner, read, id, path } = await plant();
    const thread = await start(read, path, { body: 'Mine' });
    await owner.api.post(`/api/documents/${id}/archive`);
    expect((await owner.api.get(path)).body.data).toHaveLength(1);
    expect((await owner.api.post(path, { body: 'x' })).body.statusCode).toBe(4002);
    expect((await read.api.post(`/api/threads/${thread.id}/comments`, { body: 'x' })).body.statusCode).toBe(404);
  });
});
