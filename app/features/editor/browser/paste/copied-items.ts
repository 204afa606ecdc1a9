import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
import { outdented } from '#app/features/editor/browser/paste/outdented.ts';
import { quoteLength, textStart } from '#app/features/editor/browser/writing/list-items.ts';

/**
 * Returns the copied text with the mark of its first item, if it begins at the text of an item and goes on below: the
 * clipboard holds whole items then. Indentation that all lines have is not copied.
 */
export function copiedItems(text: string, state: EditorState): string {
  const { ranges, main } = state.selection;
  const line = state.doc.lineAt(main.from);
  const isFromItem = textStart(line) === main.from && quoteLength(line) === 0 && !isLiteral(state, line.from);
  if (ranges.length > 1 || !isFromItem || main.to <= line.to) return text;
  return outdented(line.text.slice(0, main.from - line.from) + text);
}

export const copyingItems: Extension = EditorView.clipboardOutputFilter.of(copiedItems);
