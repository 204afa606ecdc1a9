import { language } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import type { CellElement } from '#app/features/editor/browser/table/cell-place.ts';
import { focusedCell } from '#app/features/editor/browser/table/cell-range.ts';
import { isComposing, offsetsIn, placeCaret } from '#app/features/editor/browser/table/cell-text.ts';
import { fitColumn } from '#app/features/editor/browser/table/hold-columns.ts';
import { writeCell } from '#app/features/editor/browser/table/write-cells.ts';
import { removingEmptyMarks } from '#app/features/editor/browser/writing/empty-marks.ts';

type EmptyPair = { from: number; text: string };
const emptyPairs = new WeakMap<CellElement, EmptyPair>();

export const isInCell = (view: EditorView): boolean => focusedCell(view) !== null;

/** The state of the cell at its last command or question; it knows which empty marks a command inserted. */
let latest: EditorState | null = null;

/** Returns the text and selection of a cell as the state of an editor. Several buttons ask at each change. */
function stateOf(cell: CellElement, view: EditorView): EditorState {
  const doc = cell.textContent ?? '';
  const [anchor, head] = offsetsIn(cell);
  const known = latest?.selection.main;
  if (latest?.doc.toString() === doc && known?.anchor === anchor && known.head === head) return latest;
  const extensions = [view.state.facet(language) ?? [], removingEmptyMarks];
  latest = EditorState.create({ doc, selection: { anchor, head }, extensions });
  return latest;
}

/** Returns the state of the focused cell, or else of the text. */
export function stateAtFocus(view: EditorView): EditorState {
  const cell = focusedCell(view);
  return cell ? stateOf(cell, view) : view.state;
}

/** Makes a command of the text apply to the focused cell, if any. */
export const alsoInCells =
  (command: Command): Command =>
  (view) => {
    const cell = focusedCell(view);
    return cell ? runInCell(command, cell, view) : command(view);
  };

/**
 * Runs a command on the text of a cell. It gets an editor of the cell alone, which has a state and `dispatch`. An input
 * method that composes keeps its text.
 */
export function runInCell(command: Command, cell: CellElement, view: EditorView): boolean {
  if (isComposing(cell)) return true;
  const state = stateOf(cell, view);
  const dispatch = (spec: TransactionSpec) => {
    latest = state.update(spec).state;
    const { anchor, head } = latest.selection.main;
    cell.textContent = latest.doc.toString();
    placeCaret(cell, [anchor, head]);
    if (anchor === head) rememberEmptyPair(cell, head);
    const box = cell.closest('.cm-table') as HTMLElement;
    fitColumn(box, cell);
    writeCell(cell, box, view, 'input.table');
  };
  return command({ state, dispatch, focus: () => undefined } as unknown as EditorView);
}

function rememberEmptyPair(cell: CellElement, head: number): void {
  const text = cell.textContent ?? '';
  const marks = /[*~`]*$/.exec(text.slice(0, head))?.[0] ?? '';
  const closing = [...marks].reverse().join('');
  if (marks && text.startsWith(closing, head))
    emptyPairs.set(cell, { from: head - marks.length, text: marks + closing });
}

/** Removes marks around nothing that a command inserted, as they go away with the cursor in the text. */
export function dropEmptyPair(cell: CellElement): void {
  const pair = emptyPairs.get(cell);
  const text = cell.textContent ?? '';
  if (!pair) return;
  emptyPairs.delete(cell);
  if (text.startsWith(pair.text, pair.from))
    cell.textContent = text.slice(0, pair.from) + text.slice(pair.from + pair.text.length);
}
