import { type EditorState, type Range, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { lettersIn, locatePassages } from '#app/features/editor/browser/comments/locate-passages.ts';
import { type Place, type SharedPlaces, sharedPlaces } from '#app/features/editor/browser/comments/shared-places.ts';
import type { ThreadEntry } from '#app/services/comments/list-threads.ts';

type Threads = {
  entries: readonly ThreadEntry[];
  marks: DecorationSet;
  /** While the text is shared: the places of the marks by thread, kept by their letters. */
  kept: ReadonlyMap<string, unknown>;
};

/** Replaces the open threads of the document. */
export const setThreads = StateEffect.define<readonly ThreadEntry[]>();
/** Searches the passages that are not marked whole, as their words may have come back. */
export const findLost = StateEffect.define<null>();

const NO_PLACES: ReadonlyMap<string, unknown> = new Map();

/**
 * Holds the open threads of the document; their passages are marked and follow edits: by the shared text's letters
 * while it is shared, else by the editor's changes.
 */
export const threads = StateField.define<Threads>({
  create: () => ({ entries: [], marks: Decoration.none, kept: NO_PLACES }),
  update(value, transaction) {
    const { state, startState, effects } = transaction;
    const given = effects.findLast((effect) => effect.is(setThreads))?.value;
    const shared = state.facet(sharedPlaces);
    const moved = follow(value, transaction, shared);
    if (given || effects.some((effect) => effect.is(findLost)))
      return markMissing(state, { ...moved, entries: given ?? value.entries }, shared);
    return shared === startState.facet(sharedPlaces) ? moved : { ...moved, kept: keepAll(moved.marks, shared) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

export const threadOf = (state: EditorState, id: string) =>
  state.field(threads).entries.find((thread) => thread.id === id) ?? null;

/** Returns the id of the thread whose passage contains the position, else of the first one in its line. */
export function threadAt(state: EditorState, position: number): string | null {
  const { from, to } = state.doc.lineAt(position);
  return threadBetween(state, position, position) ?? threadBetween(state, from, to);
}

function threadBetween(state: EditorState, from: number, to: number): string | null {
  let id: string | null = null;
  state.field(threads).marks.between(from, to, (_from, _to, { spec }) => {
    id = spec.id as string;
    return false;
  });
  return id;
}

const markOf = (id: string, { from, to }: Place): Range<Decoration> =>
  Decoration.mark({ class: 'cm-passage', id }).range(from, to);

/** Others' changes are followed by letters. Own changes have not reached the shared text yet. */
function follow(value: Threads, transaction: Transaction, shared: SharedPlaces | null): Threads {
  if (!transaction.docChanged) return value;
  if (!shared?.isFromOthers(transaction)) return { ...value, marks: value.marks.map(transaction.changes) };
  const found = [...value.kept].flatMap(([id, kept]): Range<Decoration>[] => {
    const place = shared.find(kept);
    return place ? [markOf(id, place)] : [];
  });
  return { ...value, marks: Decoration.set(found, true) };
}

/**
 * Keeps marks whose text equals their thread's passage and searches the others. A mark with changed text moves only to
 * its complete passage at the same place; otherwise the changed text becomes the passage.
 */
function markMissing(state: EditorState, { entries, marks }: Threads, shared: SharedPlaces | null): Threads {
  const known = new Map(placesOf(marks));
  const quoted = entries.filter((thread): thread is Quoted => thread.quote !== null);
  const sought = quoted.filter((thread) => !isWhole(state, thread, known.get(thread.id)));
  const located = locatePassages(state.doc.toString(), sought);
  const found = new Map(sought.map(({ id }, nth) => [id, located[nth]!]));
  const all = quoted.flatMap((thread) => {
    const [now, better] = [known.get(thread.id), found.get(thread.id)];
    const isBetter = better && (!now || (touch(now, better) && isWhole(state, thread, better)));
    const place = isBetter ? better : now;
    return place ? [markOf(thread.id, place)] : [];
  });
  const set = Decoration.set(all, true);
  return { entries, marks: set, kept: keepAll(set, shared) };
}

type Quoted = ThreadEntry & { quote: string };

const isWhole = (state: EditorState, { quote }: Quoted, place: Place | undefined): boolean =>
  place !== undefined && lettersIn(state.sliceDoc(place.from, place.to)) === lettersIn(quote);

const touch = (one: Place, other: Place): boolean => one.from <= other.to && other.from <= one.to;

const keepAll = (marks: DecorationSet, shared: SharedPlaces | null): ReadonlyMap<string, unknown> =>
  shared ? new Map(placesOf(marks).map(([id, place]) => [id, shared.keep(place)])) : NO_PLACES;

function placesOf(marks: DecorationSet): [string, Place][] {
  const places: [string, Place][] = [];
  for (const at = marks.iter(); at.value; at.next())
    places.push([at.value.spec.id as string, { from: at.from, to: at.to }]);
  return places;
}
