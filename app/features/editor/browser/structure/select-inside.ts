import type { EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';
import { togglesOf } from '#app/features/editor/browser/structure/toggles.ts';

type Range = { from: number; to: number };

/** Returns the code, formula or question of a toggle that contains the selection, without its delimiters. */
function innerText(state: EditorState): Range | null {
  const { main } = state.selection;
  const holds = ({ from, to }: Range) => from <= main.from && main.to <= to;
  const question = togglesOf(state).find(({ summary }) => holds(summary))?.summary;
  if (question) return question;
  for (const { inner } of blocksNear(state, main.from, main.to)) {
    if (!inner) continue;
    const text = { from: inner.openingTo + 1, to: inner.closingFrom - 1 };
    if (text.from < text.to && holds(text)) return text;
  }
  return null;
}

/** Selects the whole code, formula or question of a toggle; pressed again, the default selects the whole text. */
export const selectInside: Command = (view) => {
  const { main } = view.state.selection;
  const inner = innerText(view.state);
  if (!inner || inner.from === inner.to || (main.from === inner.from && main.to === inner.to)) return false;
  view.dispatch({ selection: { anchor: inner.from, head: inner.to }, userEvent: 'select' });
  return true;
};
