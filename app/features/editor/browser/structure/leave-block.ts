import type { Command, EditorView } from '@codemirror/view';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { lastBlock } from '#app/features/editor/browser/structure/blocks.ts';
import { besideBlock } from '#app/features/editor/browser/structure/place-caret.ts';

/** Goes below the block that ends the text, into a paragraph made for it: the end of a text is a place to write at. */
export function goBelowLastBlock(view: EditorView): boolean {
  const block = lastBlock(view.state);
  if (!block) return false;
  view.dispatch(besideBlock(view.state, block, 'below'));
  return true;
}

/** ArrowDown on the last line of the text leaves the block that stands there. */
export const leaveLastBlock: Command = (view) => {
  const { doc, selection } = view.state;
  const { empty, head } = selection.main;
  return empty && doc.lineAt(head).number === doc.lines && goBelowLastBlock(view);
};

/** From the line above or below, the arrow opens a formula at its first or last line. */
export const intoFormula =
  (side: 'above' | 'below'): Command =>
  (view) => {
    const { doc, selection } = view.state;
    const { empty, head } = selection.main;
    const line = doc.lineAt(head);
    const edge = side === 'below' ? line.to + 1 : line.from - 1;
    if (!empty || edge < 0 || edge > doc.length) return false;
    let anchor: number | null = null;
    view.state.field(drawnBlocks, false)?.between(edge, edge, (from, to, { spec }) => {
      if ('source' in spec.widget) return;
      const number = side === 'below' ? doc.lineAt(from).number + 1 : doc.lineAt(to).number - 1;
      anchor = side === 'below' ? doc.line(number).from : doc.line(number).to;
    });
    if (anchor === null) return false;
    view.dispatch({ selection: { anchor }, userEvent: 'select', scrollIntoView: true });
    return true;
  };
