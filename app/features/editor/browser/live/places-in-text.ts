import { ySyncAnnotation } from 'y-codemirror.next';
import * as Y from 'yjs';
import type { SharedPlaces } from '#app/features/editor/browser/comments/shared-places.ts';

type Kept = { from: Y.RelativePosition; to: Y.RelativePosition };

/** Keeps places in a shared text as Yjs relative positions, attached to their first and last letter. */
export function placesIn(text: Y.Text): SharedPlaces {
  const indexOf = (position: Y.RelativePosition): number | null => {
    const { doc } = text;
    return doc ? (Y.createAbsolutePositionFromRelativePosition(position, doc)?.index ?? null) : null;
  };
  return {
    keep: ({ from, to }): Kept => ({
      from: Y.createRelativePositionFromTypeIndex(text, from, 0),
      to: Y.createRelativePositionFromTypeIndex(text, to, -1),
    }),
    find: (kept) => {
      const [from, to] = [indexOf((kept as Kept).from), indexOf((kept as Kept).to)];
      return from !== null && to !== null && from < to ? { from, to } : null;
    },
    isFromOthers: (transaction) => transaction.annotation(ySyncAnnotation) !== undefined,
  };
}
