import type { ChangeDesc } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';

type Range = { from: number; to: number };

class TrackedRanges {
  readonly ranges = new Set<Range>();
  update({ changes }: { changes: ChangeDesc }): void {
    for (const range of this.ranges) {
      const isEmpty = range.from === range.to;
      range.to = changes.mapPos(range.to, -1);
      // A range that was replaced ends before what replaced it.
      range.from = Math.min(range.to, changes.mapPos(range.from, isEmpty ? -1 : 1));
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
