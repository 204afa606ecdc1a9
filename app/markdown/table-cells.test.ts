import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf } from '#app/features/editor/browser/table/parse-table.ts';
import { htmlToMarkdown } from '#app/markdown/html-to-markdown.ts';
import { repeats } from '#tests/support/length.ts';

const rowOf = (cell: string) =>
  htmlToMarkdown(`<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>${cell}</td></tr></table>`)
    ?.markdown.trimEnd()
    .split('\n')
    .slice(2);

test.each([
  ['<ul><li>flour</li><li>milk</li></ul>', '• flour<br>• milk'],
  ['<ol>\n<li><p>a</p></li>\n<li>b<ul><li>c</li></ul></li>\n</ol>', '1. a<br>2. b<br>◦ c'],
  ['mix<br>well', 'mix<br>well'],
  ['<p>para1</p>\n<p>para2<br></p>', 'para1<br>para2'],
  ['<p>a</p><p><br></p><p>b</p>', 'a<br><br>b'],
  ['<b>one<br>two</b> three', '**one**<br>**two** three'],
  ['a <a href="/x">b<p>c</p></a>', 'a [b](/x)<br>[c](/x)'],
  ['<pre><code>a | b\n  c\n</code></pre>', '`a \\| b`<br>`c`'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b<br>c'],
  ['<img src="/p.png" alt="p"><p>below</p>', '![p](/p.png)<br>below'],
  ['a<b> </b>b<i></i>', 'a b'],
  ['<p> </p>', ''],
])('the cell %s is written as %s', (html, cell) => {
  const rows = rowOf(html);
  expect(rows).toHaveLength(1);
  expect(cellsOf(rows![0]!).map(({ text }) => text)).toEqual(cell === '' ? ['1', ''] : ['1', cell]);
});

const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '|', '\\', '*', '`', '\n', '-'), maxLength: 5 });
const cellHtml = fc.letrec<{ node: string; element: string }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, words, fc.constant('<br>'), tie('element')),
  element: fc
    .tuple(
      fc.constantFrom('p', 'ul', 'ol', 'li', 'div', 'b', 'i', 'code', 'pre', 'blockquote', 'h2', 'a href="/x|y"', 'hr'),
      fc.array(tie('node'), { maxLength: 4 }),
    )
    .map(([name, nodes]) => `<${name}>${nodes.join('')}</${name.split(' ')[0]}>`),
})).node;

test('a cell of any content is one line with its letters in order', () => {
  fc.assert(
    fc.property(fc.array(cellHtml, { minLength: 1, maxLength: 4 }), (parts) => {
      const html = parts.join('');
      const rows = rowOf(html);
      expect(rows, html).toHaveLength(1);
      const cells = cellsOf(rows![0]!).map(({ text }) => text);
      expect(cells, rows![0]).toHaveLength(2);
      const letters = (from: string) => from.replace(/<[^>]*>|\]\([^)]*\)/g, '').replace(/[^ab]/g, '');
      expect(letters(cells[1]!)).toBe(letters(html));
    }),
    { numRuns: repeats(300, 5000) },
  );
});
