import { expect, test } from 'vitest';
import { pointFileLinks } from '#app/markdown/point-file-links.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

const ID = 'c'.padEnd(24, 'x');
const point = (markdown: string) => pointFileLinks(renderMarkdown(markdown).html, (id) => `/s/token/files/${id}`);

test('pictures and links to files lead through the link, words that look like them stay', () => {
  const html = point(`![leaf](/api/files/${ID}) [bed](/api/files/${ID}) \`<img src="/api/files/${ID}">\``);
  expect(html).toContain(`src="/s/token/files/${ID}"`);
  expect(html).toContain(`href="/s/token/files/${ID}"`);
  expect(html.match(/\/api\/files\//g)).toHaveLength(1);
});

test('nothing else is touched', () => {
  for (const markdown of ['[x](/api/files/short)', `[x](https://example.com/api/files/${ID})`, '![x](/covers/a.svg)'])
    expect(point(markdown)).toBe(renderMarkdown(markdown).html);
});
