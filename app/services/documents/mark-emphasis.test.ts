import { expect, test } from 'vitest';
import { markEmphasis } from '#app/services/documents/mark-emphasis.ts';

test('Latin emphasis in a Chinese text is of another language, Chinese emphasis is not', () => {
  const html = '<p>这是一份<em>重要</em>的文档，讲述 <em>Reducer</em> 与 <em>React 组件</em>。</p>';
  expect(markEmphasis(html)).toBe(html.replace('<em>Reducer', '<em lang="und">Reducer'));
});

test('Chinese emphasis in an English text is Chinese; Japanese and English stay as they are', () => {
  const html = '<p>An <em>English</em> text with the words <em>中文</em> and <em>日本の</em>.</p>';
  expect(markEmphasis(html)).toBe(html.replace('<em>中文', '<em lang="zh">中文'));
  for (const same of ['<p>これは<em>日本</em>の文書です。</p>', '<p>这是文档。</p>'])
    expect(markEmphasis(same)).toBe(same);
});
