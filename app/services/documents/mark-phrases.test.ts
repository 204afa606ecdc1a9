import { expect, test } from 'vitest';
import { markHeadings, markPhrases, phrasedTitle } from '#app/services/documents/mark-phrases.ts';

const phrases = (html: string) => markPhrases(html).split('<wbr>');

test('a long Chinese title may break between words only', () => {
  expect(phrases('前端团队季度规划与知识管理平台迁移方案')).toEqual([
    '前端',
    '团队',
    '季度',
    '规划',
    '与',
    '知识',
    '管理',
    '平台',
    '迁移',
    '方案',
  ]);
});

test('characters that no dictionary joins stay together, but for function words', () => {
  expect(phrases('把现有的文档全部迁移到组件之中')).toContain('文档');
  expect(phrases('如何在组件之间共享状态和文档')).toContain('组件');
});

test('Latin letters take room too, and an adjective stays with its word', () => {
  expect(phrases('在 JSX 中通过大括号使用 JavaScript')).toEqual(['在 JSX 中', '通过', '大括号', '使用 JavaScript']);
});

test('what fits in one line, punctuation and other scripts are left to the browser', () => {
  for (const text of ['状态管理', 'A very long title in English, of many words', ''])
    expect(markPhrases(text)).toBe(text);
  expect(phrases('使用 reducer 整合状态逻辑（上）：迁移与重构')).not.toContain('：');
});

test('tags and escapes of a heading stay as they are', () => {
  const html = '为什么<code>useState</code>会让组件&amp;页面重新渲染两次';
  expect(markPhrases(html).replaceAll('<wbr>', '')).toBe(html);
  expect(markPhrases(html)).toContain('<code>useState</code>');
  expect(markPhrases(html)).toContain('&amp;');
  const titled = '<a title="a > 为什么我们需要把现有的文档全部迁移">为什么</a>';
  expect(markPhrases(titled)).toBe(titled);
});

test('a title that people wrote stays text', () => {
  expect(phrasedTitle('<b>为什么我们需要把现有的文档全部迁移&')).toMatch(/^&lt;b>.*<wbr>.*&amp;$/);
  expect(phrasedTitle('状态 <b>')).toBeNull();
});

test('only headings of a text are marked, and no formulas', () => {
  const long = '为什么我们需要把现有的文档全部迁移';
  const html = `<p>${long}</p><h2 id="a">${long}</h2><h3><span class="katex">${long}</span></h3>`;
  expect(markHeadings(html)).toBe(html.replace(`<h2 id="a">${long}`, `<h2 id="a">${markPhrases(long)}`));
  expect(markHeadings(html)).toContain('<wbr>');
});

test('headings beyond a bound are left to the browser', () => {
  const heading = '<h2>为什么我们需要把现有的文档全部迁移</h2>';
  const marked = markHeadings(heading.repeat(2000));
  expect(marked.startsWith(markHeadings(heading))).toBe(true);
  expect(marked.endsWith(heading)).toBe(true);
});
