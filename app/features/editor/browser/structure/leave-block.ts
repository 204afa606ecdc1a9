import type { Command, EditorView } from '@codemirror/view';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { blocksNear, lastBlock } from '#app/features/editor/browser/structure/blocks.ts';
import { besideBlock } from '#app/features/editor/browser/structure/place-caret.ts';

/** Moves the cursor below a block that ends the text; inserts a paragraph there. */
export function goBelowLastBlock(view: EditorView): boolean {
  const block = lastBlock(view.state);
  if (!block) return false;
  view.dispatch(besideBlock(view.state, block, 'below'));
  return true;
}

/** Moves the cursor above a table that begins the text; inserts a paragraph there. */
export function goAboveFirstBlock(view: EditorView): boolean {
  const block = blocksNear(view.state, 0, 0).find(({ kind, from }) => kind === 'table' && from === 0);
  if (!block) return false;
  view.dispatch(besideBlock(view.state, block, 'above'));
  return true;
}

/**
 * ArrowDown from code or a formula goes to the end of its closing line: text typed there stands below the block, text
 * typed at its start would stand in it.
 */
export const stepBelowFence: Command = (view) => {
  const { doc, selection } = view.state;
  const { main } = selection;
  const next = doc.lineAt(main.head).to + 1;
  const fence = blocksNear(view.state, main.head, main.head).find(({ inner }) => inner?.closingFrom === next);
  if (!main.empty || !fence) return false;
  const { head } = view.moveVertically(main, true);
  if (head < next || head > fence.to) return false;
  view.dispatch({ selection: { anchor: fence.to }, userEvent: 'select', scrollIntoView: true });
  return true;
};

/** ArrowDown on the last line leaves the block there. */
export const leaveLastBlock: Command = (view) => {
  const { doc, selection } = view.state;
  const { empty, head } = selection.main;
  return empty && doc.lineAt(head).number === doc.lines && goBelowLastBlock(view);
};

/** An arrow key next to a formula moves the cursor into its first or last line. */
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
