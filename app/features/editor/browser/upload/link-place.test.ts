import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { linkAt } from '#app/features/editor/browser/upload/link-place.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

const LINK = '[file](/file)';
const BLOCKS = [
  '# Some heading',
  'Another\n=====',
  '1. step one\n2. step two',
  '- aa\n  - bb\n\n  more',
  '- [ ] task\n- [x] done',
  '> [!NOTE]\n> aa\n> bb',
  '> quote\n>\n> - item\n> - item',
];
const shown = (text: string) =>
  renderMarkdown(text)
    .html.replace(/<a [^>]*>file<\/a>/, '')
    .replace(/ (?:id|href)="[^"]*"/g, '');

it.each(BLOCKS)('a file in %j leaves the block whole', (block) => {
  fc.assert(
    fc.property(fc.nat(), (place) => {
      const words = [...block.matchAll(/[a-z]{2,}/g)];
      const { index, 0: word } = words[place % words.length]!;
      const at = index + (place % 2 === 0 ? 1 : word.length);
      const doc = `Top\n\n${block}\n\nEnd`;
      const state = parsed(EditorState.create({ doc, extensions: [markdownSupport()] }));
      const after = doc.slice(0, at + 5) + linkAt(state, at + 5, LINK) + doc.slice(at + 5);
      expect(shown(after), after).toBe(shown(doc));
    }),
    { numRuns: repeats(20, 200) },
  );
});

it.each([
  ['a paragraph', 'some ¦words'],
  ['an empty text', '¦'],
  ['an empty line', 'a\n\n¦\n\nb'],
])('a file in %s stands on a line that ends', (_where, marked) => {
  const at = marked.indexOf('¦');
  const state = parsed(EditorState.create({ doc: marked.replace('¦', ''), extensions: [markdownSupport()] }));
  expect(linkAt(state, at, LINK)).toBe(`${LINK}\n`);
});

it('a second link in a heading stands apart from the first', () => {
  const doc = `# Head ${LINK}`;
  const state = parsed(EditorState.create({ doc, extensions: [markdownSupport()] }));
  expect(linkAt(state, doc.length, LINK)).toBe(` ${LINK}`);
});
