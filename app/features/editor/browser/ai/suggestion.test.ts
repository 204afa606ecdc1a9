import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { type Suggestion, suggest, suggestionField } from '#app/features/editor/browser/ai/suggestion.ts';

const TEXT = 'Above. Teh pears. Below.';
const [FROM, TO] = [7, 17];

function after(changes: { from: number; to?: number; insert?: string }): Suggestion {
  const begun: Suggestion = {
    ...{ from: FROM, to: TO, action: 'improve', docId: 'garden', text: 'The pears.' },
    ...{ isOutdated: false, state: 'done', problem: '', stop: new AbortController() },
  };
  const state = EditorState.create({ doc: TEXT, extensions: suggestionField });
  return state
    .update({ effects: suggest.of(begun) })
    .state.update({ changes })
    .state.field(suggestionField)!;
}

test('a suggestion is outdated once its source was changed, and not by what is written beside it', () => {
  for (let from = 0; from <= TEXT.length; from += 1)
    for (let to = from; to <= TEXT.length; to += 1)
      for (const insert of ['', 'new']) {
        if (from === to && insert === '') continue;
        const moved = after({ from, to, insert });
        expect(moved.isOutdated, `${from} to ${to}, ${insert}`).toBe(from < TO && to > FROM);
        expect(moved.from).toBeLessThanOrEqual(moved.to);
      }
});
