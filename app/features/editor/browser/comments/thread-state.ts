import { type EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { locatePassages } from '#app/features/editor/browser/comments/locate-passages.ts';
import type { ThreadEntry } from '#app/services/comments/list-threads.ts';

type Threads = { entries: readonly ThreadEntry[]; marks: DecorationSet };

/** Replaces the open threads of the document. */
export const setThreads = StateEffect.define<readonly ThreadEntry[]>();

/** Holds the open threads of the document; their passages are marked and follow edits. */
export const threads = StateField.define<Threads>({
  create: () => ({ entries: [], marks: Decoration.none }),
  update({ entries, marks }, { state, changes, effects }) {
    const given = effects.findLast((effect) => effect.is(setThreads))?.value;
    return given ? { entries: given, marks: markAll(state, given) } : { entries, marks: marks.map(changes) };
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

function markAll(state: EditorState, entries: readonly ThreadEntry[]): DecorationSet {
  const quoted = entries.filter((thread): thread is ThreadEntry & { quote: string } => thread.quote !== null);
  const places = locatePassages(state.doc.toString(), quoted);
  const marks = places.flatMap((place, nth): Range<Decoration>[] => {
    const { id } = quoted[nth]!;
    return place ? [Decoration.mark({ class: 'cm-passage', id }).range(place.from, place.to)] : [];
  });
  return Decoration.set(marks, true);
}
