import { expect, test } from 'vitest';
import { pointFileLinks } from '#app/markdown/point-file-links.ts';
import { pointPictures } from '#app/markdown/point-pictures.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

/** Returns the sources passed to the callback, in order, and the HTML in which each was replaced by `/ours`. */
function pointed(source: string): { asked: string[]; html: string } {
  const asked: string[] = [];
  const html = pointPictures(renderMarkdown(source).html, (address) => {
    asked.push(address);
    return '/ours';
  });
  return { asked, html };
}

test.each([
  ['Markdown', '![a](https://other.example/a.png?x=1&y=2)', 'https://other.example/a.png?x=1&y=2'],
  ['HTML', '<img alt="b" src="http://other.example/b.png" width="3">', 'http://other.example/b.png'],
  ['HTML without a scheme', '<img src="//other.example/c.png">', '//other.example/c.png'],
  ['a link around it', '[![d](https://other.example/d.png)](https://example.com)', 'https://other.example/d.png'],
])('a picture of another host is pointed elsewhere: %s', (_name, source, address) => {
  const { asked, html } = pointed(source);
  expect(asked).toEqual([address]);
  expect(html).toContain('src="/ours"');
  expect(html).not.toContain('other.example');
});

test.each([
  '![own](/api/files/c12345678901234567890123)',
  '[a link](https://other.example/a.png)',
  '`<img src="https://other.example/a.png">`',
  'Text: &lt;img src="https://other.example/a.png"&gt;',
  '![<img src="](/a.png)',
  '<p title="<img a=" lang=" src=https://other.example/a.png>">x</p>',
])('nothing else is: %s', (source) => {
  const { html } = renderMarkdown(source);
  expect(pointed(source)).toEqual({ asked: [], html });
});

test.each([pointPictures, pointFileLinks])('an attribute full of tags is read once', (point) => {
  const { html } = renderMarkdown(`<p title="${'<img a'.repeat(100_000)}">/api/files/ x</p>`);
  expect(html.length).toBeGreaterThan(600_000);
  expect(point(html, () => '/ours')).toBe(html);
});

test('pictures beyond the limit stay as they are', () => {
  const { html } = renderMarkdown('![](https://other.example/a.png)\n'.repeat(5));
  const pointed = pointPictures(html, () => '/ours', 2);
  expect([pointed.split('/ours').length - 1, pointed.split('other.example').length - 1]).toEqual([2, 3]);
});
