import { expect, test } from 'vitest';
import { windows } from '#app/services/ai/find-passages.ts';
import { significantWords } from '#app/services/ai/significant-words.ts';

test('a question is searched by the words that say what it is about', () => {
  expect(significantWords('How long do the quinces keep in my cellar?')).toEqual(['quinces', 'cellar', 'long', 'keep']);
  expect(significantWords('What is it?')).toEqual([]);
});

test('a Chinese question is cut at its little words, and long parts into pairs', () => {
  expect(significantWords('请问灰度发布有哪些步骤？')).toEqual(['灰度发布', '灰度', '度发', '发布', '步骤']);
  expect(significantWords('React组件怎么测试？')).toEqual(['react', '组件', '测试']);
});

test('of a long text the stretches with most of the words are read, in their order', () => {
  const filler = 'Nothing of interest stands here. '.repeat(100);
  const text = `${filler}quinces${filler}quinces in the cellar${filler}cellar`;
  const found = windows(text, ['quinces', 'cellar']);
  expect(found).toHaveLength(2);
  expect(found.some((part) => part.includes('quinces in the cellar'))).toBe(true);
  expect(windows('short', ['quinces'])).toEqual(['short']);
});
