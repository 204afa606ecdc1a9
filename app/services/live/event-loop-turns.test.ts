import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EventLoopTurns } from '#app/services/live/event-loop-turns.ts';

/** Turns in which each piece of work takes a millisecond, and the pieces done in each turn of the event loop. */
function watched() {
  let time = 0;
  const turns = new EventLoopTurns(() => time);
  let done: string[] = [];
  const piece = (name: string) => {
    time += 1;
    done.push(name);
  };
  /** Returns what was done in each turn, until nothing is left. */
  const byTurn = async () => {
    const found: string[][] = [];
    for (; done.length > 0; await nextTurn()) {
      found.push(done);
      done = [];
    }
    return found;
  };
  return { turns, piece, byTurn };
}

test('pieces of one turn take two milliseconds, whoever has asked for them', async () => {
  const { turns, piece, byTurn } = watched();
  for (let nth = 0; nth < 5; nth += 1) {
    turns.run(() => {
      piece(`${nth}`);
      return false;
    });
  }
  expect(await byTurn()).toEqual([['0', '1'], ['2', '3'], ['4']]);
});

test('long work and short work take turns', async () => {
  const { turns, piece, byTurn } = watched();
  let left = 4;
  turns.run(() => {
    piece('long');
    left -= 1;
    return left > 0;
  });
  turns.run(() => {
    piece('short');
    return false;
  });
  expect(await byTurn()).toEqual([['long', 'long'], ['long', 'short'], ['long']]);
});

test('work that a piece asks for is done in its turn', async () => {
  const { turns, piece, byTurn } = watched();
  turns.run(() => {
    piece('outer');
    turns.run(() => {
      piece('inner');
      return false;
    });
    return false;
  });
  expect(await byTurn()).toEqual([['outer', 'inner']]);
});
