import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDestinations } from '#app/markdown/find-destinations.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { type Rewrite, rewriteLinks } from '#app/markdown/rewrite-links.ts';
import { titleOf } from '#app/markdown/title-of.ts';
import { repeats } from '#tests/support/length.ts';

const rewrite = (source: string, change: Rewrite) => rewriteLinks(source, findDestinations(source), change);

const times = 10_000;
const nested: Record<string, string> = {
  quotes: '>'.repeat(times),
  'spaced quotes': `${'> '.repeat(times)}a`,
  lists: `${'- '.repeat(times)}a`,
  'numbered lists': `${'1. '.repeat(times)}a`,
  'quotes in lists': `${'- > '.repeat(times)}a`,
  'a stair of lists': Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  emphasis: '*a '.repeat(times) + 'b* '.repeat(times),
  'mixed emphasis': '*_'.repeat(times) + 'a'.repeat(9) + '_*'.repeat(times),
  'open brackets': '['.repeat(times),
  brackets: '['.repeat(times) + ']'.repeat(times),
  links: `${'['.repeat(times)}a${'](b)'.repeat(times)}`,
  images: '!['.repeat(times),
  parentheses: `[a](${'('.repeat(times)}`,
  divs: '<div>'.repeat(times),
  'bold HTML': '<b>'.repeat(times),
  'tables in HTML': '<table><tr><td>'.repeat(times),
  'unclosed tags': '<'.repeat(times),
  'quotes in many items': '- > a\n'.repeat(times),
  footnotes: Array.from({ length: 200 }, (_, at) => `[^${at}]: [^${at + 1}]`).join('\n\n'),
  'flow collections of YAML': `---\na: ${'['.repeat(times)}\n---\n`,
};

describe('K4: hostile text', () => {
  for (const [name, source] of Object.entries(nested)) {
    it(`${name} nested thousands deep are rendered, if need be as their source`, () => {
      const { html } = renderMarkdown(source);
      expect(html.length).toBeLessThan(source.length * 40);
      expect(titleOf(source, 'fallback').length).toBeGreaterThan(0);
      expect(rewrite(source, () => null)).toBe(source);
    });
  }

  it('what cannot be rendered is shown as it was written, escaped', () => {
    const source = `${'> '.repeat(times)}<script>`;
    const { html, text, outline } = renderMarkdown(source);
    expect(html).toMatch(/^<pre tabindex="0">\n> > /);
    expect(html).toContain('&lt;script>');
    expect(text).toBe(source);
    expect(outline).toEqual([]);
  });

  it('a line of two megabytes is rendered', () => {
    expect(renderMarkdown('a'.repeat(2_000_000)).html).toHaveLength(2_000_007);
    expect(renderMarkdown('中文'.repeat(1_000_000)).html).toHaveLength(2_000_007);
  });

  it('a short source does not swell to a large page', () => {
    const definition = `[a]: <${'b'.repeat(50_000)}>\n\n${'[a] '.repeat(900)}`;
    const table = `|${'a|'.repeat(900)}\n|${'-|'.repeat(900)}\n${'|x|\n'.repeat(900)}`;
    for (const source of [definition, table]) {
      expect(renderMarkdown(source).html.length).toBeLessThan(source.length * 2);
    }
  });

  it('a paragraph with more marks than anyone writes is read like any other', () => {
    expect(renderMarkdown('*a* '.repeat(10_000)).html.match(/<em>/g)).toHaveLength(10_000);
  });

  it('NUL and halves of surrogate pairs become the replacement character', () => {
    expect(renderMarkdown('a\0b \ud800 c \udfff').html).toBe('<p>a\ufffdb \ufffd c \ufffd</p>');
    expect(renderMarkdown('\ud83d\ude00').html).toBe('<p>\u{1f600}</p>');
  });

  it('a byte order mark is neither shown nor in the way of front matter', () => {
    expect(renderMarkdown('\ufeff---\na: b\n---\nc').html).toBe('<p>c</p>');
  });

  it('no text at all makes it throw', () => {
    const pieces = fc.constantFrom(
      ...[
        '*',
        '_',
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '`',
        '~',
        '|',
        '#',
        '-',
        '\n',
        '  ',
        '!',
        '&',
        ';',
        '\\',
        '"',
        ':',
        'a',
      ],
      ...[
        '<b>',
        '</b>',
        '<!--',
        '---\n',
        '[^a]',
        '[a]: b\n',
        '\0',
        '\ud800',
        '中',
        'https://',
        '@b.c',
        '\t',
        '<table>',
      ],
    );
    const source = fc.oneof(
      fc.array(pieces, { maxLength: 60 }).map((list) => list.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(source, (text) => {
        const { html } = renderMarkdown(text);
        expect(html.isWellFormed()).toBe(true);
        expect(titleOf(text, 'x').length).toBeLessThanOrEqual(255);
      }),
      { numRuns: repeats(100, 500) },
    );
  });
});
