import type { EditorState } from '@codemirror/state';
import { textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';

/**
 * Returns the text that inserts the link of a file at a position: with a line break in a paragraph and on an empty
 * line. In headings, items and quotes, what follows would leave the block; a blank separates links there.
 */
export function linkAt(state: EditorState, at: number, link: string): string {
  const isBlank = state.doc.lineAt(at).text.trim() === '';
  if (isBlank || textBlockAt(state, at)?.parent?.name === 'Document') return `${link}\n`;
  return state.sliceDoc(at - 1, at) === ')' ? ` ${link}` : link;
}
