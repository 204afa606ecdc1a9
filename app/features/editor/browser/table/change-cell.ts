import type { EditorState } from '@codemirror/state';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';
import { type Edit, setCell } from '#app/features/editor/browser/table/edit-table.ts';
import { cellAround } from '#app/features/editor/browser/table/parse-table.ts';

/** Returns the changes that replace a range within a cell, given in the source of cells; null outside of cells. */
export function changesInCell(state: EditorState, { from, to, insert }: Edit): Edit[] | null {
  const table = blocksNear(state, from, to).find((block) => block.from <= from && to <= block.to);
  if (table?.kind !== 'table') return null;
  const source = state.sliceDoc(table.from, table.to);
  const place = cellAround(source, from - table.from);
  if (!place) return null;
  const { row, column, cell } = place;
  const [start, end] = [from, to].map((at) => Math.max(0, at - table.from - cell.from));
  const text = cell.text.slice(0, start) + insert + cell.text.slice(end);
  return setCell(source, row, column, text.trim()).map((edit) => ({
    from: table.from + edit.from,
    to: table.from + edit.to,
    insert: edit.insert,
  }));
}
