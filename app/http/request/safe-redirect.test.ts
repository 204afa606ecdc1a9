import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safePath, signInPath } from '#app/http/request/safe-redirect.ts';

const ORIGIN = 'https://arbor.example.com';

test('a path of this origin is kept, with query and fragment', () => {
  expect(safePath('/doc/x?a=1&b=%2F#top')).toBe('/doc/x?a=1&b=%2F#top');
  expect(safePath('/../a/./b')).toBe('/a/b');
});

test.each([
  'https://evil.example.com',
  '//evil.example.com',
  '/\\evil',
  '/\t/evil',
  '/.//evil',
  'javascript:alert(1)',
  '',
  null,
  5,
  ['/x'],
])('%j leads home', (target) => {
  expect(safePath(target)).toBe('/');
});

test('whatever is asked for, a browser stays on this origin', () => {
  const text = fc.string({
    unit: fc.constantFrom('/', '\\', '.', ':', '@', '%', '2', 'f', 'e', '\t', '\n', ' ', '?', '#', 'a', 'é'),
  });
  fc.assert(
    fc.property(text, (target) => new URL(safePath(`/${target}`), ORIGIN).origin === ORIGIN),
    { numRuns: 5000 },
  );
});

test('signing in leads back to path and query', () => {
  expect(signInPath(new URL('/search?keyword=a&b=c', ORIGIN))).toBe(
    '/login?redirectTo=%2Fsearch%3Fkeyword%3Da%26b%3Dc',
  );
});
