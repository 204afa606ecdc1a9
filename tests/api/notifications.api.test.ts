import { expect, test } from 'vitest';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import { cookieHeader } from '#tests/support/live-client.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

type Line = { id: string; kind: string; docId: string; threadId: string | null; count: number; isRead: boolean };

describeServersOnBoth('notifications', (server) => {
  async function plant() {
    const people = await Promise.all(['owner', 'edit', 'read', 'stranger'].map((name) => newPerson(server(), name)));
    const [owner, edit, read, stranger] = people as [Person, Person, Person, Person];
    const { id } = await makeDocument(owner, { title: 'Orchard', content: 'Apples and pears.' });
    await share(owner, id, edit.email, 'EDIT');
    await share(owner, id, read.email, 'READ');
    return { owner, edit, read, stranger, id };
  }
  const inbox = async (who: Person, query = '') =>
    (await who.api.get(`/api/notifications${query}`)).body.data as { items: Line[]; total: number };
  const kinds = async (who: Person) => (await inbox(who)).items.map(({ kind }) => kind);
  const comment = async (who: Person, id: string, body: string) =>
    (await who.api.post(`/api/documents/${id}/comments`, { body })).body.data.id as string;
  const reply = (who: Person, thread: string, body: string) =>
    who.api.post(`/api/threads/${thread}/comments`, { body });

  test('a share, comments and replies are told, one line a thread, and marked read', async () => {
    const { owner, edit, read, id } = await plant();
    expect(await kinds(read)).toEqual(['share']);
    const thread = await comment(read, id, 'Why?');
    await reply(read, thread, 'And when?');
    expect((await inbox(owner)).items).toEqual([
      {
        id: expect.any(String),
        kind: 'comment',
        docId: id,
        threadId: thread,
        actor: { displayName: null, email: read.email },
        count: 2,
        createdAt: expect.stringMatching(/Z$/),
        isRead: false,
      },
    ]);
    await reply(owner, thread, 'So.');
    expect(await kinds(read)).toEqual(['reply', 'share']);
    expect(await kinds(edit)).toEqual(['share']);
    const [line] = (await inbox(read)).items;
    expect((await read.api.post('/api/notifications/read', { ids: [line!.id] })).body.data).toEqual({ unread: 1 });
    expect((await inbox(read, '?unread=true')).total).toBe(1);
    expect((await inbox(read)).total).toBe(2);
    // A read notification stays; the next act creates a new one.
    await reply(owner, thread, 'Also.');
    expect((await inbox(read)).total).toBe(3);
    expect((await owner.api.post('/api/notifications/read', { ids: [line!.id] })).body.data).toEqual({ unread: 1 });
    expect((await read.api.post('/api/notifications/read', {})).status).toBe(422);
    expect((await read.api.post('/api/notifications/read', { all: true })).body.data).toEqual({ unread: 0 });
  });

  test('mentions in comments and texts reach those who may read, and nobody else', async () => {
    const { owner, edit, read, stranger, id } = await plant();
    const naming = (...people: Person[]) => people.map((person) => `[@X](/people/${person.id})`).join(' ');
    await comment(owner, id, naming(read, stranger, owner));
    expect(await kinds(read)).toEqual(['mention', 'share']);
    await owner.api.patch(`/api/documents/${id}`, { content: `See ${naming(edit, stranger)}` });
    await until(async () => expect(await kinds(edit)).toEqual(['mention', 'share']));
    await edit.page.post('/settings', { intent: 'profile', displayName: 'Edith', lng: 'en' });
    expect((await owner.page.get(`/doc/${id}`)).text).toContain(
      `<a class="mention" href="/people/${edit.id}">@Edith</a>`,
    );
    expect([await kinds(stranger), await kinds(owner)]).toEqual([[], []]);
    // An existing mention is not notified again.
    await owner.api.post('/api/notifications/read', { all: true });
    await edit.api.patch(`/api/documents/${id}`, { content: `See again ${naming(edit, stranger)}` });
    await until(async () => expect(await kinds(owner)).toEqual(['change']));
    expect(await kinds(edit)).toEqual(['mention', 'share']);
  });

  test('what may no longer be read leaves the inbox', async () => {
    const { owner, read, id } = await plant();
    const thread = await comment(read, id, 'Why?');
    await reply(owner, thread, 'So.');
    expect((await inbox(read)).total).toBe(2);
    await owner.api.delete(`/api/documents/${id}/shares`, { targetUserId: read.id });
    expect(await inbox(read)).toMatchObject({ items: [], total: 0 });
    expect((await read.page.get('/inbox?filter=all')).text).not.toContain('Orchard');
    await reply(owner, thread, 'Later.');
    expect((await inbox(read)).total).toBe(0);
  });

  test('watch and unwatch decide who is told, a request reaches the owner', async () => {
    const { owner, edit, read, stranger, id } = await plant();
    await edit.page.post(`/doc/${id}`, { intent: 'watch' });
    await owner.page.post(`/doc/${id}`, { intent: 'unwatch' });
    expect((await owner.page.get(`/doc/${id}`)).text).toContain('value="watch"');
    expect((await edit.page.get(`/doc/${id}`)).text).toContain('value="unwatch"');
    await comment(read, id, 'Why?');
    expect([await kinds(edit), await kinds(owner)]).toEqual([['comment', 'share'], []]);
    await stranger.page.postBlind(`/doc/${id}`, {
      intent: 'request-access',
      message: '',
      csrf: stranger.browser.cookies.get('XSRF-TOKEN')!,
    });
    expect(await kinds(owner)).toEqual(['access-request']);
  });

  test('the inbox page and the header, without JavaScript', async () => {
    const { owner, read, id } = await plant();
    const thread = await comment(read, id, 'Why?');
    const page = (await owner.page.get('/inbox')).text;
    const [first] = (await inbox(owner)).items;
    expect(page).toContain(`href="/inbox?follow=${first!.id}"`);
    expect((await owner.page.get(`/inbox?follow=${first!.id}`)).headers.get('Location')).toBe(
      `/doc/${id}#thread-${thread}`,
    );
    expect(page).toMatch(/href="\/inbox".*?Inbox<\/span><span class="unread-count">1</);
    const [line] = (await inbox(owner)).items;
    const answer = await owner.page.post('/inbox?filter=unread', { intent: 'read', id: line!.id });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/inbox?filter=unread']);
    expect((await owner.page.get('/inbox')).text).not.toContain('unread-count');
    expect((await owner.page.get('/inbox?filter=all')).text).toContain('Orchard');
    expect((await read.page.post('/inbox', { intent: 'read-all' })).status).toBe(303);
    expect((await inbox(read, '?unread=true')).total).toBe(0);
  });

  test('following an entry marks it as read; prefetching, pictures, other sites and other people mark nothing', async () => {
    const { owner, edit, read, id } = await plant();
    const thread = await comment(read, id, 'Why?');
    const [line] = (await inbox(owner)).items;
    const path = `/inbox?follow=${line!.id}`;
    const unread = async () => (await inbox(owner, '?unread=true')).total;
    const followed = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    const others: Record<string, string>[] = [
      {},
      { ...followed, 'Sec-Purpose': 'prefetch;prerender' },
      { ...followed, 'Sec-Fetch-Site': 'cross-site' },
      { ...followed, 'Sec-Fetch-Site': 'none' },
      { ...followed, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
      { Referer: 'https://elsewhere.example/', Accept: 'text/html' },
      { Referer: `${server().url}/inbox`, Accept: 'image/avif,*/*' },
    ];
    for (const headers of others) {
      const answer = await owner.page.get(path, { headers });
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/doc/${id}#thread-${thread}`]);
      expect([headers, await unread()]).toEqual([headers, 1]);
    }
    expect((await edit.page.get(path, { headers: followed })).headers.get('Location')).toBe('/inbox');
    expect(await unread()).toBe(1);
    await owner.page.get(path, { headers: followed });
    expect(await unread()).toBe(0);
    // Without HTTPS, browsers send no Sec-Fetch headers.
    await comment(read, id, 'And when?');
    const [next] = (await inbox(owner, '?unread=true')).items;
    await owner.page.get(`/inbox?follow=${next!.id}`, {
      headers: { Referer: `${server().url}/inbox`, Accept: 'text/html' },
    });
    expect(await unread()).toBe(0);
    expect((await owner.page.get('/inbox?follow=nonsense')).status).toBe(200);
  });

  test('opening a branch of the tree there, without scripts, stays in the inbox', async () => {
    const { owner, id } = await plant();
    const { status, text } = await owner.page.get(`/inbox?open=${id}`);
    expect([status, text.includes('<h1>Inbox</h1>')]).toEqual([200, true]);
  });

  test('a line has a button that stops watching, and its Undo brings that back, without JavaScript', async () => {
    const { owner, read, id } = await plant();
    await comment(read, id, 'Why?');
    const page = async () => (await owner.page.get('/inbox?filter=all')).text;
    expect(await page()).toContain('aria-label="Stop watching “Orchard”"');
    const stopped = await owner.page.post('/inbox?filter=all', { intent: 'unwatch', docId: id });
    expect([stopped.status, stopped.headers.get('Location')]).toEqual([303, '/inbox?filter=all']);
    const after = await page();
    expect(after).toContain('You no longer watch “Orchard”');
    expect(after).not.toContain('aria-label="Stop watching “Orchard”"');
    await comment(read, id, 'Nobody hears this');
    expect((await inbox(owner)).total).toBe(1);
    const undone = await owner.page.post('/inbox', { intent: 'rewatch', docId: id, watch: 'none' });
    expect(undone.status).toBe(303);
    expect(await page()).toContain('You watch “Orchard” again');
    await comment(read, id, 'And this?');
    expect((await inbox(owner)).total).toBe(2);
    // A line of a share has nothing to stop; a document that is not readable is not found.
    expect((await read.page.get('/inbox?filter=all')).text).not.toContain('value="unwatch"');
    const { id: other } = await makeDocument(owner);
    expect((await read.page.post('/inbox', { intent: 'unwatch', docId: other })).status).toBe(404);
    expect((await read.page.post('/inbox', { intent: 'rewatch', docId: id, watch: 'off' })).status).toBe(422);
  });

  test('the API chooses what is watched', async () => {
    const { owner, edit, read, id } = await plant();
    const watch = (who: Person, value: string) => who.api.put(`/api/documents/${id}/watch`, { watch: value });
    expect((await watch(edit, 'document')).body.data).toEqual({ watch: 'document' });
    expect((await watch(owner, 'off')).body.data).toEqual({ watch: 'off' });
    await comment(read, id, 'Why?');
    expect([await kinds(edit), await kinds(owner)]).toEqual([['comment', 'share'], []]);
    expect((await watch(edit, 'maybe')).status).toBe(422);
  });

  test('an event tells of the number at once', async () => {
    const { owner, read, id } = await plant();
    const aborting = new AbortController();
    const headers = { Cookie: cookieHeader(owner) };
    const response = await fetch(`${owner.url}/api/events`, { headers, signal: aborting.signal });
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    })().catch(() => undefined);
    await comment(read, id, 'Why?');
    await until(async () => expect(text).toContain('event: notification\ndata: {"unread":1}'));
    aborting.abort();
    await reading;
  });
});
