import { type EditorView, WidgetType } from '@codemirror/view';
import { alignCells, swapCells } from '#app/features/editor/browser/table/align-cells.ts';
import { tableIn } from '#app/features/editor/browser/table/cell-place.ts';
import { followText } from '#app/features/editor/browser/table/cell-text.ts';
import { releaseColumns } from '#app/features/editor/browser/table/hold-columns.ts';
import { listen } from '#app/features/editor/browser/table/listen-cells.ts';
import {
  cellsOf,
  parseTable,
  rowOfLine,
  unescapeCell,
  widthOf,
} from '#app/features/editor/browser/table/parse-table.ts';
import { renderInline } from '#app/features/editor/browser/table/render-inline.ts';
import { shapeButtons } from '#app/features/editor/browser/table/shape-table.ts';

/**
 * Sizes of tables whose rows are layers during editing. Otherwise each key repaints all cells: with 2,460 cells a key
 * took twice as long. Layers cost memory, so tables of more rows do without.
 */
const LAYERED = { cellsMin: 400, rowsMax: 200 };

/** A table with editable cells. An edit changes the source of its cell only. */
export class TableWidget extends WidgetType {
  readonly source: string;
  constructor(source: string) {
    super();
    this.source = source;
  }
  override eq(other: TableWidget): boolean {
    return other.source === this.source;
  }
  override get estimatedHeight(): number {
    return 40 * this.source.split('\n').length;
  }
  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('div');
    box.className = 'cm-table';
    const scroller = document.createElement('div');
    scroller.className = 'cm-table-scroll';
    scroller.append(document.createElement('table'));
    box.append(scroller, shapeButtons(view, box));
    draw(box, this.source);
    listen(box, view);
    return box;
  }
  /** Updates changed cells only; what is typed in the focused cell stays. */
  override updateDOM(box: HTMLElement, _view: EditorView, from: this): boolean {
    swapCells(tableIn(box), from.source, this.source);
    if (redrawRows(tableIn(box), from.source, this.source)) return true;
    releaseColumns(box);
    alignCells(tableIn(box), from.source, this.source, newCell);
    draw(box, this.source);
    return true;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/**
 * Redraws the rows whose lines differ. Returns false if rows or columns were added or removed, or the second line
 * differs.
 */
function redrawRows(table: HTMLTableElement, before: string, after: string): boolean {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length !== now.length || old[1] !== now[1]) return false;
  const changed = [...now.keys()].filter((number) => old[number] !== now[number]);
  const rows = changed.map((number) => ({ cells: cellsOf(now[number] ?? ''), row: table.rows[rowOfLine(number)] }));
  const isSame = ({ cells }: (typeof rows)[number], at: number) =>
    cells.length === cellsOf(old[changed[at] ?? 0] ?? '').length;
  if (!rows.every(isSame)) return false;
  for (const { cells, row } of rows)
    for (const [column, { text }] of cells.entries()) show(row?.cells[column] as HTMLTableCellElement, text);
  return true;
}

function draw(box: HTMLElement, source: string): void {
  const { rows, align } = parseTable(source);
  const table = tableIn(box);
  const width = widthOf(rows);
  for (const [index, cells] of rows.entries()) {
    const row = table.rows[index] ?? table.insertRow();
    while (row.cells.length > width) row.deleteCell(-1);
    for (let column = 0; column < width; column += 1) {
      const cell = (row.cells[column] as HTMLTableCellElement | undefined) ?? row.appendChild(newCell(index === 0));
      cell.style.textAlign = align[column] ?? '';
      show(cell, cells[column]?.text ?? '');
    }
  }
  while (table.rows.length > rows.length) table.deleteRow(-1);
  const isLayered = rows.length * width >= LAYERED.cellsMin && rows.length <= LAYERED.rowsMax;
  box.classList.toggle('is-layered', isLayered);
}

function newCell(isHead: boolean): HTMLTableCellElement {
  const cell = document.createElement(isHead ? 'th' : 'td');
  cell.contentEditable = 'plaintext-only';
  cell.spellcheck = true;
  return cell;
}

function show(cell: HTMLTableCellElement, source: string): void {
  if (cell === document.activeElement) followText(cell, unescapeCell(source));
  else if (cell.dataset.source !== source || cell.hasAttribute('data-open')) {
    cell.replaceChildren(renderInline(source));
    cell.removeAttribute('data-open');
  }
  cell.dataset.source = source;
}
