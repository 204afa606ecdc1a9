import { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { decorate } from '#app/features/editor/browser/preview/decorate.ts';
import { toggles } from '#app/features/editor/browser/preview/draw-toggles.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Pieces of Markdown. In random combinations, constructs are empty and begin and end on different lines. */
const PARTS = [
  ...[
    '\n',
    '\n\n',
    ' ',
    'word',
    '中文',
    '**',
    '*',
    '__',
    '~~',
    '`',
    '``',
    '```',
    '$',
    '$$',
    '\\',
    '  \n',
    '\\\n',
    '&amp;',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '[](/a)',
    '![](/a.png)',
    '](/a)',
    '![',
    '](',
    '<>',
    '<https://a.example>',
    '"t\nu"',
    '[a]: /b',
  ],
  ...['[^1]', '[^1]: ', '- ', '  - [ ] ', '- [x]', '1. ', '> ', '> [!NOTE]\n', '| a | b |', '\n| - | - |\n', '---\n'],
  ...[
    '# ',
    '#',
    '===\n',
    '<details>\n<summary>',
    '</summary>',
    '</details>',
    '<!--',
    '-->',
    '    ',
    '\t',
    '+++\n',
    '~~~',
  ],
];

it('draws any text with the cursor anywhere', () => {
  const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, fc.nat(), fc.boolean(), (doc, at, hasFocus) => {
      const state = parsed(
        EditorState.create({
          doc,
          selection: { anchor: at % (doc.length + 1) },
          extensions: [markdownSupport(), toggles],
        }),
      );
      const view = { state, hasFocus, visibleRanges: [{ from: 0, to: doc.length }] } as unknown as EditorView;
      expect(() => decorate(view)).not.toThrow();
    }),
    { numRuns: repeats(2_000, 50_000), examples: [['a [](/b) c', 0, false]] },
  );
});

it('draws the reference of a footnote as its label away from the cursor, and dims the label of its text', () => {
  const doc = 'one[^a1] two\n\n[^a1]: the note\n\n[^b]: word';
  const drawn = (anchor: number) => {
    const state = parsed(EditorState.create({ doc, selection: { anchor }, extensions: [markdownSupport(), toggles] }));
    const view = { state, hasFocus: true, visibleRanges: [{ from: 0, to: doc.length }] } as unknown as EditorView;
    const ranges: string[] = [];
    decorate(view).between(0, doc.length, (from, to, { spec }) => {
      if (from < to && (spec.class ?? 'hidden') !== 'cm-url')
        ranges.push(`${spec.class ?? 'hidden'} ${doc.slice(from, to)}`);
    });
    return ranges.sort();
  };
  const definitions = ['tok-mark [^a1]:', 'tok-mark [^b]:'];
  expect(drawn(0)).toEqual(['cm-footnote [^a1]', 'hidden [^', 'hidden ]', ...definitions]);
  expect(drawn(5)).toEqual(['cm-footnote [^a1]', ...definitions]);
});
