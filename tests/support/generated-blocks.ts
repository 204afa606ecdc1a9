import * as fc from 'fast-check';
import { list, written } from '#tests/support/generated-lists.ts';

const BLOCKS = [
  'Some *words* of a\nparagraph.',
  '# Heading',
  'Heading\n---',
  '```js\nlet a;\n\n\nlet b;\n```',
  '~~~\nopen',
  '    indented\n\n    code',
  '$$\nx\n\ny\n$$',
  '| a | b |\n|---|---|\n| c | d |',
  '<details><summary>s</summary>\n\n- a\n\n</details>',
  '<div>\nhtml\n</div>',
  '<!-- a\n\nb -->',
  '[label]: https://example.org\n  "title"',
  '[^1]: note\n\n    more',
  '***',
  '> quote\nlazy\n>\n> - item\n>\n>   more',
];
const block = fc.oneof(
  fc.constantFrom(...BLOCKS),
  list.map((tree) => written(tree, '')),
);
/** Texts of one to four blocks, some in quotes or items, with one to three line breaks between them. */
export const texts = fc
  .array(fc.tuple(block, fc.constantFrom('', '> ', '>', '> > ', '  ', '- '), fc.constantFrom('\n', '\n\n', '\n\n\n')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.map(([text, prefix, gap]) => text.replace(/^/gm, prefix) + gap).join(''));
/** Texts that change the blocks around them when they are inserted. */
export const inserted = fc.constantFrom(
  '',
  'x',
  '\n',
  '\n\n',
  '> ',
  '- ',
  '    ',
  '```\n',
  '$$\n',
  '-->',
  '| e |\n',
  '<div>\n',
);
