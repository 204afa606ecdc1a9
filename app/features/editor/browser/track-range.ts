import { type ChangeDesc, MapMode } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';

type Range = { from: number; to: number };

export class TrackedRanges {
  readonly ranges = new Set<Range>();
  update({ changes }: { changes: ChangeDesc }): void {
    for (const range of this.ranges) {
      const isEmpty = range.from === range.to;
      const [before, after] = isEmpty ? [MapMode.Simple, MapMode.Simple] : [MapMode.TrackBefore, MapMode.TrackAfter];
      // A text that replaces the last or first letter stays outside, like one typed beside it.
      const to = changes.mapPos(range.to, -1, before) ?? changes.mapPos(range.to - 1, -1);
      const from = changes.mapPos(range.from, isEmpty ? -1 : 1, after) ?? changes.mapPos(range.from + 1, 1);
      // A range that was replaced ends before what replaced it.
      range.from = Math.min(from, to);
      range.to = to;
    }
  }
}

export const trackedRanges = ViewPlugin.define(() => new TrackedRanges());

/** Follows a range while something loads, as text is typed and changed meanwhile. `end` returns where it is now. */
export function trackRange(view: EditorView, { from, to }: Range): { end: () => Range } {
  const { ranges } = view.plugin(trackedRanges) ?? new TrackedRanges();
  const range = { from, to };
  ranges.add(range);
  return {
    end: () => {
      ranges.delete(range);
      return range;
    },
  };
}
