import type { EditorView } from '@codemirror/view';
import type { CellElement } from '#app/features/editor/browser/table/cell-place.ts';
import { offsetsIn } from '#app/features/editor/browser/table/cell-text.ts';
import { sourceOffset } from '#app/features/editor/browser/table/edit-table.ts';
import { parseTable } from '#app/features/editor/browser/table/parse-table.ts';
import { currentTable } from '#app/features/editor/browser/table/write-cells.ts';

export type TextRange = { anchor: number; head: number };

export const focusedCell = (view: EditorView): CellElement | null => {
  const cell = document.activeElement?.closest<CellElement>('.cm-table :is(td, th)') ?? null;
  return view.contentDOM.contains(cell) ? cell : null;
};

/** Returns the source of a cell and its position in the text; null if its row is too short. */
export function sourceOfCell(cell: CellElement, view: EditorView): { from: number; text: string } | null {
  const { from, source } = currentTable(cell.closest('.cm-table') as HTMLElement, view);
  const part = parseTable(source).rows[(cell.parentElement as HTMLTableRowElement).rowIndex]?.[cell.cellIndex];
  return part ? { from: from + part.from, text: part.text } : null;
}

/** Returns the selection in the focused cell as positions of the text; null outside of cells. */
export function rangeInCell(view: EditorView): TextRange | null {
  const cell = focusedCell(view);
  const part = cell && sourceOfCell(cell, view);
  if (!part) return null;
  const [anchor, head] = offsetsIn(cell).map(
    (at) => part.from + Math.min(part.text.length, sourceOffset(part.text, at)),
  ) as [number, number];
  return { anchor, head };
}
