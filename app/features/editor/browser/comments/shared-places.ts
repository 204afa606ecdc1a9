import { Facet, type Transaction } from '@codemirror/state';

/** Offsets in UTF-16 units. */
export type Place = { from: number; to: number };

/** Positions in a shared text, anchored to characters instead of offsets. */
export type SharedPlaces = {
  /** Returns a place that stays at its letters. The shared text must equal the editor's. */
  keep: (place: Place) => unknown;
  /** Returns where the letters of a kept place are now; null once all are deleted. */
  find: (kept: unknown) => Place | null;
  /** True for transactions that apply changes of the shared text, which then equals the editor's. */
  isFromOthers: (transaction: Transaction) => boolean;
};

/** Set while the editor shares its text; null otherwise. */
export const sharedPlaces = Facet.define<SharedPlaces, SharedPlaces | null>({ combine: ([first]) => first ?? null });
