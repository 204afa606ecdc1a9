import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { comparePages as compare } from '#app/services/documents/compare-pages.ts';

const comparePages = (before: string, after: string) => compare({ id: 'olga' } as Actor, before, after);

test('two texts are compared as their pages show them, block by block', async () => {
  const parts = await comparePages('# Beds\n\nOld **text**.\n\n- one', '# Beds\n\nNew *text*.\n\n- one\n');
  expect(parts?.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  expect(parts?.[1]?.html).toBe('<p>Old <strong>text</strong>.</p>');
  expect(parts?.[2]?.html).toBe('<p>New <em>text</em>.</p>');
});

test('a heading that went has no anchor beside the one that came', async () => {
  const parts = await comparePages('# Beds', '# Beds {#beds}\n\nMore');
  const ids = parts?.map(({ html }) => /id="([^"]+)"/.exec(html)?.[1]).filter(Boolean) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
});

test('a text that is too long to be compared as a page is not', async () => {
  expect(await comparePages('word '.repeat(90_000), 'other')).toBeNull();
});
