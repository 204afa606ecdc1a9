import { afterEach, expect, test } from 'vitest';
import { inward, outward, setBasePath } from '#app/address/base-path.ts';
import { outwardHtml } from '#app/address/html-addresses.ts';
import { outwardProps } from '#app/address/outward-props.ts';

afterEach(() => setBasePath(''));

test.each([
  ['/', '/notes/'],
  ['/doc/a?b#c', '/notes/doc/a?b#c'],
  ['/notes/doc/a', '/notes/doc/a'],
  ['/notesbook', '/notes/notesbook'],
  ['//example.com/', '//example.com/'],
  ['https://example.com/doc', 'https://example.com/doc'],
  ['#part', '#part'],
  ['?lng=zh', '?lng=zh'],
  ['', ''],
])('outward turns %s into %s', (ours, shown) => {
  setBasePath('/notes');
  expect(outward(ours)).toBe(shown);
  expect(outward(shown)).toBe(shown);
});

test.each([
  ['/notes', '/'],
  ['/notes?a', '/?a'],
  ['/notes/', '/'],
  ['/notes/doc/a?b', '/doc/a?b'],
  ['/doc/a', '/doc/a'],
  ['/notesbook', '/notesbook'],
])('inward turns %s into %s', (shown, ours) => {
  setBasePath('/notes');
  expect(inward(shown)).toBe(ours);
  expect(inward(ours)).toBe(ours);
});

test('at the root of a host nothing changes', () => {
  for (const address of ['/', '/doc/a', '//a', '#a'])
    expect([outward(address), inward(address)]).toEqual([address, address]);
  const html = '<a href="/doc/a">a</a>';
  expect(outwardHtml(html)).toBe(html);
});

test('addresses in tags of HTML change, text that looks like one does not', () => {
  setBasePath('/notes');
  const html =
    '<p title="a > b" class="x"><a class="y" href="/doc/a#b">&lt;a href="/doc/a"></a><img src="/api/files/c" alt=""><a href="https://a.example/doc">x</a></p>';
  expect(outwardHtml(html)).toBe(
    '<p title="a > b" class="x"><a class="y" href="/notes/doc/a#b">&lt;a href="/doc/a"></a><img src="/notes/api/files/c" alt=""><a href="https://a.example/doc">x</a></p>',
  );
  expect(outwardHtml(outwardHtml(html))).toBe(outwardHtml(html));
});

test('every address among the properties of an element changes', () => {
  setBasePath('/notes');
  const html = { __html: '<a href="/a"></a>' };
  expect(outwardProps('img', { src: '/a', srcSet: '/a?w=1 1w, /a?w=2 2w', alt: '/a' })).toEqual({
    src: '/notes/a',
    srcSet: '/notes/a?w=1 1w, /notes/a?w=2 2w',
    alt: '/a',
  });
  expect(outwardProps('div', { dangerouslySetInnerHTML: html })).toEqual({
    dangerouslySetInnerHTML: { __html: '<a href="/notes/a"></a>' },
  });
  expect(outwardProps('script', { dangerouslySetInnerHTML: html })).toEqual({ dangerouslySetInnerHTML: html });
  const action = () => undefined;
  expect(outwardProps('form', { action, href: '/a' })).toEqual({ action, href: '/notes/a' });
});
