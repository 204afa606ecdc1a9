import { type EditorState, Facet } from '@codemirror/state';

/** Returns the positions of the cursors of others; empty while the text is not shared. */
export const cursorsOfOthers = Facet.define<() => number[], () => number[]>({
  combine: ([read]) => read ?? (() => []),
});

/**
 * Returns a test for ranges with the cursor of someone else. Where two texts swap places, theirs has to stay in the
 * document and the other one is written anew: letters typed at the same time would stay at the old place.
 */
export function writtenByOthers(state: EditorState): (range: { from: number; to: number }) => boolean {
  const cursors = state.facet(cursorsOfOthers)();
  return ({ from, to }) => cursors.some((at) => from <= at && at <= to);
}

type Change = { from: number; to: number; insert: string };

/**
 * Moves an insertion or deletion next to a kept text by one character away from it, where the result is the same.
 * Otherwise a letter typed there at the same time could land behind inserted text, also behind what an undo inserts.
 */
export function awayFrom(textAt: (from: number, to: number) => string, change: Change, by: 1 | -1): Change {
  const { from, to, insert } = change;
  const moved = insert || textAt(from, to);
  const [near, next] = by === 1 ? [moved[0], textAt(to, to + 1)] : [moved.at(-1), textAt(from - 1, from)];
  const isMovable = near !== undefined && near === next && (insert === '' || from === to);
  if (!isMovable) return change;
  const turned = by === 1 ? insert.slice(1) + near : near + insert.slice(0, -1);
  return { from: from + by, to: to + by, insert: insert && turned };
}
