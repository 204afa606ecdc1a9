import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDestinations } from '#app/markdown/find-destinations.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { type Rewrite, rewriteLinks } from '#app/markdown/rewrite-links.ts';

const rewrite = (source: string, change: Rewrite) => rewriteLinks(source, findDestinations(source), change);

function toNew(source: string): string {
  return rewrite(source, () => 'NEW');
}

describe('rewriting links', () => {
  it('changes the destinations of links, images, definitions and HTML', () => {
    expect(toNew('[a](b) ![c](d "t") [e][f]\n\n[f]: <g h> (i)\n\n<a href="j">k</a> <img alt=x src=\'l\'>')).toBe(
      '[a](NEW) ![c](NEW "t") [e][f]\n\n[f]: <NEW> (i)\n\n<a href="NEW">k</a> <img alt=x src=\'NEW\'>',
    );
  });

  it('changes pictures inside of links', () => {
    expect(toNew('[![a](b)](c)')).toBe('[![a](NEW)](NEW)');
  });

  it('finds destinations in quotes, lists, tables and footnotes', () => {
    expect(toNew('> - [a](b\n> "t")\n\n|[c](d)|\n|-|\n\nx[^1]\n\n[^1]: [e](f)')).toBe(
      '> - [a](NEW\n> "t")\n\n|[c](NEW)|\n|-|\n\nx[^1]\n\n[^1]: [e](NEW)',
    );
  });

  it('leaves code, comments, autolinks and text that only looks like a link', () => {
    const source =
      '`[a](b)`\n\n    [a](b)\n\n<!-- <a href="b"> -->\n\n<https://a.b> https://c.d \\[a](b) [a] (b) [a]()';
    expect(toNew(source)).toBe(source);
  });

  it('hands out the destination as it is meant', () => {
    const seen: string[] = [];
    rewrite('[a](b\\)c&amp;d%20e) [f](<g h>) [i](j_(k)) <a href="l?m&amp;n">', (url) => {
      seen.push(url);
      return null;
    });
    expect(seen).toEqual(['b)c&d%20e', 'g h', 'j_(k)', 'l?m&n']);
  });

  it('leaves a destination where the answer is null, byte by byte', () => {
    const source = '\ufeff[a]( <b c>  "t" )\t![d](e&amp;f)\r\n\r\n[g]:  h\n';
    expect(rewrite(source, () => null)).toBe(source);
    expect(rewrite(source, (url) => (url === 'h' ? 'i' : null))).toBe(source.replace('h\n', 'i\n'));
  });

  it('writes what would break the link so that it does not', () => {
    for (const url of ['a(b', 'a)b', 'a\\b', 'a&amp;b', '<a>', 'a"b', "a'b", '']) {
      for (const source of [
        'x [l](u "t") y',
        '![l](u)',
        '[l](<u>)',
        '[l]\n\n[l]: u',
        '|[l](u)|\n|-|',
        '<a href="u">l</a>',
      ]) {
        expect(renderMarkdown(rewrite(source, () => url)).links, `${source} ${url}`).toEqual([url]);
      }
    }
    expect(rewrite('[a](b)', () => 'c d|e\n')).toBe('[a](c%20d%7Ce%0A)');
  });

  it('changes nothing but destinations, whatever the text', () => {
    const plain = fc.constantFrom(
      'text ',
      '*em* ',
      '`code` ',
      '\n\n',
      '\n> ',
      '\n- ',
      '\t',
      '中文 ',
      '&amp; ',
      '\\[ ',
      '**',
      '😀',
    );
    const link = fc.constantFrom('[a](@)', '![b](@ "t")', '[c](<@>)', '<a href="@">d</a>', "<img src='@'>", '[e]( @ )');
    const piece = fc.oneof(plain, link);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const template = `start ${pieces.join('')}`;
        const source = template.replaceAll('@', 'old.md');
        const renamed = rewrite(source, (url) => (url === 'old.md' ? '/doc/new' : null));
        expect(renamed.replaceAll('/doc/new', 'old.md')).toBe(source);
        const found = renderMarkdown(source).links;
        expect(renamed.split('/doc/new').length - 1).toBe(found.length);
        expect(renderMarkdown(renamed).links).toEqual(found.map(() => '/doc/new'));
      }),
      { numRuns: 300 },
    );
  });
});
