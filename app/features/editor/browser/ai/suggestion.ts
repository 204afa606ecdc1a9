import { StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

export type AiAction = 'continue' | 'improve' | 'shorten' | 'summarize' | 'translate';
type State = 'working' | 'done' | 'stopped' | 'broken';
/** An AI answer for `from`…`to` that is not part of the text yet. */
export type Suggestion = {
  from: number;
  to: number;
  action: AiAction;
  docId: string;
  text: string;
  state: State;
  problem: string;
  stop: AbortController;
};

export const suggest = StateEffect.define<Suggestion | null>();

export const suggestionField = StateField.define<Suggestion | null>({
  create: () => null,
  update(suggestion, { changes, effects }) {
    const set = effects.find((effect) => effect.is(suggest));
    if (set) return set.value;
    if (!suggestion || changes.empty) return suggestion;
    return { ...suggestion, from: changes.mapPos(suggestion.from, 1), to: changes.mapPos(suggestion.to, -1) };
  },
});

export const suggestionIn = (view: EditorView) => view.state.field(suggestionField, false);
