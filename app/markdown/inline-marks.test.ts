import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { plainTextOf } from '#app/markdown/finish/plain-text.ts';
import { htmlToMarkdown } from '#app/markdown/html-to-markdown.ts';
import { markHandlers, placeMarks } from '#app/markdown/inline-marks.ts';
import { parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { toHtmlTree } from '#app/markdown/tree/html-tree.ts';
import { repeats } from '#tests/support/length.ts';

const CASES: [html: string, markdown: string][] = [
  ['Some <b>bold </b>and', 'Some **bold** and'],
  ['a<b>&nbsp;b</b> c', 'a\u00A0**b** c'],
  ['正文<b>“重要”。</b>内容', '正文“**重要**”。内容'],
  ['see <b>(this)</b> now', 'see **(this)** now'],
  ['a<b> <i>x </i></b>b', 'a ***x*** b'],
  ['正文<b><i>重要</i></b>内容', '正文***重要***内容'],
  ['a<b>x</b><i>y</i>b', 'a**x***y*b'],
  ['a<b>x</b><b>y</b>b', 'a**xy**b'],
  ['a<del>(x)</del>b', 'a(~~x~~)b'],
  ['a<b> </b>b<i></i>', 'a b'],
  ['a<b><a href="/x">“y” </a></b>b', 'a[**“y”** ](/x)b'],
  ['a <b><a href="/x">y</a></b> b', 'a **[y](/x)** b'],
  ['a<b><code>x</code></b>b', 'a`x`b'],
  ['a<b>x<br></b>b', 'a**x**\\\nb'],
  ['<b>Note: <i>do not</i></b> <i><b>go</b> on</i>', '**Note: *do not*** ***go** on*'],
];

test.each(CASES)('%s is written as %s', (html, markdown) => {
  expect(htmlToMarkdown(`<p>${html}</p>`)?.markdown).toBe(`${markdown}\n`);
});

type Node = { type: string; value?: string; url?: string; children?: Node[] };
const words = fc.string({ unit: fc.constantFrom(...'ab中 \u00A0.“。*~(😀'), minLength: 1, maxLength: 4 });
const MARKS = ['strong', 'emphasis', 'delete'];
const leaf: fc.Arbitrary<Node> = fc.oneof(
  { weight: 4, arbitrary: words.map((value) => ({ type: 'text', value })) },
  { weight: 1, arbitrary: fc.constantFrom('x', '.').map((value) => ({ type: 'inlineCode', value })) },
  { weight: 1, arbitrary: fc.constant({ type: 'break' }) },
);
/** Generates inline nodes, of which about half are marks. */
const inlineOf = (single: fc.Arbitrary<Node>) =>
  fc.letrec<{ node: Node; mark: Node }>((tie) => ({
    node: fc.oneof({ maxDepth: 5 }, single, tie('mark')),
    mark: fc.record({ type: fc.constantFrom(...MARKS), children: fc.array(tie('node'), { maxLength: 4 }) }),
  })).node;
const link = fc.array(inlineOf(leaf), { minLength: 1, maxLength: 3 }).map((children) => ({
  type: 'link',
  url: '/x',
  children,
}));
const inline = inlineOf(fc.oneof({ weight: 8, arbitrary: leaf }, { weight: 1, arbitrary: link }));
const line = fc
  .array(inline, { minLength: 1, maxLength: 6 })
  .filter((nodes) => nodes.some(({ type }) => MARKS.includes(type)));

const writer = unified().use(remarkGfm).use(remarkStringify, { handlers: markHandlers }).freeze();
const textIn = ({ type, value = '', children = [] }: Node): string =>
  type === 'break' ? ' ' : value + children.map(textIn).join('');
const visible = (text: string) => text.replace(/\s/g, '');

test('marks of any tree are recognised, without character references', () => {
  fc.assert(
    fc.property(line, (children) => {
      const paragraph = { type: 'paragraph', children };
      const wanted = visible(textIn(paragraph));
      placeMarks(paragraph);
      const markdown = writer.stringify({ type: 'root', children: [paragraph] } as never);
      expect(markdown).not.toContain('&#x');
      expect(visible(plainTextOf(toHtmlTree(parseMarkdown(markdown))!.tree)), markdown).toBe(wanted);
    }),
    { numRuns: repeats(500, 20_000) },
  );
});
