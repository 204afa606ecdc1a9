import { expect, test } from 'vitest';
import {
  checkLocales,
  compareTexts,
  findForeignPunctuation,
  findTouchingScripts,
} from '#tests/locales/check-locales.ts';

test('every language has every text', () => {
  expect(checkLocales()).toEqual([]);
});

test('a missing key, an unknown key, a missing plural form and another placeholder are found', () => {
  const english = { a: { b: 'B', c: 'C {{name}}' }, files_one: '{{count}} file', files_other: '{{count}} files' };
  expect(compareTexts('zh', { a: { b: '乙', c: '丙 {{title}}', d: '丁' } }, english)).toEqual([
    'zh: files_other is missing',
    'zh: a.d is not in English',
    'zh: a.c has the placeholders {{title}} instead of {{name}}',
  ]);
  expect(compareTexts('zh', { a: { c: '丙 {{name}}' }, files_other: '{{count}} 个文件' }, english)).toEqual([
    'zh: a.b is missing',
  ]);
});

test('Chinese texts keep a space beside Latin words, numbers and their placeholders', () => {
  const texts = {
    a: '3 篇',
    b: '3篇',
    c: '{{count}} 篇',
    d: '共{{count}} 篇',
    e: '在「{{title}}」里',
    f: '用AI',
    g: '第一行\n第二行',
  };
  expect(findTouchingScripts(texts).map((problem) => problem.split(' ')[1])).toEqual(['b', 'd', 'f']);
});

test('Chinese texts have one form of quotes, address, ellipsis and punctuation', () => {
  const texts = {
    a: '「引号」，冒号：问号？省略…',
    b: '“引号”',
    c: '您好',
    d: '正在保存……',
    e: '冒号: 值',
    f: '「标题」, 更多',
    g: 'smtp://用户:密码@mail.example.com:587，或 smtps://。',
  };
  expect(findForeignPunctuation(texts).map((problem) => problem.split(' ')[1])).toEqual(['b', 'c', 'd', 'e', 'f']);
});
