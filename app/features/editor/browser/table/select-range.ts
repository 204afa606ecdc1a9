import { forceParsing } from '@codemirror/language';
import type { StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';
import { placeAside } from '#app/features/editor/browser/structure/place-caret.ts';
import { type CellElement, tableAt } from '#app/features/editor/browser/table/cell-place.ts';
import type { TextRange } from '#app/features/editor/browser/table/cell-range.ts';
import { placeCaret } from '#app/features/editor/browser/table/cell-text.ts';
import { cellNear, unescapeCell } from '#app/features/editor/browser/table/parse-table.ts';

const PARSE_MS = 200;

/**
 * Selects a range of the text. A range within a table is selected in its cell, and the cursor of the text goes beside
 * the table: inside of it, it would show the source.
 */
export function selectRange(
  view: EditorView,
  { anchor, head = anchor }: Pick<TextRange, 'anchor'> & Partial<TextRange>,
  effects: readonly StateEffect<unknown>[] = [],
): void {
  const { state } = view;
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
  const isDrawn = state.field(drawnBlocks, false) !== undefined;
  const block = blocksNear(state, from, to).find((each) => each.from <= from && to <= each.to);
  if (!isDrawn || block?.kind !== 'table') {
    view.dispatch({ selection: { anchor, head }, effects });
    return;
  }
  view.dispatch({ selection: { anchor: placeAside(state.doc, block) }, effects });
  forceParsing(view, Math.max(block.to, view.viewport.to), PARSE_MS);
  const place = cellNear(state.sliceDoc(block.from, block.to), head - block.from);
  const cell = place && (tableAt(view, block.from)?.rows[place.row]?.cells[place.column] as CellElement | undefined);
  if (!cell || !view.contentDOM.contains(document.activeElement)) return;
  cell.focus({ preventScroll: true });
  const shown = (at: number) =>
    unescapeCell(place.cell.text.slice(0, Math.max(0, at - block.from - place.cell.from))).length;
  placeCaret(cell, [shown(anchor), shown(head)]);
}
