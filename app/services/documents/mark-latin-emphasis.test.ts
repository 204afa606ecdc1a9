import { expect, test } from 'vitest';
import { markLatinEmphasis } from '#app/services/documents/mark-latin-emphasis.ts';

test('Latin emphasis in a Chinese text is of another language, Chinese emphasis is not', () => {
  const html = '<p>这是一份<em>重要</em>的文档，讲述 <em>Reducer</em> 与 <em>React 组件</em>。</p>';
  expect(markLatinEmphasis(html)).toBe(html.replace('<em>Reducer', '<em lang="und">Reducer'));
});

test('other texts stay as they are', () => {
  for (const html of ['<p>An <em>English</em> text with 中文.</p>', '<p>这是文档。</p>'])
    expect(markLatinEmphasis(html)).toBe(html);
});
