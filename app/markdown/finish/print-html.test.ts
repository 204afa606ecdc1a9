import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import type { Root } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { finishHtml, sanitize } from '#app/markdown/finish/finish-html.ts';
import { printHtml } from '#app/markdown/finish/print-html.ts';
import { bodyOf, parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { toHtmlTree } from '#app/markdown/tree/html-tree.ts';
import { parseRawHtml } from '#app/markdown/tree/raw-html.ts';
import { documentText } from '#tests/bench/texts.ts';
import { repeats } from '#tests/support/length.ts';
import { xssPayloads } from '#tests/support/xss-payloads.ts';

const printer = unified().use(rehypeStringify, { allowDangerousHtml: true }).freeze();

/** Returns the finished tree of a text with what was printed of it. */
function finished(source: string): { tree: Root; html: string } {
  const draft = toHtmlTree(parseMarkdown(bodyOf(source).body))!;
  const tree = draft.hasHtml ? sanitize(parseRawHtml(draft.tree)) : draft.tree;
  return { tree, html: finishHtml(tree).html };
}

/** Prints as rehype-stringify does, with `<` and `>` of attributes as references. */
function stringify(tree: Root): string {
  const marks = { '<': '\uE000lt\uE001', '>': '\uE000gt\uE001' };
  const marked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(marked);
    return typeof value === 'string' ? value.replace(/[<>]/g, (character) => marks[character as '<']) : value;
  };
  const copy = structuredClone(tree);
  visit(copy, 'element', ({ properties }) => {
    for (const name in properties) properties[name] = marked(properties[name]) as string;
  });
  return printer.stringify(copy).replaceAll(marks['<'], '&#x3C;').replaceAll(marks['>'], '&#x3E;');
}

function isPrintedAlike(source: string): void {
  const { tree, html } = finished(source);
  expect(html, source).toBe(stringify(tree));
}

const EVERY_ELEMENT = `<details open title='a "b" \`c\`'><summary>&lt;x&gt; & 'y'</summary>a<br>b<wbr></details>

<ol reversed start="0"><li value="3">x</li></ol> <img src="/a.png" alt="" width=10> <input type="checkbox" checked>
<time datetime="2026">t</time> <table><colgroup><col span="2"></colgroup><tr><th scope="row" abbr="n">h</th></tr></table>

> [!NOTE]
> $x < 1$ and \`code & "more"\`

| a |
| :-: |
| [link](</a b?c=1&d="e"> "t'i") |

\`\`\`js
const a = "<b>" && 1;
\`\`\`

- [x] done[^1]

[^1]: A note.

https://www.youtube.com/watch?v=dQw4w9WgXcQ`;

test('the examples of CommonMark, hostile texts and texts as people write them are printed as rehype prints them', () => {
  const sources = [...examples.map(({ markdown }) => markdown), ...xssPayloads, ...[1, 2, 3].map(documentText)];
  for (const source of [...sources, EVERY_ELEMENT]) isPrintedAlike(source);
});

test('any text and any attribute is printed as rehype prints it', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.integer(), fc.array(fc.string()));
  const names = fc.constantFrom('id', 'className', 'title', 'checked', 'open', 'dataTask', 'ariaHidden', 'tabIndex');
  fc.assert(
    fc.property(fc.dictionary(names, value), fc.string({ unit: 'binary' }), (properties, text) => {
      const children = [{ type: 'text' as const, value: text }];
      const tree: Root = {
        type: 'root',
        children: [
          { type: 'element', tagName: 'p', properties, children },
          { type: 'element', tagName: 'input', properties, children: [] },
        ],
      };
      expect(printHtml(tree)).toBe(stringify(tree));
    }),
    { numRuns: repeats(300, 3000) },
  );
});

test('a node that sanitising removes is not printed', () => {
  expect(() => printHtml({ type: 'root', children: [{ type: 'comment', value: 'x' }] })).toThrow(
    'comment cannot be printed',
  );
});
