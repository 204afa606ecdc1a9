import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stackCards } from '#app/features/comments/browser/stack-cards.ts';

const cards = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 3000 }), height: fc.integer({ min: 20, max: 400 }) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((list) => list.toSorted((a, b) => a.at - b.at));

test('cards keep their order, do not overlap and stay below the upper end', () => {
  fc.assert(
    fc.property(cards, fc.integer({ min: -1, max: 29 }), (list, chosen) => {
      const tops = stackCards(list, Math.min(chosen, list.length - 1), 0);
      expect(tops[0]).toBeGreaterThanOrEqual(0);
      for (let nth = 1; nth < list.length; nth += 1) {
        expect(tops[nth]).toBeGreaterThanOrEqual(tops[nth - 1]! + list[nth - 1]!.height);
      }
    }),
  );
});

test('cards without neighbours stand at their passages', () => {
  const far = [
    { at: 0, height: 100 },
    { at: 500, height: 100 },
  ];
  expect(stackCards(far, -1, 0)).toEqual([0, 500]);
});

test('the active card stands at its passage if there is room for the cards before it', () => {
  const close = [
    { at: 400, height: 100 },
    { at: 420, height: 100 },
    { at: 440, height: 100 },
  ];
  expect(stackCards(close, 2, 0)).toEqual([216, 328, 440]);
  expect(stackCards(close, -1, 0)).toEqual([400, 512, 624]);
  expect(stackCards(close, 2, 300)).toEqual([300, 412, 524]);
});
