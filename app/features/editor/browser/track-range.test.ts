import { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { TrackedRanges, trackRange } from '#app/features/editor/browser/track-range.ts';
import { repeats } from '#tests/support/length.ts';

const LENGTH = 12;
const part = fc.tuple(fc.nat(LENGTH), fc.nat(LENGTH)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

it('a selected range that is followed holds what is left of it, and nothing that is written over or beside it', () => {
  fc.assert(
    fc.property(part, part, fc.constantFrom('', 'x', 'xyz'), (range, change, insert) => {
      fc.pre(range.from < range.to);
      // A change inside of the range is a part of it.
      fc.pre(!(range.from < change.from && change.to < range.to));
      const state = EditorState.create({ doc: 'abcdefghijkl' });
      const tracked = new TrackedRanges();
      const place = trackRange({ plugin: () => tracked } as unknown as EditorView, range);
      const { changes, newDoc } = state.update({ changes: { ...change, insert } });
      tracked.update({ changes });
      const { from, to } = place.end();
      const left = [...'abcdefghijkl'].filter(
        (_sign, at) => range.from <= at && at < range.to && !(change.from <= at && at < change.to),
      );
      expect(newDoc.sliceString(from, to)).toBe(left.join(''));
    }),
    { numRuns: repeats(500, 10_000) },
  );
});
