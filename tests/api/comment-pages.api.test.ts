import { expect, test } from 'vitest';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import { formsOf } from '#tests/support/page-forms.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const TOO_LONG = `Long ${'x'.repeat(10_000)}`;

describeServersOnBoth('pages of comments without scripts', (server) => {
  test('lead to each other, to a comment of any page, and back after a reply', async () => {
    const ada = await newPerson(server(), 'ada');
    const { id } = await makeDocument(ada, { title: 'Orchard', content: 'Apples ripen late, pears early.' });
    const start = async (fields: object) => (await ada.api.post(`/api/documents/${id}/comments`, fields)).body.data;
    const first = await start({ body: 'Number 0', quote: 'Apples' });
    const reply = (body: string) => ada.api.post(`/api/threads/${first.id}/comments`, { body });
    for (let nth = 1; nth < 55; nth += 1) await reply(`Number ${nth}`);
    const last = await start({ body: 'On pears', quote: 'pears' });
    const bodiesOn = (text: string) => [...text.matchAll(/comment-body[^>]*><p>(\w[\w ]*)</g)].map(([, body]) => body);

    const { text } = await ada.page.get(`/doc/${id}`);
    expect(bodiesOn(text)).toEqual(Array.from({ length: 50 }, (_, nth) => `Number ${nth}`));
    expect(text).toContain(`href="?comments=2#thread-${first.id}">5 later comments in this thread</a>`);
    expect(text).toContain('href="?comments=2#comments">');
    expect(text).toContain(`<a class="passage-mark" href="?at=${last.id}#thread-${last.id}"`);
    for (const query of ['?comments=2', `?at=${last.id}`, `?at=${first.id}`, '?comments=99']) {
      const page = await ada.page.get(`/doc/${id}${query}`);
      expect([query, bodiesOn(page.text).at(0), bodiesOn(page.text).at(-1)]).toEqual([query, 'Number 50', 'On pears']);
      expect(page.text).toContain(`href="?comments=1#thread-${first.id}">50 earlier comments in this thread</a>`);
    }
    expect(bodiesOn((await ada.page.get(`/doc/${id}?at=${first.comments[0].id}`)).text).at(0)).toBe('Number 0');

    const second = await ada.page.get(`/doc/${id}?comments=2`);
    const form = formsOf(second.text, '').find(({ controls }) =>
      controls.some(({ name, value }) => name === 'threadId' && value === last.id),
    )!;
    const fields = { intent: 'comment', threadId: last.id };
    const refused = await ada.page.post(form.action, { ...fields, body: TOO_LONG });
    expect([refused.status, refused.text.includes(TOO_LONG)]).toEqual([422, true]);
    expect(bodiesOn(refused.text).at(-1)).toBe('On pears');
    const sent = await ada.page.post(form.action, { ...fields, body: 'Replied' });
    const location = sent.headers.get('Location')!;
    expect(location).toMatch(new RegExp(`^/doc/${id}\\?at=(\\w+)#comment-\\1$`));
    expect(bodiesOn((await ada.page.get(location)).text).at(-1)).toBe('Replied');
    const commentId = /comment-(\w+)$/.exec(location)![1]!;
    const deleted = await ada.page.post(form.action, { intent: 'comment-delete', commentId });
    expect(deleted.headers.get('Location')).toBe(`/doc/${id}?comments=2#thread-${last.id}`);
    const resolved = await ada.page.post(form.action, { intent: 'thread-resolve', threadId: last.id });
    expect(resolved.headers.get('Location')).toBe(`/doc/${id}?comments=2#comments`);
  });
});
