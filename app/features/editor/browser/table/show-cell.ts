import { EditorView } from '@codemirror/view';
import { type Extent, showBetweenBars } from '#app/features/editor/browser/cursor-in-view.ts';
import type { CellElement } from '#app/features/editor/browser/table/cell-place.ts';

/** Part of the window's height from which a cell counts as tall: then its cursor is shown instead. */
const TALL = 1 / 3;

/** Returns what of a cell is to be seen: all of it, with the table's tools if they lie at its row. */
function extentOf(cell: CellElement): Extent | null {
  const { top, bottom, height } = cell.getBoundingClientRect();
  if (height > innerHeight * TALL) {
    const selection = getSelection();
    const caret = selection?.rangeCount ? selection.getRangeAt(0).getBoundingClientRect() : null;
    // Without letters beside it, a caret has no box.
    return caret?.height ? caret : null;
  }
  const tools = cell.closest('.cm-table')?.querySelector('.cm-table-tools')?.getBoundingClientRect();
  if (!tools || tools.top > bottom || tools.bottom < top) return { top, bottom };
  return { top: Math.min(top, tools.top), bottom: Math.max(bottom, tools.bottom) };
}

/** Scrolls a focused cell into the space between the bars. */
export function showCell(cell: CellElement): void {
  const view = EditorView.findFromDOM(cell.closest('.cm-editor') as HTMLElement);
  if (view) showBetweenBars(view, () => (cell === document.activeElement ? extentOf(cell) : null));
}
