import { expect, test } from 'vitest';
import { readWiki } from '#app/markdown/wiki-links.ts';

const linksIn = (source: string) => readWiki(source).links;

test('a link has a target, a heading and an alias; an embedded picture a size', () => {
  const empty = { heading: '', alias: '', size: '', isEmbed: false };
  expect(linksIn('[[Name]] and [[In/Name#Top#Part|words]]')).toEqual([
    { ...empty, start: 0, end: 8, target: 'Name' },
    { ...empty, start: 13, end: 39, target: 'In/Name', heading: 'Part', alias: 'words' },
  ]);
  expect(linksIn('| ![[a.png\\|300x20]] |')).toMatchObject([
    { start: 2, end: 20, target: 'a.png', size: '300x20', alias: '', isEmbed: true },
  ]);
  expect(linksIn('[[#Part]]')).toMatchObject([{ target: '', heading: 'Part' }]);
});

test.each([
  '`[[a]]` ``x ` [[a]]``',
  '```\n[[a]]\n```',
  '> ~~~~\n> [[a]]\n> ~~~\n> [[a]]\n> ~~~~',
  '- ```\n  [[a]]\n  ```',
  '[[a]](b.md)',
  '[[ ]] [[]] [[a\nb]]',
])('%j has none', (source) => {
  expect(readWiki(source)).toEqual({ content: source, links: [], hasTooMany: false });
});

test('between the spans of code of a line there are links', () => {
  const line = '`a` [[b]] ``c ` [[d]]`` [[e]] ` [[f]] `` [[g]] `[[h]]';
  expect(linksIn(line).map(({ target }) => target)).toEqual(['b', 'e', 'h']);
  const many = Array.from({ length: 20_000 }, (_, nth) => `${'`'.repeat((nth % 7) + 1)} [[a]]`).join(' ');
  expect(linksIn(many).length).toBeLessThan(20_000);
});

test('front matter stays as written', () => {
  const head = '---\naliases: ["[[a]]"]\nup: "[[b|c_d]]"\nnote: |\n  > [!bug] x\n---\n';
  const { content, links } = readWiki(`${head}> [!bug]\n[[c]]`);
  expect(content).toBe(`${head}> [!CAUTION]\n[[c]]`);
  expect(links.map(({ start, end }) => content.slice(start, end))).toEqual(['[[c]]']);
});

test('the offsets are those of the text with its callouts rewritten', () => {
  const { content, links } = readWiki('> [!faq]- Why [[a]]?\n> Because.\n\n[[b]]');
  expect(content).toBe('> [!NOTE]\n> **Why [[a]]?**\n> Because.\n\n[[b]]');
  expect(links.map(({ start, end }) => content.slice(start, end))).toEqual(['[[a]]', '[[b]]']);
});

test.each([
  ['> [!note]', '> [!note]'],
  ['> [!WARNING]\r', '> [!WARNING]\r'],
  ['> [!bug]', '> [!CAUTION]'],
  ['>> [!own-kind]+ Title', '>> [!NOTE]\n>> **Title**'],
  ['> [!success] It **works**\r', '> [!TIP]\n> **It works**\r'],
])('%j becomes %j', (source, written) => {
  expect(readWiki(source).content).toBe(written);
});

test('a million brackets and backticks are read in bounded time', () => {
  expect(linksIn('[['.repeat(700_000))).toEqual([]);
  expect(linksIn(`${'` '.repeat(20_001)}[[a]]`)).toHaveLength(1);
});
