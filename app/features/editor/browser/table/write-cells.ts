import type { EditorView } from '@codemirror/view';
import { changesBetween } from '#app/features/editor/browser/merge-remote.ts';
import { type CellElement, tableIn } from '#app/features/editor/browser/table/cell-place.ts';
import { typedChange } from '#app/features/editor/browser/table/cell-text.ts';
import { type Edit, setCell, sourceOffset } from '#app/features/editor/browser/table/edit-table.ts';
import { cellsOf, escapeCell, lineOfRow, unescapeCell } from '#app/features/editor/browser/table/parse-table.ts';

type Current = { from: number; to: number; source: string };

/** Returns the current position and content of a table. */
export function currentTable(box: HTMLElement, view: EditorView): Current {
  const from = view.posAtDOM(box);
  const rows = tableIn(box).rows.length;
  const last = view.state.doc.line(view.state.doc.lineAt(from).number + rows);
  const source = view.state.sliceDoc(from, last.to);
  return { from, to: last.to, source };
}

/** Applies changes of a table's source that starts at `start`. */
export function dispatchEdits(view: EditorView, start: number, edits: readonly Edit[], userEvent: string): void {
  const changes = edits.map(({ from, to, insert }) => ({ from: start + from, to: start + to, insert }));
  view.dispatch({ changes, userEvent });
}

/** Writes what was typed in a cell into the table's source, letter by letter, beside what others typed in it. */
export function writeCell(cell: CellElement, box: HTMLElement, view: EditorView, userEvent = 'input.type.table'): void {
  const { from, source } = currentTable(box, view);
  const row = (cell.parentElement as HTMLTableRowElement).rowIndex;
  const known = cellsOf(source.split('\n')[lineOfRow(row)] ?? '')[cell.cellIndex]?.text ?? '';
  const typed = typedChange(cell, unescapeCell(known));
  if (!typed) return;
  const parts: Edit[] = [];
  typed.iterChanges((start, end, _from, _to, inserted) => {
    const insert = escapeCell(inserted.toString());
    parts.push({ from: sourceOffset(known, start), to: sourceOffset(known, end), insert });
  });
  const text = parts.reduceRight((cut, part) => cut.slice(0, part.from) + part.insert + cut.slice(part.to), known);
  const edits = setCell(source, row, cell.cellIndex, text.trim()).flatMap((edit) => split(edit, source));
  dispatchEdits(view, from, edits, userEvent);
}

/** Splits an edit by the words that differ, so that those between new marks keep the cursors and comments of others. */
function split({ from, to, insert }: Edit, source: string): Edit[] {
  const edits: Edit[] = [];
  changesBetween(source.slice(from, to), insert).iterChanges((start, end, _from, _to, inserted) => {
    edits.push({ from: from + start, to: from + end, insert: inserted.toString() });
  });
  return edits;
}
