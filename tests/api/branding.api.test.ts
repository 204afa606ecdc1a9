import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilCached } from '#tests/support/cached-page.ts';
import { makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';
import { type RunningServer, startInVain, startServer } from '#tests/support/server.ts';

let folder: string;
let server: RunningServer;
let olga: Person;
let docId: string;

const picture = (color: string) =>
  sharp({ create: { width: 900, height: 300, channels: 4, background: color } })
    .png()
    .withExif({ IFD0: { Copyright: 'A secret place' } })
    .toBuffer();
const file = (name: string) => join(folder, name);
const LOGO = /\/branding\/logo\.[\w-]{12}\.webp/;
const ACCENT = /\/branding\/accent\.[\w-]{12}\.css/;
const fetched = (path: string) => fetch(new URL(path, server.url));
const restart = async (place: RunningServer, more: Record<string, string>) => {
  await place.stop();
  return startServer({ DATA_DIR: place.dataDir, PORT: new URL(place.url).port, ...more });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbor-branding-'));
  await writeFile(file('logo.png'), await picture('#aa3366'));
  await writeFile(file('dark.png'), await picture('#ffccdd'));
  await writeFile(file('logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const before = await startServer();
  olga = await newPerson(before, 'olga');
  docId = (await makeDocument(olga, { content: 'Words' })).id;
  server = before;
});
afterAll(async () => {
  await server.remove();
  await rm(server.dataDir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

test('without one, pages have the logo and colours of Arbor', async () => {
  const { text } = await visitor(server).page.get('/login');
  expect([LOGO.test(text), ACCENT.test(text)]).toEqual([false, false]);
});

test('logo and accent are on every page, also public ones and kept ones, and change with their content', async () => {
  const plain = await untilCached(olga, `/doc/${docId}`);
  const branded = { LOGO_FILE: file('logo.png'), LOGO_FILE_DARK: file('dark.png'), ACCENT_COLOR: '#AA3366' };
  server = await restart(server, branded);
  const kept = await untilCached(olga, `/doc/${docId}`);
  expect(kept.headers.get('ETag')?.split('.')[0]).not.toBe(plain.headers.get('ETag')?.split('.')[0]);
  const link = await makeLink(olga, docId);
  const pages = [
    (await visitor(server).page.get('/login')).text,
    (await visitor(server).page.get('/')).text,
    (await visitor(server).page.get(link)).text,
    (await olga.page.get('/nowhere')).text,
    kept.text,
  ];
  for (const text of pages) expect([LOGO.test(text), ACCENT.test(text)]).toEqual([true, true]);
  expect(pages[0]).toMatch(/\/branding\/logo-dark\.[\w-]{12}\.webp/);
  const accentPath = ACCENT.exec(pages[0]!)![0];
  const accent = await fetched(accentPath);
  expect([accent.status, accent.headers.get('Content-Type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(accent.headers.get('Cache-Control')).toContain('immutable');
  expect(await accent.text()).toMatch(/^:root\{--leaf:light-dark\(#[\da-f]{6},#[\da-f]{6}\);/);
  server = await restart(server, { ...branded, ACCENT_COLOR: '#336699' });
  const next = await untilCached(olga, `/doc/${docId}`);
  expect(ACCENT.exec(next.text)![0]).not.toBe(accentPath);
  expect((await fetched(accentPath)).status).toBe(404);
});

test('the logo is encoded anew, bounded, without what else was in its file', async () => {
  const { text } = await visitor(server).page.get('/login');
  const answer = await fetched(LOGO.exec(text)![0]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('Content-Type')).toBe('image/webp');
  const { width, height, format, exif } = await sharp(bytes).metadata();
  expect([width, height, format, exif]).toEqual([384, 128, 'webp', undefined]);
  expect(text).toContain('width="84" height="28"');
  expect((await fetched('/branding/../package.json')).status).toBe(404);
});

test('what is no picture or colour stops the start with the name of its variable', async () => {
  for (const [env, told] of [
    [{ LOGO_FILE: file('logo.svg') }, /LOGO_FILE: got ".*logo\.svg", takes a picture in PNG/],
    [{ LOGO_FILE: '/nowhere.png' }, /LOGO_FILE: got "\/nowhere\.png", takes the absolute path/],
    [{ LOGO_FILE_DARK: file('dark.png') }, /LOGO_FILE: got nothing, takes a value, because LOGO_FILE_DARK is set/],
    [{ ACCENT_COLOR: 'red' }, /ACCENT_COLOR: got "red", takes a colour such as #1f6f4a/],
  ] as const) {
    const { code, output } = await startInVain(env);
    expect([code, told.test(output), output]).toEqual([1, true, output]);
  }
});
