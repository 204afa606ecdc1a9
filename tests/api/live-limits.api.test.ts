import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CONTENT_MAX_BYTES } from '#app/schemas/limits.ts';
import { models } from '#db/connection.ts';
import { ownServer } from '#tests/support/api-server.ts';
import { cookieHeader, LiveClient } from '#tests/support/live-client.ts';
import { inDatabaseOf } from '#tests/support/made-account.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const server = ownServer();

const OF_PERSON = 200;

/** Opens a bare connection. Resolves to the status of a refused upgrade, or to the socket. */
function connect(person: Person, id: string): Promise<WebSocket | number> {
  const url = `${server().url.replace(/^http/, 'ws')}/api/documents/${id}/live`;
  const socket = new WebSocket(url, { headers: { Cookie: cookieHeader(person) } });
  return new Promise((resolve) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, { statusCode }) => {
      resolve(statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', () => undefined);
  });
}

const isSocket = (found: WebSocket | number): found is WebSocket => typeof found !== 'number';

test('one person has at most 200 connections, also if more arrive at once, and others still join', async () => {
  const [person, friend] = [await newPerson(server(), 'many'), await newPerson(server(), 'friend')];
  const { id } = await makeDocument(person, { content: 'Roses.' });
  await share(person, id, friend.email, 'EDIT');
  const found = await Promise.all(Array.from({ length: OF_PERSON + 20 }, () => connect(person, id)));
  const sockets = found.filter(isSocket);
  expect(sockets).toHaveLength(OF_PERSON);
  expect(new Set(found.filter((each) => !isSocket(each)))).toEqual(new Set([429]));
  const other = await new LiveClient(friend, id).joined();
  other.content.insert(0, 'Wild ');
  await until(() => expect(other.isStored).toBe(true));
  sockets[0]!.terminate();
  await until(async () => {
    const again = await connect(person, id);
    expect(isSocket(again)).toBe(true);
    sockets.push(again as WebSocket);
  });
  for (const socket of sockets) socket.terminate();
  other.leave();
});

test('clients that never read are closed, and whoever writes goes on', async () => {
  const [person, friend] = [await newPerson(server(), 'mute'), await newPerson(server(), 'friend')];
  const { id } = await makeDocument(person, { content: 'Roses.' });
  await share(person, id, friend.email, 'EDIT');
  const mute = (await Promise.all(Array.from({ length: 100 }, () => connect(person, id)))).filter(isSocket);
  for (const socket of mute) socket.pause();
  const writer = await new LiveClient(friend, id).joined();
  const part = 'x'.repeat(400_000);
  // 16 MB of changes; a text of 400 KB at most.
  for (let count = 0; count < 40; count += 1) {
    writer.content.insert(0, part);
    writer.content.delete(0, part.length);
    await until(() => expect(writer.isStored).toBe(true));
  }
  const closed = mute.map((socket) => once(socket, 'close'));
  for (const socket of mute) socket.resume();
  await Promise.all(closed);
  expect(writer.closings).toEqual([]);
  writer.content.insert(0, 'Still here. ');
  await until(async () =>
    expect((await friend.api.get(`/api/documents/${id}`)).body.data.content).toBe('Still here. Roses.'),
  );
  writer.leave();
});

test('who asks for a long text without reading the answers delays nobody else, and is answered once those are gone', async () => {
  const [person, friend] = [await newPerson(server(), 'asker'), await newPerson(server(), 'friend')];
  const content = `${'x'.repeat(99)}\n`.repeat(14_000).trim();
  const { id } = await makeDocument(person, { content });
  await share(person, id, friend.email, 'EDIT');
  const mute = (await Promise.all(Array.from({ length: 12 }, () => connect(person, id)))).filter(isSocket);
  // Type 0, step 0, and a state vector of one byte without entries: requests everything.
  const everything = new Uint8Array([0, 0, 1, 0]);
  for (const socket of mute) {
    socket.pause();
    for (let count = 0; count < 20; count += 1) socket.send(everything);
  }
  const other = await new LiveClient(friend, id).joined();
  expect(other.text).toBe(content);
  for (const socket of mute) socket.terminate();
  const own = await new LiveClient(person, id).joined();
  expect(own.text).toBe(content);
  other.leave();
  own.leave();
});

