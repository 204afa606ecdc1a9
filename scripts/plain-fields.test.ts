import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { withPlainFields } from './plain-fields.js';

const file = join(dirname(createRequire(import.meta.url).resolve('markdown-it')), 'markdown-it.mjs');

test('the installed parser has the helper, and keeps its lines without it', () => {
  const code = readFileSync(file, 'utf8');
  const changed = withPlainFields(code, file)!.code;
  expect(changed).toContain('e[r] = t; return e;');
  expect(changed).not.toContain('Object.defineProperty(e, r');
  expect(changed.split('\n').length).toBe(code.split('\n').length);
});

test('other files stay as they are, and a parser without the helper is named', () => {
  expect(withPlainFields('anything', '/a/other.mjs')).toBeNull();
  expect(() => withPlainFields('class Token {}', '/x/markdown-it/dist/markdown-it.mjs')).toThrow('no helper');
});
