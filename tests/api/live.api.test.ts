import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import { repeats } from '#tests/support/length.ts';
import { cookieHeader, LiveClient } from '#tests/support/live-client.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';
import { within } from '#tests/support/within.ts';

const clients: LiveClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.leave();
});

function open(person: Person, id: string, options: { token?: string } = {}): Promise<LiveClient> {
  const client = new LiveClient(person, id, options);
  clients.push(client);
  return client.joined();
}

const eventually = (check: () => void) => until(async () => check());

/** Returns the status of a refused upgrade. */
function refusal(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('open', () => {
      socket.terminate();
      reject(new Error('The server accepted the connection'));
    });
    socket.on('error', () => undefined);
  });
}

describeServersOnBoth('writing together', (server) => {
  async function cast() {
    const [owner, friend] = [await newPerson(server(), 'owner'), await newPerson(server(), 'friend')];
    const { id } = await makeDocument(owner, { title: 'Garden', content: 'Beds\n' });
    await share(owner, id, friend.email, 'EDIT');
    const stored = async () => (await owner.api.get(`/api/documents/${id}`)).body.data;
    return { owner, friend, id, stored };
  }

  test('two people see each other’s letters, which are acknowledged, stored and in the history of both', async () => {
    const { owner, friend, id, stored } = await cast();
    const [one, other] = [await open(owner, id), await open(friend, id)];
    expect([one.text, one.title.toString()]).toEqual(['Beds\n', 'Garden']);
    one.content.insert(0, 'Ada: ');
    other.content.insert(other.text.length, 'Ben was here');
    other.title.insert(6, ' plan');
    await eventually(() => expect([one.text, other.text]).toEqual(Array(2).fill('Ada: Beds\nBen was here')));
    await eventually(() => expect([one.isStored, other.isStored]).toEqual([true, true]));
    await until(async () => {
      const { content, title, version } = await stored();
      expect({ content, title }).toEqual({ content: 'Ada: Beds\nBen was here', title: 'Garden plan' });
      expect(version).toBeGreaterThan(1);
    });
    expect((await owner.page.get(`/doc/${id}`)).text).toContain('Ben was here');
    const history = (await owner.page.get(`/doc/${id}/history`)).text;
    expect(history).toContain(owner.email);
    expect(history).toContain(friend.email);
  });

  test('everyone who reads while a long text is written down has the newest letters', async () => {
    const owner = await newPerson(server(), 'long');
    // Readers wait for a second at most, which a busy machine needs for a longer text.
    const content = 'A line of a long text.\n\n'.repeat(repeats(4_000, 20_000));
    const { id } = await makeDocument(owner, { content });
    const client = await new LiveClient(owner, id).joined();
    client.content.insert(0, 'New. ');
    await until(() => expect(client.isStored).toBe(true));
    const read = async () => (await owner.api.get(`/api/documents/${id}`)).body.data.content.slice(0, 5);
    expect(await Promise.all([read(), read(), read(), read()])).toEqual(['New. ', 'New. ', 'New. ', 'New. ']);
    client.leave();
  });

  test('a plain save joins the open text: by version merged, without one in its place', async () => {
    const { owner, friend, id, stored } = await cast();
    const one = await open(owner, id);
    one.content.insert(0, 'First line\n\n');
    const saved = await friend.api.patch(`/api/documents/${id}`, { content: 'Beds\n\nEnd\n', baseVersion: 1 });
    expect(saved.status).toBe(200);
    await eventually(() => expect(one.text).toContain('End'));
    await until(async () => expect((await stored()).content).toBe(one.text));
    expect(one.text).toBe('First line\n\nBeds\n\nEnd\n');
    await friend.api.patch(`/api/documents/${id}`, { content: 'Anew', title: 'Other' });
    await eventually(() => expect([one.text, one.title.toString()]).toEqual(['Anew', 'Other']));
  });

  test('a ticked task and a restored version arrive in the open text', async () => {
    const { owner, id } = await cast();
    await owner.api.patch(`/api/documents/${id}`, { content: '- [ ] dig\n' });
    const one = await open(owner, id);
    const ticked = await owner.page.post(`/doc/${id}`, { intent: 'task', index: '0', checked: 'true' });
    expect(ticked.status).toBeLessThan(400);
    await eventually(() => expect(one.text).toBe('- [x] dig\n'));
    const { items } = (await owner.api.get(`/api/documents/${id}/revisions`)).body.data;
    await owner.api.post(`/api/documents/${id}/revisions/${items.at(-1).id}/restore`);
    await eventually(() => expect(one.text).toBe('Beds\n'));
  });

  test('a reader receives, and what they change is dropped and answered', async () => {
    const { owner, id, stored } = await cast();
    const reader = await newPerson(server(), 'reader');
    await share(owner, id, reader.email, 'READ');
    const reading = await open(reader, id);
    const denied: string[] = [];
    reading.provider.messageHandlers[2] = () => void denied.push('denied');
    const one = await open(owner, id);
    reading.content.insert(0, 'Mine now ');
    await eventually(() => expect(denied).toEqual(['denied']));
    one.content.insert(5, 'of roses\n');
    await eventually(() => expect(reading.text).toContain('of roses'));
    await until(async () => expect((await stored()).content).toBe('Beds\nof roses\n'));
    expect(one.text).toBe('Beds\nof roses\n');
  });

  test('refuses before the upgrade whoever may not read', async () => {
    const { owner, id } = await cast();
    const stranger = await newPerson(server(), 'stranger');
    const at = (path: string) => `${server().url}/api/documents/${path}/live`;
    const cookies = (person: Person) => ({ Cookie: cookieHeader(person) });
    expect(await refusal(at(id), {})).toBe(401);
    expect(await refusal(at(id), { Authorization: 'Bearer arbor_none' })).toBe(401);
    expect(await refusal(at(id), cookies(stranger))).toBe(404);
    expect(await refusal(at('c00000000000000000000000'), cookies(owner))).toBe(404);
    expect(await refusal(at('nope'), cookies(owner))).toBe(404);
    expect(await refusal(at(id), { ...cookies(owner), Origin: 'https://elsewhere.example' })).toBe(403);
    expect(await refusal(`${server().url}/elsewhere`, cookies(owner))).toBe(404);
    await owner.api.post(`/api/documents/${id}/archive`);
    expect(await refusal(at(id), cookies(owner))).toBe(404);
    expect((await visitor(server()).api.get(`/api/documents/${id}/presence`)).status).toBe(401);
  });

  test('a refused upgrade is closed, also for a client that keeps its half open', async () => {
    const { hostname, port } = new URL(server().url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const answered = new Promise((done) => socket.once('end', done));
    const broken = new Promise<NodeJS.ErrnoException>((done) => socket.once('error', done));
    socket.resume().write(`GET /elsewhere HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`);
    await answered;
    // A peer that has closed answers further bytes with a reset.
    const writing = setInterval(() => socket.write('x'), 20);
    expect((await within(broken, () => 'The server keeps the connection')).code).toMatch(/^(?:ECONNRESET|EPIPE)$/);
    clearInterval(writing);
  });

  test('closes with the code of what ended: permission, session, document', async () => {
    const { owner, friend, id } = await cast();
    const [one, other] = [await open(owner, id), await open(friend, id)];
    const shares = (await owner.api.get(`/api/documents/${id}/shares`)).body.data;
    await owner.api.delete(`/api/documents/${id}/shares`, { shareId: shares[0].id });
    await eventually(() => expect(other.closings[0]).toBe(4403));
    const again = await open(owner, id);
    await owner.api.post(`/api/documents/${id}/archive`);
    await eventually(() => expect([one.closings[0], again.closings[0]]).toEqual([4404, 4404]));
    const left = await makeDocument(owner, { content: 'x' });
    const last = await open(owner, left.id);
    await owner.api.post('/api/auth/logout');
    await eventually(() => expect(last.closings[0]).toBe(4401));
  });

  test('closes what is malformed, too large or of another state, and stores nothing of it', async () => {
    const { owner, id, stored } = await cast();
    const raw = async (message: string | Uint8Array): Promise<number> => {
      const socket = new WebSocket(`${server().url.replace(/^http/, 'ws')}/api/documents/${id}/live`, {
        headers: { Cookie: cookieHeader(owner) },
      });
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(message);
      return new Promise((resolve) => socket.once('close', resolve));
    };
    const update = (bytes: Uint8Array) => {
      const length: number[] = [];
      for (let rest = bytes.length; ; rest >>>= 7) {
        length.push(rest > 127 ? (rest & 127) | 128 : rest);
        if (rest <= 127) break;
      }
      return new Uint8Array([0, 2, ...length, ...bytes]);
    };
    expect(await raw('text')).toBe(4400);
    expect(await raw(new Uint8Array([9, 9, 9]))).toBe(4400);
    expect(await raw(update(new Uint8Array([1, 2, 3])))).toBe(4400);
    expect(await raw(new Uint8Array(1024 * 1024 + 1))).toBe(4400);
    const other = new Y.Doc();
    other.getMap('other').set('key', 'Not a text');
    expect(await raw(update(Y.encodeStateAsUpdate(other)))).toBe(4400);
    const foreign = await makeDocument(owner, { content: 'Elsewhere' });
    const elsewhere = await open(owner, foreign.id);
    expect(await raw(update(Y.encodeStateAsUpdate(elsewhere.doc)))).toBe(4409);
    const orphan = new Y.Doc();
    orphan.getText('content').insert(0, 'a');
    const before = Y.encodeStateVector(orphan);
    orphan.getText('content').insert(1, 'b');
    expect(await raw(update(Y.encodeStateAsUpdate(orphan, before)))).toBe(4409);
    expect((await stored()).content).toBe('Beds\n');
    const one = await open(owner, id);
    expect(one.text).toBe('Beds\n');
  });

  test('presence names everyone truthfully, whatever a client claims', async () => {
    const { owner, friend, id } = await cast();
    const [one, other] = [await open(owner, id), await open(friend, id)];
    other.provider.awareness.setLocalState({ user: { id: owner.id, name: 'Owner', color: '#000' }, isEditing: true });
    one.provider.awareness.setLocalState({ isEditing: false });
    await eventually(() => {
      const states = [...one.provider.awareness.getStates().values()];
      expect(states.map((state) => state.user?.id).filter(Boolean)).toEqual([friend.id]);
    });
    const { body } = await friend.api.get(`/api/documents/${id}/presence`);
    const byId = (a: { userId: string }, b: { userId: string }) => a.userId.localeCompare(b.userId);
    expect(body.data.sort(byId)).toEqual(
      [
        { userId: owner.id, displayName: expect.any(String), imageUrl: null, isEditing: false },
        { userId: friend.id, displayName: expect.any(String), imageUrl: null, isEditing: true },
      ].sort(byId),
    );
    other.leave();
    await until(async () => expect((await owner.api.get(`/api/documents/${id}/presence`)).body.data).toHaveLength(1));
  });
});
