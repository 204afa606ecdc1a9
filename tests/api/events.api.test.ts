import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { cookieHeader } from '#tests/support/live-client.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

type Seen = { event: string; data: Record<string, unknown> };

/** Follows a person's events. `seen` grows; `isOver` is true once the server has ended the stream. */
async function follow(person: Person, query = '') {
  const aborting = new AbortController();
  const response = await fetch(`${person.url}/api/events${query}`, {
    headers: { Cookie: cookieHeader(person) },
    signal: aborting.signal,
  });
  const state = { status: response.status, type: response.headers.get('Content-Type'), isOver: false };
  const seen: Seen[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop()!;
      for (const part of parts) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
        if (event) seen.push({ event, data: JSON.parse(data!) });
      }
    }
    state.isOver = true;
  };
  const ended = read().catch((error) => {
    if (!aborting.signal.aborted) throw error;
  });
  const stop = async () => {
    aborting.abort();
    await ended;
  };
  return { ...state, state, seen, stop };
}

/** Lets a person make a document, and expects that they have heard of nothing else until then. */
async function expectOwnTreeOnly(person: Person, seen: Seen[]): Promise<void> {
  await makeDocument(person);
  await until(() => expect(seen).toEqual([{ event: 'tree', data: { parentId: null } }]));
}

describeServers('events', (server) => {
  test('tell everyone who may read that comments changed, with no word of them', async () => {
    const [owner, friend, stranger] = await Promise.all(
      ['owner', 'friend', 'stranger'].map((name) => newPerson(server(), name)),
    );
    const { id } = await makeDocument(owner!, { title: 'Garden' });
    await share(owner!, id, friend!.email, 'READ');
    const streams = await Promise.all([owner!, friend!, stranger!].map((person) => follow(person)));
    const [own, theirs, foreign] = streams.map(({ seen }) => seen);
    const told = (seen: Seen[]) => seen.filter(({ event }) => event === 'comments');
    const { body } = await owner!.api.post(`/api/documents/${id}/comments`, { body: 'A secret word' });
    const acts = [
      () => friend!.api.post(`/api/threads/${body.data.id}/comments`, { body: 'Oh' }),
      () => owner!.api.post(`/api/threads/${body.data.id}/resolve`),
      () => owner!.api.patch(`/api/comments/${body.data.comments[0].id}`, { body: 'Another' }),
      () => owner!.api.delete(`/api/comments/${body.data.comments[0].id}`),
    ];
    for (const [nth, act] of [async () => undefined, ...acts].entries()) {
      await act();
      for (const seen of [own!, theirs!])
        await until(() => expect(told(seen)).toEqual(Array(nth + 1).fill({ event: 'comments', data: { id } })));
    }
    await expectOwnTreeOnly(stranger!, foreign!);
    for (const { stop } of streams) await stop();
  });

  test('tell of text, tree and shares, to those only who may know', async () => {
    const names = ['owner', 'friend', 'stranger'];
    const [owner, friend, stranger] = await Promise.all(names.map((name) => newPerson(server(), name)));
    const { id } = await makeDocument(owner!, { title: 'Garden' });
    const streams = await Promise.all([owner!, friend!, stranger!].map((person) => follow(person)));
    const [own, theirs, foreign] = streams.map(({ seen }) => seen);
    expect(streams.map(({ status, type }) => [status, type?.split(';')[0]])).toEqual(
      Array(3).fill([200, 'text/event-stream']),
    );
    await share(owner!, id, friend!.email, 'READ');
    for (const seen of [own, theirs])
      await until(async () => expect(seen).toContainEqual({ event: 'shares', data: { id } }));
    await owner!.api.patch(`/api/documents/${id}`, { content: 'Beds', title: 'Garden plan' });
    for (const seen of [own, theirs]) {
      await until(async () => {
        expect(seen).toContainEqual({ event: 'document', data: { id, version: 2, updatedBy: expect.any(String) } });
        expect(seen).toContainEqual({ event: 'tree', data: { parentId: null } });
      });
    }
    const child = await makeDocument(owner!, { title: 'Beds', parentId: id });
    for (const seen of [own, theirs])
      await until(async () => expect(seen).toContainEqual({ event: 'tree', data: { parentId: id } }));
    await owner!.api.post('/api/documents/move', { id: child.id, targetId: null, dropPosition: 0 });
    await until(async () =>
      expect(theirs!.filter(({ event, data }) => event === 'tree' && data.parentId === id)).toHaveLength(2),
    );
    await expectOwnTreeOnly(stranger!, foreign!);
    for (const { stop } of streams) await stop();
  });

  test('repeat those of the last milliseconds, to those only who may know', async () => {
    const [owner, stranger] = await Promise.all(['owner', 'stranger'].map((name) => newPerson(server(), name)));
    const { id } = await makeDocument(owner!, { title: 'Garden' });
    await owner!.api.patch(`/api/documents/${id}`, { content: 'Beds' });
    const people = [owner!, owner!, stranger!];
    const queries = ['?age=9000', '?age=0', '?age=9000'];
    const streams = await Promise.all(people.map((person, nth) => follow(person, queries[nth])));
    const [late, fresh, foreign] = streams.map(({ seen }) => seen);
    const change = { event: 'document', data: { id, version: 2, updatedBy: expect.any(String) } };
    await until(async () => expect(late).toContainEqual(change));
    await owner!.api.patch(`/api/documents/${id}`, { content: 'More beds' });
    await until(async () => expect(fresh).toContainEqual({ ...change, data: { ...change.data, version: 3 } }));
    expect(fresh).not.toContainEqual(change);
    await expectOwnTreeOnly(stranger!, foreign!);
    expect((await owner!.api.get('/api/events?age=soon')).status).toBe(422);
    for (const { stop } of streams) await stop();
  });

  test('a HEAD request gets the headers, and keeps no stream open', async () => {
    const person = await newPerson(server(), 'owner');
    const headers = { Cookie: cookieHeader(person) };
    for (let nth = 0; nth < 21; nth += 1) {
      const head = await fetch(`${person.url}/api/events`, { method: 'HEAD', headers });
      expect([nth, head.status, head.headers.get('Content-Type')]).toEqual([nth, 200, expect.stringMatching(/stream/)]);
    }
    const stream = await follow(person);
    expect(stream.status).toBe(200);
    await stream.stop();
  });

  test('end with the session, and are 20 at most', async () => {
    const person = await newPerson(server(), 'owner');
    expect((await visitor(server()).api.get('/api/events')).status).toBe(401);
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(person)));
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await person.api.get('/api/events')).status).toBe(429);
    await person.api.post('/api/auth/logout');
    await until(async () => expect(streams.every(({ state }) => state.isOver)).toBe(true));
  });
});
