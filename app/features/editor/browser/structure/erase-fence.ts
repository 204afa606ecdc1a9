import type { Command } from '@codemirror/view';
import { blocksNear, FENCE_MARK } from '#app/features/editor/browser/structure/blocks.ts';

/**
 * Keeps a fence from being erased character by character, which would turn the text below into code. Erasing in the
 * opening mark removes both fences and keeps their content; erasing in the closing mark moves the cursor past it.
 */
export const eraseFence =
  (side: 'before' | 'after'): Command =>
  ({ state, dispatch }) => {
    const { empty, head } = state.selection.main;
    const at = side === 'before' ? head - 1 : head;
    const block = blocksNear(state, head, head).find(({ inner, from, to }) => inner && from <= at && at < to);
    if (!empty || !block?.inner) return false;
    const { openingTo, closingFrom } = block.inner;
    if (at >= closingFrom && at < block.to) {
      const anchor = side === 'before' ? closingFrom - 1 : block.to;
      dispatch(state.update({ selection: { anchor }, userEvent: 'select', scrollIntoView: true }));
      return true;
    }
    const mark = FENCE_MARK.exec(state.sliceDoc(block.from, openingTo));
    const from = block.from + (mark?.index ?? 0);
    const to = from + (mark?.[0].length ?? 0);
    if (at < from || at >= to) return false;
    const changes = [
      { from, to },
      { from: closingFrom - 1, to: block.to },
    ];
    dispatch(state.update({ changes, selection: { anchor: from }, userEvent: 'delete.fence', scrollIntoView: true }));
    return true;
  };
