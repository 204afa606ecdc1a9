import type { ChangeSpec, EditorState, Text } from '@codemirror/state';
import type { Block } from '#app/features/editor/browser/structure/blocks.ts';

type Side = 'above' | 'below';
type Edges = Pick<Block, 'from' | 'to'>;
/** A cursor position next to a block, and the lines to insert for it at the edge of the text. */
type Place = { anchor: number; changes: ChangeSpec };

/** Returns the line above or below a block; at the edge of the text, a new paragraph with a blank line. */
export function placeBeside(doc: Text, { from, to }: Edges, side: Side): Place {
  if (side === 'above') {
    if (from > 0) return { anchor: from - 1, changes: [] };
    return { anchor: 0, changes: { from: 0, insert: '\n\n' } };
  }
  if (to < doc.length) return { anchor: to + 1, changes: [] };
  return { anchor: to + 2, changes: { from: to, insert: '\n\n' } };
}

/** No position is beside a table that is the whole text: a cursor at its start stands for one. */
export const isBesideAlone = (doc: Text, { from, to }: Edges, head: number): boolean =>
  from === 0 && to === doc.length && head === 0;

/** Returns the position next to a table for the cursor of the text while a cell is written. */
export const placeAside = (doc: Text, { from, to }: Edges): number =>
  to < doc.length ? to + 1 : Math.max(0, from - 1);

/** Creates a transaction that moves the cursor above or below a block. */
export const besideBlock = ({ doc }: EditorState, block: Edges, side: Side) => {
  const { anchor, changes } = placeBeside(doc, block, side);
  return { changes, selection: { anchor }, userEvent: 'select.beside', scrollIntoView: true } as const;
};
