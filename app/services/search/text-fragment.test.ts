import { expect, test } from 'vitest';
import { makeSnippets } from '#app/services/search/make-snippet.ts';
import { parseQuery } from '#app/services/search/parse-query.ts';

const fragmentOf = (plainText: string, keyword: string) =>
  makeSnippets([{ plainText, title: '' }], parseQuery(keyword))[0]!
    .fragment?.split('&')
    .map(decodeURIComponent);
const LONG = 'and more words of the same line follow here, so that it is long enough.';

test('a match has the words around it as context, then one word on either side', () => {
  expect(fragmentOf(`Before.\nYou start an import of notes ${LONG}`, 'import')).toEqual([
    'text=You start an-,import,-of notes and',
    'text=an-,import',
    'text=import,-of',
  ]);
});

test('a short line is quoted as a whole, between its neighbours', () => {
  expect(fragmentOf('The end.\nImport\nFirst, choose.', 'import')).toEqual([
    'text=end.-,Import,-First',
    'text=end.-,Import',
    'text=Import,-First',
  ]);
  expect(fragmentOf('Import', 'import')).toEqual(['text=Import']);
});

test('characters that separate the parts of a directive are encoded', () => {
  const [{ fragment } = { fragment: '' }] = makeSnippets(
    [{ plainText: `Tom & Jerry, so-called: well-known friends ${LONG}`, title: '' }],
    parseQuery('known'),
  );
  expect(fragment).toBe(
    'text=so%2Dcalled%3A%20well%2D-,known,-friends%20and%20more&text=well%2D-,known&text=known,-friends',
  );
});

test('Chinese words are cut where browsers cut them', () => {
  const text = '公园里有很多人在散步，我们进入了图书馆看书。然后公园关门了，大家一起回家吃晚饭，一起看电视。';
  expect(fragmentOf(text, '书馆')?.[0]).toMatch(/^text=[^,]+-,图书馆,-看书/);
});

test('words beyond the first piece of a long text have their context', () => {
  const text = `${'lorem ipsum dolor sit amet '.repeat(2000)}\nhere stands the needle alone ${LONG}`;
  expect(fragmentOf(text, 'needle')?.[0]).toBe(
    'text=stands the-,needle,-alone and more'.replace('stands', 'here stands'),
  );
});

test('a source has no passage on the page', () => {
  const source = { plainText: '<!-- gazebo -->', title: '', isSource: true };
  expect(makeSnippets([source], parseQuery('gazebo'))).toMatchObject([
    { snippet: '<mark>gazebo</mark>', fragment: null },
  ]);
});
