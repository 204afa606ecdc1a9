import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { narrowSource } from './narrow-source.js';

// Each source is an expression; "\u005c" is a backslash.
const SOURCES = [
  "'汉字 – “quoted” 🌱 é'",
  "'\u005c–, two \u005c\u005c– and three \u005c\u005c\u005c–'",
  '`汉字\n🌱`',
  '({ 名: 1, "键": 2 })',
  '(() => { const 值 = 3; return 值; })()',
  "'a–b 中'.replace(/[–\u005c—]/g, '-')",
  "'中🌱x'.match(/^(?:[\u4e00-\u9fff]|🌱)+/u)[0]",
  'JSON.parse(\'{"a":"中\u005c\u005cn…"}\')',
  '1 /* 注 */ + 2 // 注',
];

test.each(SOURCES)('%s means the same in one-byte characters', (source) => {
  const narrow = narrowSource(source);
  expect(narrow).toMatch(/^[\0-\u00ff]*$/);
  expect(runInThisContext(narrow)).toEqual(runInThisContext(source));
});

test('a source that is narrow already stays as it is, line by line', () => {
  expect(narrowSource("'é'\n")).toBe("'é'\n");
  expect(narrowSource("'中'\n'文'").split('\n')).toHaveLength(2);
});
