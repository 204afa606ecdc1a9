import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PacedMessages } from '#app/http/live/paced-messages.ts';
import { SharedAllowances } from '#app/http/live/shared-allowances.ts';
import { TimeShare } from '#app/http/live/time-share.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A connection whose messages take the time that they name. */
function connected(share: TimeShare) {
  const handled: string[] = [];
  const socket = { pause: vi.fn(), resume: vi.fn() };
  const paced = new PacedMessages(socket, share, (message) => {
    handled.push(message.toString());
    vi.setSystemTime(Date.now() + Number(message));
  });
  const send = (...takes: number[]) => {
    for (const ms of takes) paced.receive(Buffer.from(`${ms}`));
  };
  return { handled, socket, send };
}

test('S2: a client whose messages took more than their share waits, and they are handled in order', () => {
  const { handled, socket, send } = connected(new TimeShare(Date.now));
  send(600, 900, 1, 2);
  expect([handled, socket.pause.mock.calls.length]).toEqual([['600', '900'], 1]);
  vi.advanceTimersByTime(3000);
  send(3);
  expect([handled.length, socket.resume.mock.calls.length]).toEqual([2, 0]);
  vi.advanceTimersByTime(3000);
  expect([handled, socket.resume.mock.calls.length]).toEqual([['600', '900', '1', '2', '3'], 1]);
});

test('S2: the connections of one person share their time; no pause is longer than ten seconds', () => {
  const share = new TimeShare(Date.now);
  const [one, other, friend] = [connected(share), connected(share), connected(new TimeShare(Date.now))];
  one.send(90_000);
  other.send(1);
  friend.send(1);
  expect([other.handled, friend.handled]).toEqual([[], ['1']]);
  vi.advanceTimersByTime(9000);
  expect(other.handled).toEqual([]);
});

test('who types fast in several windows never waits', () => {
  const share = new TimeShare(Date.now);
  const windows = [connected(share), connected(share), connected(share)];
  for (let nth = 0; nth < 900; nth += 1) {
    windows[nth % 3]!.send(1);
    vi.advanceTimersByTime(11);
  }
  for (const { handled, socket } of windows) expect([handled.length, socket.pause.mock.calls.length]).toEqual([300, 0]);
});

test('S2: an allowance is shared by a key, and is the same after joining again', () => {
  const allowances = new SharedAllowances(() => ({}));
  const [one, other] = [allowances.join('ada'), allowances.join('ada')];
  expect(other.allowance).toBe(one.allowance);
  expect(allowances.join('bea').allowance).not.toBe(one.allowance);
  one.leave();
  other.leave();
  vi.advanceTimersByTime(59_000);
  const again = allowances.join('ada');
  expect(again.allowance).toBe(one.allowance);
  vi.advanceTimersByTime(120_000);
  expect(allowances.join('ada').allowance).toBe(one.allowance);
});
