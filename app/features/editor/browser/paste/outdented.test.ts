import { expect, test } from 'vitest';
import { outdented } from '#app/features/editor/browser/paste/outdented.ts';

test.each([
  ['  a\n    b', 'a\n  b'],
  ['  a\n\n   \n  b', 'a\n\n \nb'],
  ['\ta\n\t\tb', 'a\n\tb'],
  ['    a\n\tb', '    a\n\tb'],
  ['a\n  b', 'a\n  b'],
  [' \n', ' \n'],
  ['', ''],
])('%j without indentation is %j', (text, after) => {
  expect(outdented(text)).toBe(after);
});

test('a text of very many lines is outdented too', () => {
  const lines = Array.from({ length: 300_000 }, () => '  x');
  expect(outdented(lines.join('\n'))).toBe(lines.map((line) => line.trim()).join('\n'));
});
