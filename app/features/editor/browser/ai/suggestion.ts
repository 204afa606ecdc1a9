import { type ChangeDesc, StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { AnswerCut } from '#app/schemas/ai-actions.ts';

export type AiAction = 'continue' | 'improve' | 'shorten' | 'summarize' | 'translate';
type State = 'working' | 'done' | 'stopped' | 'broken';
/** An AI answer for `from`…`to` that is not part of the text yet. */
export type Suggestion = {
  from: number;
  to: number;
  action: AiAction;
  docId: string;
  text: string;
  /** Set once an answer is `done` that is incomplete. */
  cut?: AnswerCut | undefined;
  /** True once the source text was changed after it was sent, so that the answer must not replace it. */
  isOutdated: boolean;
  state: State;
  problem: string;
  stop: AbortController;
};

export const suggest = StateEffect.define<Suggestion | null>();

/** Moves a suggestion with the text around it. A source that is replaced as a whole leaves an empty range. */
function moved(suggestion: Suggestion, changes: ChangeDesc): Suggestion {
  const { from, to } = suggestion;
  let { isOutdated } = suggestion;
  changes.iterChangedRanges((start, end) => {
    isOutdated ||= start < to && end > from;
  });
  const end = changes.mapPos(to, from < to ? -1 : 1);
  return { ...suggestion, isOutdated, from: Math.min(end, changes.mapPos(from, 1)), to: end };
}

export const suggestionField = StateField.define<Suggestion | null>({
  create: () => null,
  update(suggestion, { changes, effects }) {
    const set = effects.find((effect) => effect.is(suggest));
    if (set) return set.value;
    return suggestion && !changes.empty ? moved(suggestion, changes) : suggestion;
  },
});

export const suggestionIn = (view: EditorView) => view.state.field(suggestionField, false);

/** Ends the request of the shown answer, whose tokens are charged while it runs. */
export const stopAi = (view: EditorView): void => suggestionIn(view)?.stop.abort();
