import type { ChangeSpec, EditorState, Text } from '@codemirror/state';
import type { Block } from '#app/features/editor/browser/structure/blocks.ts';

type Side = 'above' | 'below';
type Edges = Pick<Block, 'from' | 'to'>;
/** Where a cursor next to a block goes, and the lines that have to be made for it where the text ends with the block. */
type Place = { anchor: number; changes: ChangeSpec };

/** The line above or below a block; at the edge of the text a paragraph is made there, with its blank line. */
export function placeBeside(doc: Text, { from, to }: Edges, side: Side): Place {
  if (side === 'above') {
    if (from > 0) return { anchor: from - 1, changes: [] };
    return { anchor: 0, changes: { from: 0, insert: '\n\n' } };
  }
  if (to < doc.length) return { anchor: to + 1, changes: [] };
  return { anchor: to + 2, changes: { from: to, insert: '\n\n' } };
}

/** Puts the cursor above or below a block. */
export const besideBlock = ({ doc }: EditorState, block: Edges, side: Side) => {
  const { anchor, changes } = placeBeside(doc, block, side);
  return { changes, selection: { anchor }, userEvent: 'select.beside', scrollIntoView: true } as const;
};
