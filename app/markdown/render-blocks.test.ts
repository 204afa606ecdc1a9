import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { renderWhole } from '#app/markdown/render-whole.ts';
import { splitBlocks } from '#app/markdown/split-blocks.ts';
import { chineseSamples } from '#tests/support/samples.ts';

/** Lines that open, close, continue or interrupt something, alone and inside of each other. */
const LINES = [
  ...[
    '',
    '',
    '',
    '',
    '   ',
    '\t',
    'text',
    'a `code` **b**',
    '中文 *字*',
    'x  ',
    'y\\',
    '\u00a0nb',
    '\f',
    '\\',
    '`',
    '****',
  ],
  ...['# Title', '## Title', '# T {#id}', '===', '---', '***', '* * *', 'title: x', '[a](#title)', '[q]', 'a@b.co'],
  ...[
    '- item',
    '  - deep',
    '    para',
    '1. one',
    '2) two',
    '10. ten',
    '-',
    '+',
    '- | a |',
    '    - x',
    '- [ ] task',
    '- [x] done',
  ],
  ...[
    '```js',
    '```',
    '````',
    '~~~',
    '~~~ x',
    '``` a ` b',
    '   ```js',
    '  ```',
    '    ```',
    '- ```',
    '1. ```',
    '> ```',
    '```math',
  ],
  ...[
    '> quote',
    '> - x',
    '>',
    '> [!NOTE]',
    '>     code',
    '| a | b |',
    '| - | - |',
    '| c |',
    '\tcode',
    '    code',
    '      - y',
  ],
  ...['<div>', '</div>', '<b>x</b>', '<!-- c', '-->', '<script>', '<https://a.b>', '- <div>', '$$', '- $$', 'a $x$ b'],
  ...[
    '[^1]',
    '[^1]: note',
    '[q]: /q',
    '![i](x.png)',
    'www.example.com',
    '[b](/doc/x#y)',
    '\uFEFFbom',
    'return\r',
    '~~s~~',
  ],
];
const END = fc.constantFrom('\n', '\n', '\n', '\n\n', '\r\n');
const document = fc
  .array(fc.tuple(fc.constantFrom(...LINES), END), { minLength: 2, maxLength: 16 })
  .map((lines) => lines.flat().join(''));

/** By blocks, those that were met before included, and in one piece. */
function bothWays(source: string) {
  const { html, outline, text, links, isSource } = renderMarkdown(source);
  return { byBlocks: { html, outline, text, links }, whole: isSource ? null : renderWhole(source) };
}

describe('rendering by blocks', () => {
  it('gives what rendering in one piece gives, for lines in any order', () => {
    const same = fc.property(document, (source) => {
      const { byBlocks, whole } = bothWays(source);
      if (whole) expect(byBlocks).toEqual(whole);
    });
    fc.assert(same, { numRuns: 1500 });
  }, 120_000);

  it('gives the same after edits of real texts, whose other blocks are known', () => {
    // Coloured code stays plain on a busy machine, which is another matter.
    const texts = chineseSamples().map(({ content }) => content.replaceAll(/```\w+/g, '```').slice(0, 4000));
    const edit = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...LINES));
    const edits = fc.tuple(fc.constantFrom(...texts), fc.array(edit, { minLength: 1, maxLength: 5 }));
    const same = fc.property(edits, ([text, changes]) => {
      const lines = text.split('\n');
      for (const [at, removed, line] of changes) {
        lines.splice(at % lines.length, removed, line);
        const { byBlocks, whole } = bothWays(lines.join('\n'));
        if (whole) expect(byBlocks).toEqual(whole);
      }
    });
    fc.assert(same, { numRuns: 40 });
  }, 120_000);

  it('cuts a text that has no definitions, and leaves one that has them whole', () => {
    const text = '# A\n\nOne.\n\n- b\n\n- c\n\n```\n\n# no heading\n\n```\n\nTwo.';
    expect(splitBlocks(text)).toEqual([
      '# A\n\n',
      'One.\n\n',
      '- b\n\n- c\n\n',
      '```\n\n# no heading\n\n```\n\n',
      'Two.',
    ]);
    expect(splitBlocks(`${text}\n\n[a]: /b`)).toBeNull();
  });

  it('numbers headings and tasks through the document, whatever was known of their blocks', () => {
    renderMarkdown('# Same\n\n- [ ] one');
    const { html, outline } = renderMarkdown('# Same\n\n- [x] two\n\ntext\n\n# Same\n\n- [ ] one');
    expect(outline.map(({ id }) => id)).toEqual(['h-same', 'h-same-1']);
    expect(html.match(/data-task="\d"/g)).toEqual(['data-task="0"', 'data-task="1"']);
  });
});
