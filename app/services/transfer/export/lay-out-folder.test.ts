import { expect, test } from 'vitest';
import { layOutFolder } from '#app/services/transfer/export/lay-out-folder.ts';
import { safeName } from '#app/services/transfer/export/safe-name.ts';

const RESERVED = /[<>:"/\\|?*\p{Cc}]|[. ]$|^[. ]/u;

test('siblings keep their order by number, a document with children is a folder with its own text in it', async () => {
  const documents = ['a', 'b', ...'cdefghijkl'].map((id) => ({
    id,
    parentId: null as string | null,
    title: `T ${id}`,
  }));
  documents[1]!.parentId = 'a';
  const places = await layOutFolder(documents);
  expect(places.map(({ path }) => path).slice(0, 3)).toEqual(['01-T a/index.md', '02-T c.md', '03-T d.md']);
  expect(places.at(-1)).toEqual({ id: 'b', path: '01-T a/1-T b.md', folder: '01-T a' });
});

test('a document whose parent is not taken along lies at the top', async () => {
  expect((await layOutFolder([{ id: 'a', parentId: 'elsewhere', title: 'Here' }]))[0]?.path).toBe('1-Here.md');
});

test('names are safe on every file system, different for the same title, and short', async () => {
  const titles = [
    '../../etc/passwd',
    'a\\b:c*?"<>|',
    'CON',
    '.hidden',
    'ends. . ',
    '…',
    '///',
    'x'.repeat(255),
    '根茎'.repeat(120),
  ];
  const names = [...titles, 'Same', 'Same', 'same'].map((title, n) => ({ id: String(n), parentId: null, title }));
  const paths = (await layOutFolder(names)).map(({ path }) => path);
  for (const path of paths) {
    expect(path.replace(/\.md$/, '')).not.toMatch(RESERVED);
    expect(Buffer.byteLength(path)).toBeLessThan(100);
    expect(path.isWellFormed()).toBe(true);
  }
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
});

test('a tree of a thousand levels has paths that can be written', async () => {
  const chain = Array.from({ length: 1000 }, (_, n) => ({
    id: `${n}`,
    parentId: n ? `${n - 1}` : null,
    title: '文档'.repeat(50),
  }));
  const paths = (await layOutFolder(chain)).map(({ path }) => path);
  expect(Math.max(...paths.map((path) => path.split('/').length))).toBeLessThan(55);
  expect(Math.max(...paths.map((path) => Buffer.byteLength(path)))).toBeLessThan(800);
  expect(new Set(paths).size).toBe(1000);
});

test('a name is cut at whole characters', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(safeName(family.repeat(10), 0)).toBe(family.repeat(3));
  const characters = ['a', 'é', 'e\u0301', '根', '🇩🇪', '𝕏', '\ud800', 'क्षि', family];
  for (let nth = 0; nth < 500; nth += 1) {
    // Generated from `nth`: neighbours of every kind, whole and cut.
    const title = Array.from({ length: nth % 80 }, (_, at) => characters[(nth * 7 + at * (1 + (nth % 5))) % 9])
      .join('')
      .normalize();
    const name = safeName(title, 3);
    const whole = [...new Intl.Segmenter('en').segment(title)].map(({ segment }) => segment);
    const fitting = whole.filter((_, at) => Buffer.byteLength(whole.slice(0, at + 1).join('')) <= 40);
    expect(name, title).toBe(fitting.join(''));
  }
});
