import type { EditorState } from '@codemirror/state';
import { repairParagraphs } from '#app/features/editor/browser/structure/separate-paragraphs.ts';

/** Returns the line breaks that keep text on an empty line apart from the paragraphs around it, as when it is typed. */
export function paragraphBreaks(state: EditorState, { from, to }: { from: number; to: number }, text: string) {
  const [first = ''] = text.split('\n', 1);
  const typed = state.update({ changes: { from, to, insert: first }, userEvent: 'input.type', filter: false });
  const places = repairParagraphs(typed).map(({ at }) => at);
  const isEnded = /\n[ \t]*$/.test(text);
  return {
    above: places.some((at) => at <= from) ? '\n' : '',
    below: !isEnded && places.some((at) => at > from) ? '\n' : '',
  };
}
