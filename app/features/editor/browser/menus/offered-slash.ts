import { completionStatus, startCompletion } from '@codemirror/autocomplete';
import { StateEffect, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

type Range = { from: number; to: number };

const offer = StateEffect.define<Range>();

/** The slash of the toolbar's plus button, until something else is written. */
const offered = StateField.define<Range | null>({
  create: () => null,
  update(range, { effects, docChanged }) {
    const given = effects.find((effect) => effect.is(offer))?.value;
    return given ?? (docChanged ? null : range);
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
