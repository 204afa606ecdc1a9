import { type EditorView, ViewPlugin } from '@codemirror/view';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { caretsIn } from '#app/features/editor/browser/live/remote-carets.ts';
import { tableIn } from '#app/features/editor/browser/table/cell-place.ts';
import { focusedCell, sourceOfCell } from '#app/features/editor/browser/table/cell-range.ts';
import { cellAround } from '#app/features/editor/browser/table/parse-table.ts';
import { currentTable } from '#app/features/editor/browser/table/write-cells.ts';

type Occupied = { cell: HTMLTableCellElement; name: string; color: string };

/**
 * Publishes the place of the cell that has the focus, as the text has no cursor then, and outlines cells that have the
 * cursors of others.
 */
class CellsOfPeople {
  readonly #view: EditorView;
  readonly #awareness: Awareness;
  readonly #text: Y.Text;
  #outlined: HTMLTableCellElement[] = [];

  constructor(view: EditorView, awareness: Awareness, text: Y.Text) {
    this.#view = view;
    this.#awareness = awareness;
    this.#text = text;
    view.contentDOM.addEventListener('focusin', this.#publish);
    // No state may be published while the editor is being configured.
    queueMicrotask(this.#publish);
    this.update();
  }

  update(): void {
    this.#view.requestMeasure({
      key: this,
      read: () => this.#cellsOfOthers(),
      write: (cells) => this.#outline(cells),
    });
  }

  destroy(): void {
    this.#view.contentDOM.removeEventListener('focusin', this.#publish);
    this.#outline([]);
  }

  readonly #publish = () => {
    const cell = focusedCell(this.#view);
    const source = cell && sourceOfCell(cell, this.#view);
    if (!source) return;
    const place = Y.createRelativePositionFromTypeIndex(this.#text, source.from);
    this.#awareness.setLocalStateField('cursor', { anchor: place, head: place });
  };

  #cellsOfOthers(): Occupied[] {
    const carets = caretsIn(this.#awareness);
    if (carets.length === 0) return [];
    const boxes = [...this.#view.contentDOM.querySelectorAll<HTMLElement>('.cm-table')];
    return boxes.flatMap((box) => {
      const { from, to, source } = currentTable(box, this.#view);
      const inside = carets.filter(({ at }) => at >= from && at <= to);
      return inside.flatMap(({ at, user: { name, color } }) => {
        const place = cellAround(source, at - from);
        const cell = place && tableIn(box).rows[place.row]?.cells[place.column];
        return cell ? [{ cell, name, color }] : [];
      });
    });
  }

  #outline(cells: readonly Occupied[]): void {
    const kept = new Set(cells.map(({ cell }) => cell));
    for (const cell of this.#outlined) if (!kept.has(cell)) delete cell.dataset.writer;
    for (const { cell, name, color } of cells) {
      cell.dataset.writer = name;
      cell.style.setProperty('--writer', color);
    }
    this.#outlined = [...kept];
  }
}

export const cellsOfPeople = (awareness: Awareness, text: Y.Text) =>
  ViewPlugin.define((view) => new CellsOfPeople(view, awareness, text));
