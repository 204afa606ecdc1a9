import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const TOKENS = readFileSync(join(import.meta.dirname, '../../app/styles/tokens.css'), 'utf8');
const CHINESE = /"[^"]*(?: SC|PingFang|Hiragino|YaHei|CJK)[^"]*"/;

test('Chinese faces stand only where the language is Chinese', () => {
  const rules = [...TOKENS.matchAll(/([^{}]+)\{([^{}]*--font-ui:[^{}]*)\}/g)].map(([, selector, body]) => ({
    isChinese: selector!.includes('[lang="zh"]'),
    hasChineseFace: CHINESE.test(body!),
  }));
  expect(rules).toEqual([
    { isChinese: false, hasChineseFace: false },
    { isChinese: true, hasChineseFace: true },
  ]);
});
