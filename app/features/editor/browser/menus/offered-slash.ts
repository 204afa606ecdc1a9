import { completionStatus, startCompletion } from '@codemirror/autocomplete';
import { StateEffect, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

type Range = { from: number; to: number };

const offer = StateEffect.define<Range>();

/** The slash of the toolbar's plus button, until something is written beside it. */
const offered = StateField.define<Range | null>({
  create: () => null,
  update(range, { effects, changes }) {
    const given = effects.find((effect) => effect.is(offer))?.value;
    if (given || !range || changes.empty) return given ?? range;
    if (changes.touchesRange(range.from, range.to)) return null;
    return { from: changes.mapPos(range.from), to: changes.mapPos(range.to) };
  },
});

/** Opens the slash menu at the cursor. */
export function offerInsertions(view: EditorView): void {
  const { head } = view.state.selection.main;
  const before = view.state.sliceDoc(Math.max(0, head - 1), head);
  const insert = /^$|\s/.test(before) ? '/' : ' /';
  const to = head + insert.length;
  view.dispatch({
    changes: { from: head, insert },
    selection: { anchor: to },
    effects: offer.of({ from: head, to }),
    userEvent: 'input',
  });
  view.focus();
  startCompletion(view);
}

/** Removes that slash if its menu closes without a choice. */
export const offeredSlash = [
  offered,
  EditorView.updateListener.of(({ view, state, startState }) => {
    const range = state.field(offered);
    if (!range || completionStatus(startState) === null || completionStatus(state) !== null) return;
    view.dispatch({ changes: range, userEvent: 'delete' });
  }),
];
