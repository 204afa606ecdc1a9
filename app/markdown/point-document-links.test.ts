import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentsLinkedIn, pointDocumentLinks } from '#app/markdown/point-document-links.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { repeats } from '#tests/support/length.ts';
import { xssPayloads } from '#tests/support/xss-payloads.ts';

const ORIGIN = 'https://arbor.example.com';
const HERE = 'chere0000000000000000000';
const THERE = 'cthere000000000000000000';
const point = (source: string) =>
  pointDocumentLinks(renderMarkdown(source).html, ORIGIN, (id) => (id === HERE ? `/s/token/${id}?lng=zh` : null));

test('a link to a document of the branch leads to its public page, with its fragment', () => {
  expect(point(`[a](/doc/${HERE})`)).toContain(`<a href="/s/token/${HERE}?lng=zh">a</a>`);
  expect(point(`[a](/doc/${HERE}#top)`)).toContain(`<a href="/s/token/${HERE}?lng=zh#h-top">a</a>`);
  expect(point(`[a](${ORIGIN}/doc/${HERE}?x=1 "A > B")`)).toContain(`href="/s/token/${HERE}?lng=zh"`);
});

test('a link to any other document, or to a tool of one, keeps its words alone', () => {
  for (const target of [
    `/doc/${THERE}`,
    `/doc/${HERE}/edit`,
    `/doc/${HERE}/history?x`,
    `${ORIGIN}/doc/${THERE}`,
    '/doc/',
  ]) {
    const html = point(`[words](${target})`);
    expect(html).toMatch(/<a(?: rel="[^"]*")?>words<\/a>/);
  }
});

test('every other link and every other tag stays as it was', () => {
  const source = `[web](https://example.com/doc/${THERE}) [mail](mailto:a@example.com) [section](#x) <a id="x" title="/doc/${THERE}">anchor</a> <p title='<a href="/doc/${THERE}">'>p</p> \`<a href="/doc/${THERE}">\``;
  const { html } = renderMarkdown(source);
  expect(pointDocumentLinks(html, ORIGIN, () => null)).toBe(html);
  expect(documentsLinkedIn(html, ORIGIN)).toEqual([]);
});

test('no fragment changes the tag around it', () => {
  const part = fc.oneof(
    fc.constantFrom('$&', '$`', "$'", '$$', '$1', '<', '>', '"', '&', '&#x26;', '<div style=position:fixed>'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const source = `[a](</doc/${HERE}#${encodeURIComponent(parts.join(''))}>)`;
      const { html } = renderMarkdown(source);
      expect(html).toMatch(/^<p><a href="[^"<>]*">a<\/a><\/p>\n?$/);
      expect(point(source)).toBe(html.replace(`/doc/${HERE}`, `/s/token/${HERE}?lng=zh`));
    }),
    { numRuns: repeats(200, 2000) },
  );
});

test('names each linked document once', () => {
  const { html } = renderMarkdown(
    `[a](/doc/${HERE}) [b](/doc/${HERE}#x) [c](/doc/${THERE}) [d](${ORIGIN}/doc/${THERE})`,
  );
  expect(documentsLinkedIn(html, ORIGIN)).toEqual([HERE, THERE]);
  expect(documentsLinkedIn(html, null)).toEqual([HERE, THERE]);
});

test('F1: what was made harmless stays as it is', () => {
  for (const payload of xssPayloads) {
    const { html } = renderMarkdown(payload);
    expect(pointDocumentLinks(html, ORIGIN, () => '/s/token')).toBe(html);
  }
});
