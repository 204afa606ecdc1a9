import { forceParsing } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { blockPlace } from '#app/features/editor/browser/structure/block-place.ts';
import { moveTo, tableAt } from '#app/features/editor/browser/table/cell-place.ts';

const PARSE_MS = 200;

type Corner = 'first' | 'last' | 'last row';

/** Returns the start of the drawn table directly above or below a line. */
function tableBeside(state: EditorState, at: number, side: 'above' | 'below'): number | null {
  const line = state.doc.lineAt(at);
  const edge = side === 'below' ? line.to + 1 : line.from - 1;
  if (edge < 0 || edge > state.doc.length) return null;
  let start: number | null = null;
  state.field(drawnBlocks, false)?.between(edge, edge, (from, _to, { spec }) => {
    if ('source' in spec.widget) start = from;
  });
  return start;
}

/** Focuses a cell of the drawn table at `start`. Returns false if there is none. */
export function enterTable(view: EditorView, start: number, corner: Corner): boolean {
  forceParsing(view, Math.max(start + 1, view.viewport.to), PARSE_MS);
  const table = tableAt(view, start);
  const row = table?.rows[corner === 'first' ? 0 : table.rows.length - 1];
  const cell = row?.cells[corner === 'last' ? row.cells.length - 1 : 0];
  return moveTo(cell as HTMLTableCellElement | undefined);
}

/** Inserts a table at the cursor, focuses its first cell and shows all of it. */
export function insertTable(view: EditorView, table: string): void {
  const { from, to, before, after } = blockPlace(view.state, table);
  const start = from + before.length;
  // Keep the text cursor outside of the table: inside it would show the source.
  const behind = after || (start > 0 ? '' : '\n\n');
  const anchor = start > 0 ? start - 1 : start + table.length + 2;
  view.dispatch({
    changes: { from, to, insert: before + table + behind },
    selection: { anchor },
    userEvent: 'input.table',
    scrollIntoView: true,
  });
  enterTable(view, start, 'first');
  tableAt(view, start)?.closest('.cm-table')?.scrollIntoView({ block: 'nearest' });
}

type Way = { side: 'above' | 'below'; corner: Corner; from?: 'lineStart' | 'lineEnd' };

/** A key at the edge of a table moves into it instead of joining lines. */
export const intoTable =
  ({ side, corner, from }: Way): Command =>
  (view) => {
    const { doc, selection } = view.state;
    const { empty, head } = selection.main;
    const line = doc.lineAt(head);
    const isThere = !from || head === (from === 'lineStart' ? line.from : line.to);
    const start = empty && isThere ? tableBeside(view.state, head, side) : null;
    return start !== null && enterTable(view, start, corner);
  };
