import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { finishHtml, sanitize } from '#app/markdown/finish/finish-html.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

// Examples of the extensions in the GitHub Flavored Markdown Spec 0.29 (CC BY-SA 4.0, by John MacFarlane and GitHub),
// by number. Its other 649 are those of CommonMark, which `commonmark.test.ts` runs as of 0.31.

type Example = [number: number, markdown: string, html: string];
const link = (href: string, text = href) => `<a href="${href}">${text}</a>`;
const www = (rest: string, text = rest) => link(`http://www.${rest}`, `www.${text}`);
const search = 'google.com/search?q=Markup+(business)';
const table = (head: string, rows: string[] = []) =>
  `<table><thead><tr>${head}</tr></thead>${rows.length > 0 ? `<tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody>` : ''}</table>`;

const EXAMPLES: Example[] = [
  [198, '| foo | bar |\n| --- | --- |\n| baz | bim |', table('<th>foo</th><th>bar</th>', ['<td>baz</td><td>bim</td>'])],
  [
    199,
    '| abc | defghi |\n:-: | -----------:\nbar | baz',
    table('<th align="center">abc</th><th align="right">defghi</th>', [
      '<td align="center">bar</td><td align="right">baz</td>',
    ]),
  ],
  [
    200,
    '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
    table('<th>f|oo</th>', ['<td>b <code>|</code> az</td>', '<td>b <strong>|</strong> im</td>']),
  ],
  [
    201,
    '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar',
    `${table('<th>abc</th><th>def</th>', ['<td>bar</td><td>baz</td>'])}<blockquote><p>bar</p></blockquote>`,
  ],
  [
    202,
    '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar',
    `${table('<th>abc</th><th>def</th>', ['<td>bar</td><td>baz</td>', '<td>bar</td><td></td>'])}<p>bar</p>`,
  ],
  [203, '| abc | def |\n| --- |\n| bar |', '<p>| abc | def |\n| --- |\n| bar |</p>'],
  [
    204,
    '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
    table('<th>abc</th><th>def</th>', ['<td>bar</td><td></td>', '<td>bar</td><td>baz</td>']),
  ],
  [205, '| abc | def |\n| --- | --- |', table('<th>abc</th><th>def</th>')],
  [491, '~~Hi~~ Hello, ~there~ world!', '<p><del>Hi</del> Hello, <del>there</del> world!</p>'],
  [492, 'This ~~has a\n\nnew paragraph~~.', '<p>This ~~has a</p><p>new paragraph~~.</p>'],
  [621, 'www.commonmark.org', `<p>${www('commonmark.org')}</p>`],
  [
    622,
    'Visit www.commonmark.org/help for more information.',
    `<p>Visit ${www('commonmark.org/help')} for more information.</p>`,
  ],
  [
    623,
    'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.',
    `<p>Visit ${www('commonmark.org')}.</p><p>Visit ${www('commonmark.org/a.b')}.</p>`,
  ],
  [
    624,
    `www.${search}\n\nwww.${search}))\n\n(www.${search})\n\n(www.${search}`,
    `<p>${www(search)}</p><p>${www(search)}))</p><p>(${www(search)})</p><p>(${www(search)}</p>`,
  ],
  [625, 'www.google.com/search?q=(business))+ok', `<p>${www('google.com/search?q=(business))+ok')}</p>`],
  [
    626,
    'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;',
    `<p>${www('google.com/search?q=commonmark&amp;hl=en')}</p><p>${www('google.com/search?q=commonmark')}&amp;hl;</p>`,
  ],
  [627, 'www.commonmark.org/he<lp', `<p>${www('commonmark.org/he')}&lt;lp</p>`],
  [
    628,
    `http://commonmark.org\n\n(Visit https://encrypted.${search})`,
    `<p>${link('http://commonmark.org')}</p><p>(Visit ${link(`https://encrypted.${search}`)})</p>`,
  ],
  [629, 'foo@bar.baz', `<p>${link('mailto:foo@bar.baz', 'foo@bar.baz')}</p>`],
  [
    630,
    "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
    `<p>hello@mail+xyz.example isn't valid, but ${link('mailto:hello+xyz@mail.example', 'hello+xyz@mail.example')} is.</p>`,
  ],
  [
    631,
    'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_',
    `<p>${link('mailto:a.b-c_d@a.b', 'a.b-c_d@a.b')}</p><p>${link('mailto:a.b-c_d@a.b', 'a.b-c_d@a.b')}.</p><p>a.b-c_d@a.b-</p><p>a.b-c_d@a.b_</p>`,
  ],
];

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const normalize = (html: string) => html.replace(/\s+/g, ' ').replace(/> </g, '><').trim();
const expected = (html: string) => normalize(finishHtml(sanitize(parser.parse(html))).html);

describe('the extensions of GFM', () => {
  for (const [number, markdown, html] of EXAMPLES) {
    it(`${number} renders as specified`, () => {
      expect(normalize(renderMarkdown(markdown).html)).toBe(expected(html));
    });
  }

  it('279 and 280: task lists, whose boxes carry the place of the task besides', () => {
    const { html } = renderMarkdown('- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim');
    expect(html.match(/<input[^>]*type="checkbox"/g)).toHaveLength(4);
    expect(html.match(/<input[^>]*checked/g)).toHaveLength(2);
    expect(html.match(/<ul/g)).toHaveLength(2);
  });

  it('652: tags that change how the rest is read are text', () => {
    const { html } = renderMarkdown(
      '<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.\n</blockquote>',
    );
    expect(html).toContain('&#x3C;title> &#x3C;style>');
    expect(html).toContain('&#x3C;xmp> is disallowed.');
  });
});

describe('departures from GitHub', () => {
  it('a single tilde within a word is a range, not the begin of struck text', () => {
    for (const text of ['1~2 天，3~4 天', '周一~周五，9:00~10:00', 'a~b~c']) {
      expect(renderMarkdown(text).html).toBe(`<p>${text}</p>`);
    }
  });

  it('tildes match by their number, and three are none', () => {
    expect(renderMarkdown('It is ~~~not~~~ ~a~~ ~is ~ legit~').html).toContain('~a~~ <del>is ~ legit</del>');
  });
});
