import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';
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
  const lines = (line.text.slice(0, main.from - line.from) + text).split('\n');
  const indents = lines.filter((each) => each.trim() !== '').map((each) => /^ */.exec(each)?.[0].length ?? 0);
  return lines.map((each) => each.slice(Math.min(...indents))).join('\n');
}

export const copyingItems: Extension = EditorView.clipboardOutputFilter.of(copiedItems);
