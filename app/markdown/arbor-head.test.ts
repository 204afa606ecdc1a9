import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ArborHead, splitHead, withHead } from '#app/markdown/arbor-head.ts';
import { readFrontMatter } from '#app/markdown/parse/front-matter.ts';
import { repeats } from '#tests/support/length.ts';

const HEAD: ArborHead = {
  id: 'c12345678901234567890123',
  title: 'Beds: "north" & south',
  icon: '🌱',
  isStarred: true,
  createdAt: '2026-03-10T12:00:00.000Z',
  updatedAt: '2026-03-11T12:00:00.000Z',
};

test('a text without front matter gets a head that any tool reads', () => {
  const file = withHead('# Beds\n', HEAD);
  expect(readFrontMatter(file).data).toEqual({ arbor: 1, ...HEAD });
  expect(splitHead(file)).toEqual({ content: '# Beds\n', head: { arbor: 1, ...HEAD } });
});

test('a text with front matter of its own keeps it, in one head', () => {
  const content = '---\ntitle: Mine\ntags: [a]\n---\nText';
  const file = withHead(content, HEAD);
  expect(readFrontMatter(file).data).toEqual({ arbor: HEAD, title: 'Mine', tags: ['a'] });
  expect(splitHead(file)).toEqual({ content, head: HEAD });
});

test.each([
  '',
  '\n',
  '---',
  '---\n',
  '---\n---\n',
  '---\n---\nText',
  '---\nno end',
  '\uFEFF---\na: 1\n---\n',
  '---\narbor: mine\n---\nText',
  '---\narbor: 1\n---\nText',
  '---\narbor: {"title":"x"}\n---\nText',
  '---\r\na: 1\r\n---\r\nText',
  '--- \na: 1\n--- \nText',
  '---\n: [broken\n---\nText',
])('byte for byte the same again: %j', (content) => {
  expect(splitHead(withHead(content, HEAD)).content).toBe(content);
});

test('byte for byte the same again, whatever the text and title', () => {
  const line = fc.oneof(
    fc.constantFrom('---', '--- ', 'arbor: 1', 'arbor: {}', 'a: b', ''),
    fc.string({ unit: 'grapheme' }),
  );
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
  const title = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(text, title, (content, name) => {
      const { content: again, head } = splitHead(withHead(content, { ...HEAD, title: name }));
      expect(again).toBe(content);
      expect(head).toMatchObject({ title: name, icon: HEAD.icon });
    }),
    { numRuns: repeats(500, 2000) },
  );
});

test.each(['Text', '---\ntitle: x\n---\nText', '---\narbor: mine\n---\nText', '---\narbor: [1]\n---\n'])(
  'a file Arbor has not written is left alone: %j',
  (source) => {
    expect(splitHead(source)).toEqual({ content: source, head: null });
  },
);
