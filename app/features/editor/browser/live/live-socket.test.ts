import * as encoding from 'lib0/encoding';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveSocket } from '#app/features/editor/browser/live/live-socket.ts';
import { MESSAGE } from '#app/schemas/live-messages.ts';

/** A WebSocket whose other end is the test. A close is never acknowledged, as after a silent loss. */
class FakeSocket {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readyState = 0;
  sent: Uint8Array[] = [];
  onopen = () => {};
  onmessage = (_event: { data: ArrayBuffer }) => {};
  onclose = (_event: { code: number }) => {};

  constructor() {
    FakeSocket.opened.push(this);
  }

  get asked(): number {
    return this.sent.filter(([type]) => type === MESSAGE.queryAwareness).length;
  }

  send(message: Uint8Array): void {
    this.sent.push(message);
  }

  close(): void {
    this.readyState = 2;
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  say(): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, MESSAGE.stored);
    encoding.writeVarUint8Array(encoder, new Uint8Array([0]));
    this.onmessage({ data: encoding.toUint8Array(encoder).slice().buffer });
  }
}

const [window, heard, requested] = [new EventTarget(), vi.fn(), vi.fn()];
let events: string[];
let socket: LiveSocket;
const current = () => FakeSocket.opened.at(-1)!;
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'arbor.example', origin: 'https://arbor.example' });
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en', dataset: {} } });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  requested.mockImplementation(async () => Response.json({ statusCode: 0, message: 'ok', data: [] }));
  vi.stubGlobal('fetch', requested);
  heard.mockReset();
  [FakeSocket.opened, events] = [[], []];
  const ignore = () => {};
  socket = new LiveSocket('c1', {
    onOpen: () => events.push('open'),
    onUpdate: ignore,
    onVector: ignore,
    onAwareness: ignore,
    onStored: heard,
    onDenied: ignore,
    onClosed: (reason) => events.push(reason),
  });
  current().open();
});
afterEach(() => {
  socket.end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a connection that is heard stays, and asks only in silence', async () => {
  for (let second = 0; second < 60; second += 1) {
    current().say();
    await pass(1);
  }
  expect(current().asked).toBe(0);
  for (let times = 1; times <= 5; times += 1) {
    await pass(25);
    expect(current().asked).toBe(times);
    current().say();
  }
  expect([FakeSocket.opened.length, events]).toEqual([1, ['open']]);
});

test('a connection that falls silent without a close is replaced, and its late messages are ignored', async () => {
  current().say();
  const lost = current();
  await pass(32);
  expect([FakeSocket.opened.length, lost.asked, events]).toEqual([2, 1, ['open', 'lost']]);
  current().open();
  current().say();
  lost.say();
  lost.onclose({ code: 1006 });
  expect(events).toEqual(['open', 'lost', 'open']);
  expect(heard).toHaveBeenCalledTimes(2);
  await pass(15);
  expect(FakeSocket.opened).toHaveLength(2);
});

test('a check replaces a connection without another end, and keeps one that answers', async () => {
  current().say();
  socket.check();
  await pass(5);
  current().say();
  await pass(10);
  expect([FakeSocket.opened.length, current().asked]).toEqual([1, 1]);
  socket.check();
  await pass(12);
  expect(FakeSocket.opened).toHaveLength(2);
});

test('a network that is there again gets a new connection at once', () => {
  current().say();
  window.dispatchEvent(new Event('online'));
  expect([FakeSocket.opened.length, FakeSocket.opened[0]!.readyState, events]).toEqual([2, 2, ['open', 'lost']]);
  window.dispatchEvent(new Event('online'));
  expect(FakeSocket.opened).toHaveLength(3);
});

test('a slow line gets longer to deliver a large text', async () => {
  const lengths: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    current().say();
    const [begun, count] = [Date.now(), FakeSocket.opened.length];
    while (FakeSocket.opened.length === count) await pass(1);
    lengths.push(Math.round((Date.now() - begun) / 1000));
    current().open();
  }
  expect(lengths).toEqual([31, 41, 61]);
});

test('connections that open and stay mute count as blocked', async () => {
  for (let times = 0; times < 3; times += 1) {
    const count = FakeSocket.opened.length;
    while (FakeSocket.opened.length === count) await pass(1);
    current().open();
  }
  expect(events.filter((event) => event === 'blocked')).toHaveLength(1);
});

test('a session that has ended neither asks nor connects', async () => {
  current().say();
  socket.end();
  current().say();
  await pass(300);
  expect([FakeSocket.opened.length, current().asked]).toEqual([1, 0]);
});
