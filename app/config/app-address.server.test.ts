import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appAddress, OWN_PLACES } from '#app/config/app-address.server.ts';

const ROOT = join(import.meta.dirname, '../..');

test.each([
  ['https://notes.example.com', 'https://notes.example.com'],
  ['https://notes.example.com/', 'https://notes.example.com'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://example.com/notes', 'https://example.com/notes'],
  ['https://example.com/a/b-c/', 'https://example.com/a/b-c'],
])('%s is an address', (text, address) => {
  expect(appAddress.parse(text)).toBe(address);
});

test.each([
  'notes.example.com',
  'ftp://example.com/notes',
  'https://example.com/?a',
  'https://example.com/notes#a',
  'https://example.com/a//b',
  'https://example.com/a/../b',
  'https://example.com/a%20b',
  'https://example.com/doc',
  'https://example.com/api/notes',
  'https://user@example.com/notes',
])('%s is refused', (text) => {
  expect(appAddress.safeParse(text).success).toBe(false);
});

test('no page, file or handler of ours is missing among our places', () => {
  const routes = readFileSync(join(ROOT, 'app/routes.ts'), 'utf8').matchAll(/route\('\/?([\w.-]+)/g);
  const handlers = readFileSync(join(ROOT, 'app/http/server/express-app.ts'), 'utf8').matchAll(/'\/([\w.-]+)/g);
  const first = [...routes, ...handlers].map(([, place]) => place!);
  const places = new Set([...first, ...readdirSync(join(ROOT, 'public')), ...readdirSync(join(ROOT, 'build/client'))]);
  const missed = [...places].filter((place) => !/\.(?:br|gz)$/.test(place) && !OWN_PLACES.includes(place));
  expect(missed).toEqual([]);
});
