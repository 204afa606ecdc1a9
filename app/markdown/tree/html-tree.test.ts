import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import type { Root } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { sanitize } from '#app/markdown/finish/finish-html.ts';
import { parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { toHtmlTree } from '#app/markdown/tree/html-tree.ts';
import { FOREIGN_PREFIX } from '#app/markdown/tree/sanitize-schema.ts';
import { documentText } from '#tests/bench/texts.ts';
import { repeats } from '#tests/support/length.ts';
import { xssPayloads } from '#tests/support/xss-payloads.ts';

const printer = unified().use(rehypeStringify).freeze();
/** Prints a tree. Sanitising adds its prefix to every id, even if it has it. */
const print = (tree: Root) => printer.stringify(tree).replaceAll(FOREIGN_PREFIX + FOREIGN_PREFIX, FOREIGN_PREFIX);

/** Compares sanitised with unsanitised output of a text without HTML. Returns false if it contains HTML. */
function isLeftAlone(source: string): boolean {
  const draft = toHtmlTree(parseMarkdown(source));
  if (draft === null || draft.hasHtml) return false;
  expect(print(sanitize(draft.tree)), source).toBe(print(draft.tree));
  return true;
}

describe('F1: the tree of a text without HTML is as sanitising would leave it', () => {
  it('every example of CommonMark, every hostile text and texts as people write them', () => {
    const sources = [...examples.map(({ markdown }) => markdown), ...xssPayloads, ...[1, 2, 3].map(documentText)];
    expect(sources.filter(isLeftAlone).length).toBeGreaterThan(500);
  });

  it('any text', () => {
    const scheme = fc.constantFrom(
      'javascript:',
      'JaVaScRiPt:',
      'data:text/html,',
      'https://a.b/',
      'x:',
      ':',
      '//a',
      '#b',
      '?c:',
      'mailto:',
    );
    const url = fc.tuple(scheme, fc.string({ maxLength: 8 })).map((parts) => parts.join(''));
    const piece = fc.oneof(
      fc.constantFrom(
        'a ',
        '\n\n',
        '\n',
        '- [ ] b\n',
        '- [x] c\n\n  d\n',
        '> e\n',
        '# f\n',
        '| g |\n|:-:|\n| h |\n',
        '$i$',
        '\n$$\nj\n$$\n',
      ),
      fc.constantFrom(
        '[^k]',
        '\n\n[^k]: l\n',
        '```m" n\no\n```\n',
        '7. p\n',
        '**q** ',
        '~~r~~ ',
        '`s` ',
        '&lt;',
        '\\',
        '"',
        "'",
      ),
      url.map((to) => `[t](${to} "u")`),
      url.map((to) => `![v](<${to}>)`),
      url.map((to) => `[w]: ${to} 'x"y'\n\n[w] `),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        isLeftAlone(pieces.join('').toWellFormed());
      }),
      { numRuns: repeats(200, 1000) },
    );
  });
});
