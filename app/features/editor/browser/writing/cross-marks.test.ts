import { EditorSelection, EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { crossingMarks } from '#app/features/editor/browser/writing/cross-marks.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Returns the positions that arrow keys reach in a text, from one end to the other. */
function reached(doc: string, by: 1 | -1, isSelecting: boolean): number[] {
  const start = by > 0 ? 0 : doc.length;
  let state = parsed(
    EditorState.create({ doc, selection: { anchor: start }, extensions: [markdownSupport(), crossingMarks] }),
  );
  const places = [start];
  for (let at = start + by; at >= 0 && at <= doc.length; at = (places.at(-1) ?? 0) + by) {
    const selection = isSelecting ? EditorSelection.range(start, at) : EditorSelection.cursor(at);
    state = state.update({ selection: EditorSelection.create([selection]), userEvent: 'select' }).state;
    places.push(state.selection.main.head);
  }
  return by > 0 ? places : places.reverse();
}

it.each([
  ['a **b** c', [0, 1, 2, 4, 5, 7, 8, 9]],
  ['~~b~~', [0, 2, 3, 5]],
  ['``b``', [0, 2, 3, 5]],
  ['***b***', [0, 1, 3, 4, 6, 7]],
  ['a ** b', [0, 1, 2, 3, 4, 5, 6]],
  ['```', [0, 1, 2, 3]],
])('arrow keys cross whole marks in %j', (doc, places) => {
  for (const isSelecting of [false, true]) {
    expect(reached(doc, 1, isSelecting)).toEqual(places);
    expect(reached(doc, -1, isSelecting)).toEqual(places);
  }
});
