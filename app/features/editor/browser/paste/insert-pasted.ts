import { markdownLanguage } from '@codemirror/lang-markdown';
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { paragraphBreaks } from '#app/features/editor/browser/paste/paragraph-breaks.ts';
import { indented, itemsChange } from '#app/features/editor/browser/paste/pasted-items.ts';
import { columnsOfItem, itemAt, quoteLength, textStart } from '#app/features/editor/browser/writing/list-items.ts';

type Range = { from: number; to: number };
/** `behind` is the length of what stands behind the cursor, `numbers` are the changed numbers of the items below. */
type Pasted = Range & { insert: string; behind: number; numbers?: ChangeSpec[] };
const isBlank = (text: string) => text.trim() === '';

/** Returns the names of the first and last block of a Markdown text. */
function endsOf(markdown: string): { first: string; last: string } {
  const { topNode } = markdownLanguage.parser.parse(markdown);
  return { first: topNode.firstChild?.name ?? 'Paragraph', last: topNode.lastChild?.name ?? 'Paragraph' };
}

/**
 * Returns the change that inserts Markdown as blocks in its context: each line gets the marks of the quote or item,
 * items beside an item become items of its list, and blank lines separate it from other text, except from the
 * paragraph in whose line it is inserted.
 */
export function pastedChange(state: EditorState, { from, to }: Range, markdown: string): Pasted {
  const { doc } = state;
  const items = itemsChange(state, { from, to }, markdown, false);
  if (items) return items;
  const [line, lastLine] = [doc.lineAt(from), doc.lineAt(to)];
  const { first, last } = endsOf(markdown);
  const [before, after] = [line.text.slice(0, from - line.from), lastLine.text.slice(to - lastLine.from)];
  const item = itemAt(state, from);
  const marks = line.text.slice(0, Math.min(quoteLength(line), before.length));
  const prefix = item ? marks + ' '.repeat(columnsOfItem(state, item).text) : marks;
  if (prefix !== '') {
    const text = state.sliceDoc(textStart(line) ?? line.from, from);
    // Code begins and ends on lines of its own.
    const open = first === 'FencedCode' && !isBlank(text) ? `\n${prefix}` : '';
    const close = last === 'FencedCode' && !isBlank(after) ? `\n${prefix}` : '';
    return { from, to, insert: open + indented(markdown, prefix) + close, behind: close.length };
  }
  const isWritten = (number: number) => number >= 1 && number <= doc.lines && !isBlank(doc.line(number).text);
  const isApart = first === 'Paragraph' || !markdown.includes('\n') || markdown === '';
  const { above, below } = paragraphBreaks(state, { from, to }, markdown);
  const open = isBlank(before)
    ? first !== 'Paragraph' && isWritten(line.number - 1)
      ? '\n'
      : above
    : isApart
      ? ''
      : '\n\n';
  const isClosed = last === 'Table' || (last !== 'Paragraph' && !isBlank(after));
  const next = isBlank(after) && isWritten(lastLine.number + 1) ? '\n' : '';
  const close = isClosed ? `\n\n${next}` : below;
  return { from, to, insert: open + markdown + close, behind: isClosed ? next.length : below.length };
}

/** Inserts pasted Markdown. The cursor moves to its end if it is still where the text was pasted. */
export function insertPasted(view: EditorView, range: Range, markdown: string): void {
  const { behind, numbers = [], ...change } = pastedChange(view.state, range, markdown);
  const { main } = view.state.selection;
  const isThere = main.from === range.from && main.to === range.to;
  view.dispatch({
    changes: [change, ...numbers],
    ...(isThere ? { selection: { anchor: change.from + change.insert.length - behind } } : {}),
    userEvent: 'input.paste',
    scrollIntoView: isThere,
  });
}
