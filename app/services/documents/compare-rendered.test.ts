import { expect, test } from 'vitest';
import { compareRendered } from '#app/services/documents/compare-rendered.ts';

test('two texts are compared as their pages show them, block by block', () => {
  const parts = compareRendered('# Beds\n\nOld **text**.\n\n- one', '# Beds\n\nNew *text*.\n\n- one\n');
  expect(parts?.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  expect(parts?.[1]?.html).toBe('<p>Old <strong>text</strong>.</p>');
  expect(parts?.[2]?.html).toBe('<p>New <em>text</em>.</p>');
});

test('a heading that went has no anchor beside the one that came', () => {
  const parts = compareRendered('# Beds', '# Beds {#beds}\n\nMore');
  const ids = parts?.map(({ html }) => /id="([^"]+)"/.exec(html)?.[1]).filter(Boolean) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
});

test('a text that is too long to be compared as a page is not', () => {
  expect(compareRendered('word '.repeat(90_000), 'other')).toBeNull();
});
