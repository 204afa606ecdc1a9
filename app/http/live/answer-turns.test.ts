import { expect, test } from 'vitest';
import { AnswerTurns } from '#app/http/live/answer-turns.ts';

test('one person’s fifth answer waits until one of four was read, and other people do not wait', async () => {
  const turns = new AnswerTurns();
  const ends = await Promise.all(Array.from({ length: 4 }, () => turns.take('ada')));
  const order: string[] = [];
  const fifth = turns.take('ada').then((end) => {
    order.push('fifth');
    return end;
  });
  await turns.take('ben');
  order.push('ben');
  ends[0]!();
  const end = await fifth;
  expect(order).toEqual(['ben', 'fifth']);
  for (const each of [...ends.slice(1), end]) each();
  await Promise.all(Array.from({ length: 4 }, () => turns.take('ada')));
});
