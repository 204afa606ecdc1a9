import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Admission } from '#app/services/live/admission.ts';
import type { LiveRefusal } from '#app/services/live/check-update.ts';
import { newEpoch } from '#app/services/live/epochs.ts';
import { boundSteps, openCounted } from '#app/services/live/integration-steps.ts';
import { Places } from '#app/services/live/places-of-items.ts';
import { createState, foldState, openState } from '#app/services/live/shared-text.ts';
import { type MadeItem, madeUpdate, type Range } from '#tests/support/made-update.ts';

/** A server's document, and a function that receives updates as it does. */
function open(content: string) {
  const epoch = newEpoch();
  const state = createState({ title: 'Garden', content }, epoch);
  const doc = openState([state]);
  const admission = new Admission(doc, epoch);
  const receive = (update: Uint8Array): number | 'accepted' => {
    try {
      const admitted = admission.check(update);
      Y.applyUpdate(doc, admitted.update);
      admission.count(admitted);
      return 'accepted';
    } catch (error) {
      return (error as LiveRefusal).code;
    }
  };
  /** The clock of the first character of the text. */
  const first = 1 + 'Garden'.length;
  return { epoch, state, doc, receive, first };
}

/** The update that an editor sends after one change. */
function updateOf(doc: Y.Doc, write: (content: Y.Text) => void): Uint8Array {
  let sent: Uint8Array = new Uint8Array();
  doc.once('update', (update: Uint8Array) => {
    sent = update;
  });
  doc.transact(() => write(doc.getText('content')));
  return sent;
}

/** Letters that all begin where the text begins and end before another character each. */
const crossing = (epoch: number, first: number, count: number): MadeItem[] =>
  Array.from({ length: count }, (_, nth) => ({ rightOrigin: { client: epoch, clock: first + nth } }));

test.each([5000, 10_000, 20_000])(
  'S2: %i letters that share the left neighbour only are refused with 4400',
  (count) => {
    const { epoch, doc, receive, first } = open('x'.repeat(count));
    expect(receive(madeUpdate([{ client: 7, clock: 0, items: crossing(epoch, first, count) }]))).toBe(4400);
    expect(doc.getText('content').length).toBe(count);
  },
);

test('S2: such letters that arrive one after the other are refused before the state takes long to open', () => {
  const { epoch, doc, receive, first } = open('x'.repeat(20_000));
  let clock = 0;
  let code: number | 'accepted' = 'accepted';
  for (; code === 'accepted' && clock < 20_000; clock += 500) {
    const items = crossing(epoch, first + clock, 500);
    code = receive(madeUpdate([{ client: 7, clock, items }]));
  }
  expect([code, clock < 5000]).toEqual([4400, true]);
  expect(openCounted([Y.encodeStateAsUpdate(doc)], 1_500_000)).not.toBeNull();
});

test('S2: one letter that passes a million others is refused, and the others write on', () => {
  const { epoch, doc, receive, first } = open('xyz');
  for (let clock = 0; clock < 80_000; clock += 20_000) {
    const items = Array.from({ length: 20_000 }, (_, nth) =>
      clock + nth === 0
        ? { rightOrigin: { client: epoch, clock: first } }
        : { rightOrigin: { client: 7, clock: clock + nth - 1 } },
    );
    expect(receive(madeUpdate([{ client: 7, clock, items }]))).toBe('accepted');
  }
  const end = { rightOrigin: { client: epoch, clock: first } };
  expect(receive(madeUpdate([{ client: 8, clock: 0, items: Array.from({ length: 20 }, () => end) }]))).toBe(4400);
  expect(receive(updateOf(openState([Y.encodeStateAsUpdate(doc)]), (text) => text.insert(80_002, 'Rose')))).toBe(
    'accepted',
  );
});

test('S2: single letters deleted in descending order are removed as if in order', () => {
  const { epoch, doc, receive, first } = open('xy'.repeat(50_000));
  const ranges = Array.from({ length: 50_000 }, (_, nth): Range => [first + 99_998 - 2 * nth, 1]);
  expect(receive(madeUpdate([], [{ client: epoch, ranges }]))).toBe('accepted');
  expect(doc.getText('content').toString()).toBe('y'.repeat(50_000));
});

test('S2: more than 50,000 new deletions in one update are refused with 4400; known ones are not counted', () => {
  const { epoch, doc, receive, first } = open('xy'.repeat(60_000));
  const ranges = Array.from({ length: 60_000 }, (_, nth): Range => [first + 2 * nth, 1]);
  const update = (some: Range[]) => madeUpdate([], [{ client: epoch, ranges: some }]);
  expect(receive(update(ranges))).toBe(4400);
  expect(receive(update(ranges.slice(0, 30_000)))).toBe('accepted');
  expect(receive(update(ranges))).toBe('accepted');
  expect(doc.getText('content').toString()).toBe('y'.repeat(60_000));
});

test('S2: thousands of deletions before a part that is in pieces are refused with 4400', () => {
  const { epoch, receive, first } = open('xy'.repeat(60_000));
  const ranges = Array.from({ length: 60_000 }, (_, nth): Range => [first + 2 * nth, 1]);
  expect(receive(madeUpdate([], [{ client: epoch, ranges: ranges.slice(30_000) }]))).toBe('accepted');
  expect(receive(madeUpdate([], [{ client: epoch, ranges: ranges.slice(0, 30_000) }]))).toBe(4400);
});

