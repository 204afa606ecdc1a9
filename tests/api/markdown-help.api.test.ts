import { expect, test } from 'vitest';
import { EXAMPLE_NAMES, type ExampleName } from '#app/services/help/markdown-examples.ts';
import { sharedServer } from '#tests/support/api-server.ts';
import { newPerson, visitor } from '#tests/support/people.ts';

/** Markup that each row's words promise. */
const PROMISED: Record<ExampleName, RegExp[]> = {
  emphasis: [/<em>/, /<strong>/, /<del>/],
  headings: [/<h2 id="h-([^"]+)">[\s\S]*<h3 id=[\s\S]*href="#h-\1"/],
  paragraphs: [/<\/p>\s*<p>/, /<br>/],
  lists: [/<ul>[\s\S]*<ul>/, /<ol>/],
  tasks: [/type="checkbox" checked disabled/, /type="checkbox" disabled/],
  links: [/<a href="https:\/\/example\.com"[^>]*>(?!http)/, /<a href="https:\/\/example\.com"[^>]*>https:/],
  documents: [/<a href="\/"/],
  mentions: [/<a href="\/people\/\w+"[^>]*>@/],
  pictures: [/<img src="\/covers\/hills\.svg" alt="[^"]+"/],
  cards: [/class="link-card link-card-video"[\s\S]*class="card-kind">YouTube/],
  tables: [/<table>[\s\S]*<th[\s\S]*<td align="right">12</],
  quotes: [/<blockquote>/],
  callouts: [/class="alert alert-tip"/, /class="alert alert-warning"/],
  toggles: [/<details><summary>[\s\S]*<strong>[\s\S]*<\/details>/],
  code: [/<p>[^<]*<code>npm start<\/code>/, /<pre[^>]*>[\s\S]*class="hljs-keyword">const</],
  maths: [/class="katex"/, /class="katex-display"/],
  footnotes: [/data-footnote-ref/, /class="footnotes"/],
  html: [/<kbd>Ctrl<\/kbd>/, /<mark>/, /<sub>2<\/sub>/, /<sup>2<\/sup>/],
  rules: [/<hr>/],
  literal: [/<p>\*[^<]+\*[^<]*2 \* 3<\/p>/],
};

/** The row of an example: what is written, and what became of it. */
function rowOf(page: string, name: string): { written: string; shown: string } {
  const row = page.split(`<section id="${name}"`)[1]!.split('</figure>');
  return { written: row[0]!, shown: row[1]!.split('class="prose"')[1]! };
}

for (const [lng, titles, own] of [
  ['en', ['Tip', 'Warning'], 'Tasks'],
  ['zh', ['提示', '警告'], '任务'],
] as const) {
  test(`each example of the Markdown help renders as its row promises, without scripts, in ${lng}`, async () => {
    const { status, text } = await visitor(sharedServer()).page.get(`/help/markdown?lng=${lng}`);
    expect(status).toBe(200);
    expect(text).toContain(`<html lang="${lng}"`);
    expect(text).toContain(own);
    for (const name of EXAMPLE_NAMES) {
      const { written, shown } = rowOf(text, name);
      expect(written, name).toContain('<pre><code>');
      for (const markup of PROMISED[name]) expect(shown, name).toMatch(markup);
    }
    for (const title of titles) expect(rowOf(text, 'callouts').shown).toContain(`>${title}</p>`);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
}

test('the mention of the Markdown help names the reader', async () => {
  const ada = await newPerson(sharedServer(), 'reader');
  const { text } = await ada.page.get('/help/markdown');
  expect(rowOf(text, 'mentions').shown).toContain(`<a href="/people/${ada.id}">@${ada.email}</a>`);
});

test('the editor leads to the Markdown help', async () => {
  const ada = await newPerson(sharedServer(), 'writer');
  const { body } = await ada.api.post('/api/documents', { title: 'Beds' });
  const { text } = await ada.page.get(`/doc/${body.data.id}/edit`);
  expect(text).toContain('href="/help/markdown"');
  expect(text).not.toContain('commonmark.org');
});
