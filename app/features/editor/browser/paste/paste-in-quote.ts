import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { quoteLength } from '#app/features/editor/browser/writing/list-items.ts';
import { withLineFeeds } from '#app/schemas/line-feeds.ts';

function isQuoted(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, -1); node.parent; node = node.parent) {
    if (node.name === 'Blockquote') return true;
  }
  return false;
}

const areQuoted = (lines: readonly string[]) => lines.every((each) => each.trim() === '' || each.startsWith('>'));

/** Tests for lines that continue the quote at the cursor with marks of their own. */
export function continuesQuote(state: EditorState, text: string): boolean {
  const line = state.doc.lineAt(state.selection.main.from);
  return quoteLength(line) > 0 && areQuoted(text.split('\n').slice(1));
}

/**
 * Inserts plain lines at the cursor in a quote, each with the marks of the quote. Returns false for a single line,
 * outside of quotes, and for lines that have marks already.
 */
export function pasteInQuote(view: EditorView, plain: string): boolean {
  const { state } = view;
  const { from } = state.selection.main;
  const line = state.doc.lineAt(from);
  const marks = line.text.slice(0, quoteLength(line));
  const [first = '', ...rest] = withLineFeeds(plain).split('\n');
  if (rest.length === 0 || marks === '' || from < line.from + marks.length || !isQuoted(state, from)) return false;
  if (areQuoted(rest)) return false;
  const insert = [first, ...rest.map((each) => (marks + each).trimEnd())].join('\n');
  view.dispatch(state.replaceSelection(insert), { userEvent: 'input.paste', scrollIntoView: true });
  return true;
}
