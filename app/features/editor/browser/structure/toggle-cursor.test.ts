import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { toggleField, togglesOf } from '#app/features/editor/browser/structure/toggles.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

const heads = fc.constantFrom(
  '<details><summary>Que</summary>',
  '<details>\n<summary>Que</summary>',
  '<details><summary>',
);
const gaps = fc.constantFrom('\n', '\n\n');
const answers = fc.constantFrom('', 'answer', '- one\n- two');
const toggle = fc.tuple(heads, gaps, answers, gaps).map((parts) => `${parts.join('')}</details>`);
const nested = fc.tuple(heads, gaps, toggle, gaps).map((parts) => `${parts.join('')}</details>`);
const texts = fc
  .tuple(fc.constantFrom('', 'Top\n\n'), fc.array(fc.oneof(toggle, nested), { minLength: 1, maxLength: 3 }), gaps)
  .map(([top, toggles, gap]) => top + toggles.join(gap) + gap);

function open(doc: string) {
  const state = parsed(EditorState.create({ doc, extensions: [markdownSupport(), toggleField, blockStructure] }));
  return state.update({}).state;
}

/** Tests whether a position is in a tag. */
const isInTag = (state: EditorState, at: number) =>
  togglesOf(state).some(({ from, summary, headTo, to }) => {
    const isInHead = at >= from && at <= headTo && (at < summary.from || at > summary.to);
    return isInHead || (at >= state.doc.lineAt(to).from && at <= to);
  });

it('a move from outside of the tags ends outside of them and changes no text but the end', () => {
  fc.assert(
    fc.property(
      texts,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('select', 'select.pointer'),
      (doc, start, end, userEvent) => {
        const state = open(doc);
        const before = start % (doc.length + 1);
        fc.pre(togglesOf(state).length > 0 && !isInTag(state, before));
        const placed = state.update({ selection: { anchor: before } }).state;
        const after = placed.update({ selection: { anchor: end % (doc.length + 1) }, userEvent }).state;
        const { head } = after.selection.main;
        const text = after.doc.toString();
        expect(isInTag(after, head), JSON.stringify([doc, before, end % (doc.length + 1), head])).toBe(false);
        expect([doc, `${doc}\n\n`]).toContain(text);
      },
    ),
    { numRuns: repeats(2000, 50_000) },
  );
});
