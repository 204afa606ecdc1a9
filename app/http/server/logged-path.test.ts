import { expect, test } from 'vitest';
import { loggedPath } from '#app/http/server/logged-path.ts';

test.each([
  ['/doc/clxyz0000000000000000001', '/doc/clxyz0000000000000000001'],
  ['/s/Key-of-a-link/files/c1?theme=dark', '/s/…/files/c1?theme=dark'],
  ['/unsubscribe/Key?x=1', '/unsubscribe/…?x=…'],
  ['/unwatch/Key', '/unwatch/…'],
  ['/pictures/Sig?url=https%3A%2F%2Fa.example', '/pictures/…?url=…'],
  ['/search?keyword=divorce&page=2', '/search?keyword=…&page=2'],
  ['/reset-password?tempId=abc#x', '/reset-password?tempId=…'],
  ['/auth-callback?code=abc&state=def', '/auth-callback?code=…&state=…'],
  ['/api/files/upload/c1?sig=abc&expires=1', '/api/files/upload/c1?sig=…&expires=…'],
  [`/nowhere/${'k'.repeat(43)}`, '/nowhere/…'],
  ['/?arbor_Secret1=', '/?…=…'],
  ['/admin/token-usage?month=2026-11&sort=tokens', '/admin/token-usage?month=2026-11&sort=tokens'],
  ['/x?page=ada@example.com', '/x?page=…'],
])('%s is logged as %s', (url, expected) => {
  expect(loggedPath(url)).toBe(expected);
});