test.each([2, 9])('a message of %i MiB is closed with 4400', async (size) => {
  const person = await newPerson(server(), 'large');
  const { id } = await makeDocument(person, { content: 'Roses.' });
  const socket = (await connect(person, id)) as WebSocket;
  const closed = once(socket, 'close');
  socket.send(new Uint8Array(size * 1024 * 1024));
  expect((await closed)[0]).toBe(4400);
  // The transport refuses the larger one.
  if (size === 2) expect(server().output()).toMatch(/"event":"live-refused","closeCode":4400/);
});

test('S2: the messages of all connections of one person to a document count together', async () => {
  const [person, friend] = [await newPerson(server(), 'windows'), await newPerson(server(), 'friend')];
  const { id } = await makeDocument(person, { content: 'Roses.' });
  await share(person, id, friend.email, 'EDIT');
  const windows = (await Promise.all([connect(person, id), connect(person, id)])).filter(isSocket);
  const closed = Promise.race(windows.map((socket) => once(socket, 'close')));
  // Type 3 asks who is here.
  for (let count = 0; count < 1200; count += 1) for (const socket of windows) socket.send(new Uint8Array([3]));
  expect((await closed)[0]).toBe(4429);
  const other = await new LiveClient(friend, id).joined();
  expect(other.text).toBe('Roses.');
  other.leave();
  for (const socket of windows) socket.terminate();
});

test('a text that grows beyond its limit by updates is refused with 4400, and what was stored stays readable', async () => {
  const person = await newPerson(server(), 'long');
  const { id } = await makeDocument(person, { content: '' });
  const writer = await new LiveClient(person, id).joined();
  const part = `${'x'.repeat(99)}\n`.repeat(5000);
  for (let count = 0; count < 4; count += 1) {
    writer.content.insert(0, part);
    await until(() => expect(writer.isStored || writer.closings.length > 0).toBe(true));
  }
  await until(() => expect(writer.closings).toContain(4400));
  writer.leave();
  await until(async () => {
    const { status, body } = await person.api.get(`/api/documents/${id}`);
    expect([status, body.data.content.length]).toEqual([200, 3 * part.length]);
  });
  expect(3 * part.length).toBeLessThan(CONTENT_MAX_BYTES);
  const again = await new LiveClient(person, id).joined();
  expect(again.text).toBe(part.repeat(3));
  again.leave();
});

test('a state swollen by deletions is made anew, at most four times the text, and the text stays', async () => {
  const person = await newPerson(server(), 'swollen');
  const { id } = await makeDocument(person, { content: 'Roses.' });
  const writer = await new LiveClient(person, id).joined();
  // Letters deleted one by one, each apart from the others, cannot be joined in the state.
  writer.doc.transact(() => {
    for (let count = 0; count < 9000; count += 1) writer.content.insert(0, 'xy');
    for (let count = 0; count < 9000; count += 1) writer.content.delete(count, 1);
    writer.content.delete(0, 8990);
  });
  await until(() => expect(writer.closings).toContain(4409));
  writer.leave();
  const { content } = (await person.api.get(`/api/documents/${id}`)).body.data;
  expect(content).toBe(`${'y'.repeat(10)}Roses.`);
  const state = await inDatabaseOf(server(), async () => (await models()).DocumentState.findByPk(id));
  expect(state!.state.length).toBeLessThan(4 * content.length + 16 * 1024);
  const again = await new LiveClient(person, id).joined();
  expect(again.text).toBe(content);
  again.leave();
});
