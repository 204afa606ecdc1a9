import { expect, test } from 'vitest';
import { repointLinks } from '#app/services/transfer/import/repoint-links.ts';

const idOfPath = new Map([
  ['a b.md', 'ID'],
  ['in/c(1).md', 'ID'],
]);
const attachable = (others: string[]) => ({
  has: (path: string) => others.includes(path),
  attach: (documentId: string, path: string) => `/attached/${documentId}/${path}`,
});
const repoint = (content: string, others: string[] = []) =>
  repointLinks(
    'someone',
    { id: 'here', content, path: 'in/here.md', folder: 'in', top: '' },
    idOfPath,
    attachable(others),
  );

test.each([
  ['[x](../a%20b.md)', '[x](/doc/ID)'],
  ['[x](<../a b.md#part> "T")', '[x](</doc/ID#part> "T")'],
  ['[x](../a&#32;b.md)', '[x](/doc/ID)'],
  ['[x](c(1).md)', '[x](/doc/ID)'],
  ['[x](c\\(1\\).md)', '[x](/doc/ID)'],
  ['[x]\n\n[x]:\n  /a%20b', '[x]\n\n[x]:\n  /doc/ID'],
  ['<a class="y" href = "../a b.md">x</a>', '<a class="y" href = "/doc/ID">x</a>'],
  ["<img src='./c(1).md'>", "<img src='/doc/ID'>"],
])('%s leads to the document', async (written, expected) => {
  expect((await repoint(written)).content).toBe(expected);
});

test('query and fragment come along, of documents and of files', async () => {
  const written =
    '[x](here.pdf#page=3) ![y](here.png?w=320) [z](../a%20b.md?x=1#part) <a href="here.pdf?a=1&amp;b#c">w</a>';
  const { content } = await repoint(written, ['in/here.pdf', 'in/here.png']);
  expect(content).toBe(
    '[x](/attached/here/in/here.pdf#page=3) ![y](/attached/here/in/here.png?w=320) [z](/doc/ID?x=1#part) <a href="/attached/here/in/here.pdf?a=1&amp;b#c">w</a>',
  );
});

test.each([
  '[x](https://example.com/a%20b.md) [y](#a) [z](../../a%20b.md) [w](%zz) `[x](../a%20b.md)`',
  '[x](nothing.md) ![remote](https://example.com/a.png) [f](data.json)',
])('%s stays as it is', async (written) => {
  expect(await repoint(written)).toEqual({ content: written, notTaken: [] });
});

test('a picture that did not come along is told about, one that did is not', async () => {
  const others = ['in/here.png'];
  expect((await repoint('![a](here.png) ![b](gone.png) <img src="also gone.JPG">', others)).notTaken).toEqual([
    { path: 'in/here.md', reason: 'image', detail: 'gone.png' },
    { path: 'in/here.md', reason: 'image', detail: 'also gone.JPG' },
  ]);
});