test('a state that takes long to open is marked as slow when it is folded', () => {
  const { epoch, state, first } = open('xy'.repeat(60_000));
  const ranges = Array.from({ length: 60_000 }, (_, nth): Range => [first + 2 * nth, 1]);
  expect(foldState([state, madeUpdate([], [{ client: epoch, ranges }])], '').isSlow).toBe(true);
  const items = crossing(epoch, first, 1000);
  expect(foldState([state, madeUpdate([{ client: 7, clock: 0, items }])], '').isSlow).toBe(true);
  expect(foldState([state, madeUpdate([{ client: 7, clock: 0, items: items.slice(0, 100) }])], '').isSlow).toBe(false);
});

const WORDS = 16_000;
const LONG = 'x'.repeat(1_400_000);

/** Writes a text letter by letter, each in another place, as one transaction each. */
function scatter(doc: Y.Doc, count: number): Uint8Array {
  const before = Y.encodeStateVector(doc);
  const text = doc.getText('content');
  for (let nth = 0; nth < count; nth += 1) text.insert((nth * 7919) % (text.length + 1), 'a');
  return Y.encodeStateAsUpdate(doc, before);
}

test.each<[string, string, (doc: Y.Doc) => Uint8Array[]]>([
  ['a long paste', 'Beds\n', (doc) => [updateOf(doc, (text) => text.insert(2, 'x'.repeat(450_000)))]],
  [
    'the removal of a long text',
    LONG,
    (doc) => [updateOf(doc, (text) => text.delete(0, text.length)), updateOf(doc, (text) => text.insert(0, LONG))],
  ],
  [
    'the replacement of 16,000 words at once',
    'word '.repeat(WORDS),
    (doc) => [
      updateOf(doc, (text) => {
        for (let at = 0; at < 6 * WORDS; at += 6) {
          text.insert(at, 'other');
          text.delete(at + 5, 4);
        }
      }),
    ],
  ],
  ['10,000 letters written offline in many places', 'word '.repeat(WORDS), (doc) => [scatter(doc, 10_000)]],
  [
    'all removed of what was written letter by letter',
    'Beds\n',
    (doc) => [scatter(doc, 10_000), updateOf(doc, (text) => text.delete(0, text.length))],
  ],
  [
    '5000 lines added at the top one by one',
    'Beds\n',
    (doc) => [
      updateOf(doc, (text) => {
        for (let nth = 0; nth < 5000; nth += 1) text.insert(0, `${nth}\n`);
      }),
    ],
  ],
])('%s is accepted, three times over', (_, content, write) => {
  const { doc, receive } = open(content);
  for (let time = 0; time < 3; time += 1) {
    const editor = openState([Y.encodeStateAsUpdate(doc)]);
    const known = Y.encodeStateVector(doc);
    for (const update of write(editor)) expect(receive(update)).toBe('accepted');
    // The answer of a client that joins again.
    expect(receive(Y.encodeStateAsUpdate(editor, known))).toBe('accepted');
  }
});

test('two editors that were offline, each with 500 lines at the top, are both accepted', () => {
  const { doc, state, receive } = open('Beds\n');
  for (const name of ['a', 'b']) {
    const editor = openState([state]);
    for (let nth = 0; nth < 500; nth += 1) editor.getText('content').insert(0, `${name} ${nth}\n`);
    expect(receive(Y.encodeStateAsUpdate(editor))).toBe('accepted');
  }
  expect(doc.getText('content').toString().split('\n')).toHaveLength(1002);
});

test('the bound of steps holds for whatever neighbours items name', () => {
  const neighbour = fc.option(fc.record({ client: fc.nat(2), clock: fc.nat(14) }), { nil: undefined });
  const items = fc.array(fc.record({ origin: neighbour, rightOrigin: neighbour }), { minLength: 1, maxLength: 12 });
  let checks = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(items, items), { minLength: 1, maxLength: 3 }), (rounds) => {
      const { epoch, state, doc, first } = open('0123456789');
      const clients = [epoch, 7, 8];
      const parts = [state];
      const clocks = [0, 0];
      for (const round of rounds) {
        /** Names an item that is known before the item at `at` of client `nth`. */
        const named = (nth: number, at: number, { client, clock }: { client: number; clock: number }) => {
          const limit = client === nth + 1 ? clocks[nth]! + at : (clocks[client - 1] ?? 0);
          return limit === 0
            ? { client: epoch, clock: first + (clock % 10) }
            : { client: clients[client]!, clock: clock % limit };
        };
        const made = round.map((some, nth) => ({
          client: clients[nth + 1]!,
          clock: clocks[nth]!,
          items: some.map(({ origin, rightOrigin }, at) => ({
            origin: origin && named(nth, at, origin),
            rightOrigin: rightOrigin && named(nth, at, rightOrigin),
          })),
        }));
        const update = madeUpdate(made);
        const news = Y.decodeUpdate(update).structs.filter((struct) => struct instanceof Y.Item);
        const bound = boundSteps(doc, news, new Places(doc, news));
        Y.applyUpdate(doc, update);
        expect(doc.store.pendingStructs).toBeNull();
        const before = openCounted(parts)!.steps;
        parts.push(update);
        expect(openCounted(parts)!.steps - before).toBeLessThanOrEqual(bound);
        checks += 1;
        for (const [nth, some] of round.entries()) clocks[nth]! += some.length;
      }
    }),
    { numRuns: 1000 },
  );
  expect(checks).toBeGreaterThanOrEqual(1000);
});
