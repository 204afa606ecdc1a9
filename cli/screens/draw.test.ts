import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { bar, grouped, joined, sized } from '#cli/screens/draw.ts';

test('bars are drawn to an eighth of a cell, and a little is never nothing', () => {
  expect([0, 0.0001, 0.5, 0.55, 1, 2].map((share) => bar(share, 10))).toEqual([
    '',
    '▏',
    '█████',
    '█████▌',
    '██████████',
    '██████████',
  ]);
});

test('a text takes exactly the cells it is given, whatever it is written in', () => {
  for (const text of ['ada@example.com', '小明的很长的名字@例子.中国', '👩‍👩‍👧 family', 'a\u001b[31mb'])
    for (const width of [1, 2, 5, 6, 40])
      expect([text, width, stringWidth(sized(text, width))]).toEqual([text, width, width]);
  expect([sized('小明小明', 5), sized('小明小明', 6)]).toEqual(['小明…', '小明… ']);
});

test('numbers have thin separators; a line takes the parts there is room for', () => {
  expect(grouped(1_234_567)).toBe('1\u2009234\u2009567');
  expect(joined(['q quit', '小 明', 'rest'], 13)).toBe('q quit  小 明');
});
