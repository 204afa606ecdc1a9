import { Compartment, type EditorSelection, EditorState, type Extension } from '@codemirror/state';
import { drawSelection } from '@codemirror/view';

const drawing = new Compartment();
const NATIVE: Extension = [];
const DRAWN = drawSelection();

const isCaret = ({ ranges, main }: EditorSelection) => ranges.length === 1 && main.empty;

/** Switches when a selection begins or ends. */
const switching = EditorState.transactionExtender.of(({ startState, newSelection }) => {
  const wanted = isCaret(newSelection) ? NATIVE : DRAWN;
  return drawing.get(startState) === wanted ? null : { effects: drawing.reconfigure(wanted) };
});

/**
 * Draws selected ranges and several cursors. A single cursor is the browser's own: a drawn one needs a second layout
 * and paint at every key.
 */
export const drawnSelection: Extension = [drawing.of(NATIVE), switching];
