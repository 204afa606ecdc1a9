import { EditorSelection, EditorState, type Extension, StateEffect, StateField, Transaction } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';

/**
 * The range of marks with nothing between, such as `~~~~` or `**~~~~**`. The cursor stands in the middle. `wereFilled`
 * is true if their text was deleted.
 */
type EmptyMarks = { from: number; to: number; wereFilled?: boolean };

/** Tells that a command inserted empty marks around the cursor, or that the text between marks was deleted. */
export const insertedEmptyMarks = StateEffect.define<EmptyMarks>({ map: (marks, changes) => mapped(marks, changes) });
const lostFocus = StateEffect.define<null>();

const mapped = ({ from, to, ...marks }: EmptyMarks, changes: Transaction['changes']['desc']): EmptyMarks => ({
  ...marks,
  from: changes.mapPos(from, 1),
  to: changes.mapPos(to, -1),
});

const isAround = ({ ranges }: EditorSelection, { from, to }: EmptyMarks) =>
  ranges.some((range) => range.empty && range.head === (from + to) / 2);

const isMirrored = (text: string) => text !== '' && text === [...text].reverse().join('');

/** The empty marks around each cursor, until a text stands in them. */
const emptyMarks = StateField.define<readonly EmptyMarks[]>({
  create: () => [],
  update(known, { changes, docChanged, effects, newDoc, newSelection }) {
    if (!docChanged) return known;
    const added = effects.flatMap((effect) => (effect.is(insertedEmptyMarks) ? [effect.value] : []));
    const outer = known.map((marks) => mapped(marks, changes));
    const inner = added.filter(({ from }) => !outer.some((marks) => marks.from <= from && from <= marks.to));
    return [...outer, ...inner].filter(
      (marks) => isAround(newSelection, marks) && isMirrored(newDoc.sliceString(marks.from, marks.to)),
    );
  },
});

export type EmptyStyles = EmptyMarks & { marks: readonly string[] };

/** Returns the empty marks in whose middle a cursor stands, each by its delimiter, outermost first. */
export function emptyMarksAt(state: EditorState, head: number): EmptyStyles | null {
  const found = state.field(emptyMarks, false)?.find(({ from, to }) => head === (from + to) / 2);
  return found ? { ...found, marks: state.sliceDoc(found.from, head).match(/\*\*|\*|~~|`/g) ?? [] } : null;
}

/** Adds a mark to empty marks, or removes it. In code, the innermost, other marks would be text. */
export function toggleEmptyMark({ from, to, marks }: EmptyStyles, mark: string) {
  const others = marks.filter((other) => other !== mark);
  const wanted = others.length < marks.length ? others : [...others, mark].sort((a, b) => rank(a) - rank(b));
  const opening = wanted.join('');
  const insert = opening + wanted.toReversed().join('');
  return {
    changes: { from, to, insert },
    effects: insertedEmptyMarks.of({ from, to: from + insert.length }),
    range: EditorSelection.cursor(from + opening.length),
  };
}

/** Backspace between empty marks removes them. */
export const deleteEmptyMarks: Command = ({ state, dispatch }) => {
  const { main } = state.selection;
  const empty = main.empty ? emptyMarksAt(state, main.head) : null;
  if (!empty) return false;
  dispatch(state.update({ changes: { from: empty.from, to: empty.to }, userEvent: 'delete' }));
  return true;
};

const rank = (mark: string) => (mark === '`' ? 1 : 0);

/** Removes empty marks that the cursor left: `~~~~` makes code of all text below, `****` draws a line. */
const removal = EditorState.transactionFilter.of((transaction) => {
  const { startState, selection, newSelection, docChanged, effects } = transaction;
  const hasLostFocus = effects.some((effect) => effect.is(lostFocus));
  if (!(selection || docChanged || hasLostFocus)) return transaction;
  const left = startState.field(emptyMarks).flatMap((marks) => {
    const moved = mapped(marks, transaction.changes);
    const isUnchanged = moved.to - moved.from === marks.to - marks.from;
    return isUnchanged && (hasLostFocus || !isAround(newSelection, moved)) ? [moved] : [];
  });
  if (left.length === 0) return transaction;
  // Undo has nothing to bring back of marks that never had a text.
  const isForgotten = !docChanged && !left.some(({ wereFilled }) => wereFilled);
  const annotations = isForgotten ? Transaction.addToHistory.of(false) : [];
  return [transaction, { changes: left, sequential: true, annotations }];
});

/** A click into another window keeps the marks: the person comes back to write. */
const noticeLostFocus = EditorView.focusChangeEffect.of((_, isFocused) =>
  isFocused || !document.hasFocus() ? null : lostFocus.of(null),
);

export const removingEmptyMarks: Extension = [emptyMarks, removal, noticeLostFocus];
