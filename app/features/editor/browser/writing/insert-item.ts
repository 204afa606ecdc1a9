import type { Command } from '@codemirror/view';
import { numberOf, renumber, siblingsAfter } from '#app/features/editor/browser/writing/indent-items.ts';
import { itemAt, textStart } from '#app/features/editor/browser/writing/list-items.ts';

/** Enter at the start of an item inserts an empty item above it. */
export const insertItemAbove: Command = ({ state, dispatch }) => {
  const { empty, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  if (!empty || head !== textStart(line) || head === line.to) return false;
  const item = itemAt(state, head);
  if (!item || state.doc.lineAt(item.from).from !== line.from) return false;
  const mark = line.text.slice(0, head - line.from).replace(/\[[xX]\]/, '[ ]');
  const numbers =
    item.parent?.name === 'OrderedList'
      ? renumber(state, [item, ...siblingsAfter(item)], numberOf(state, item) + 1)
      : [];
  const changes = state.changes([{ from: line.from, insert: `${mark}\n` }, ...numbers]);
  dispatch(
    state.update({ changes, selection: { anchor: changes.mapPos(head, 1) }, userEvent: 'input', scrollIntoView: true }),
  );
  return true;
};
