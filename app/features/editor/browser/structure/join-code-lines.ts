import type { Command } from '@codemirror/view';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';

/**
 * Backspace at the start of a line of code or a formula in a list or quote, or Delete at the end of one, joins two
 * lines without the indentation or quote marks between them. The first and the last line stay apart from the fences.
 */
export const joinCodeLines =
  (side: 'above' | 'below'): Command =>
  ({ state, dispatch }) => {
    const { empty, head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const block = blocksNear(state, head, head).find(
      ({ inner, prefix }) => inner && prefix !== '' && line.from > inner.openingTo && line.to < inner.closingFrom,
    );
    if (!empty || !block?.inner || !line.text.startsWith(block.prefix)) return false;
    const { inner, prefix } = block;
    if (head !== (side === 'above' ? line.from + prefix.length : line.to)) return false;
    const end = side === 'above' ? line.from - 1 : line.to;
    const isAtFence = side === 'above' ? end === inner.openingTo : end + 1 === inner.closingFrom;
    const next = state.doc.sliceString(end + 1, end + 1 + prefix.length);
    const changes = { from: end, to: end + 1 + (next === prefix ? prefix.length : 0) };
    if (!isAtFence) dispatch(state.update({ changes, userEvent: 'delete', scrollIntoView: true }));
    return true;
  };
