import { expect, test } from 'vitest';
import { withoutMarks } from '#app/services/search/without-marks.ts';

test('a source loses the marks of Markdown and addresses within the installation', () => {
  expect(withoutMarks('# Plan\n\n> - **Bold** and _thin_ `code`, [React](/doc/cyg0 "Title") [up](#top)')).toBe(
    'Plan\n\nBold and thin code, React up',
  );
});

test('other addresses, names with underscores and hidden words stay', () => {
  expect(withoutMarks('![a heron](weir.png) [Manual](<https://x.example/a_b>) snake_case <!-- note -->').trim()).toBe(
    'a heron (weir.png) Manual (https://x.example/a_b) snake_case   note',
  );
});

test('unclosed marks take linear time', () => {
  const started = performance.now();
  for (const character of ['[', '![', '[](', '[a](b', '*', '_a', '`', '- ', '1. ', '[a]( '])
    withoutMarks(character.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(3000);
});
