import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';
import { headingMarks } from '#app/features/editor/browser/writing/heading-start.ts';
import { isBlankLine, itemAt, marksBelow, quoteMarks } from '#app/features/editor/browser/writing/list-items.ts';

const PARSE_MS = 50;
const PIPE = /(?:^|[^\\])\|/;
/** First line of a callout. */
export const CALLOUT = /^\[![A-Za-z]+\][ \t]*$/;
export const HARD_BREAK = /(?: {2}|\\)$/;

/** Paragraphs, and the texts of tasks. */
const TEXT = /^(?:Paragraph|Task)$/;

/** Returns the innermost block of the given kind around a position. */
export function textBlockAt(state: EditorState, at: number, kind = TEXT): SyntaxNode | null {
  const tree = ensureSyntaxTree(state, state.doc.lineAt(at).to, PARSE_MS) ?? syntaxTree(state);
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = tree.resolveInner(at, side);
    while (node && !kind.test(node.name)) node = node.parent;
    if (node && node.from <= at && at <= node.to) return node;
  }
  return null;
}

/** Returns the paragraph at a position unless a list, front matter or an unfinished table contains it. */
function paragraphAt(state: EditorState, at: number): SyntaxNode | null {
  const node = textBlockAt(state, at);
  const line = state.doc.lineAt(at);
  if (node?.name !== 'Paragraph' || PIPE.test(line.text) || isInFrontMatter(state, at)) return null;
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (outer.name !== 'Document' && outer.name !== 'Blockquote') return null;
  }
  return node;
}

function isInFrontMatter({ doc }: EditorState, at: number): boolean {
  const end = frontMatterEnd(doc);
  return end > 0 ? at <= end : /^---[ \t]*$/.test(doc.line(1).text);
}

/**
 * Enter in a paragraph begins a new one. The inserted blank line keeps Markdown from joining the two. At the
 * paragraph's start, and inside a paragraph of several lines, Enter only breaks the line.
 */
export const breakParagraph: Command = ({ state, dispatch }) => {
  const { main } = state.selection;
  const paragraph = paragraphAt(state, main.from);
  const line = state.doc.lineAt(main.from);
  const marks = quoteMarks(state, line);
  if (!paragraph || main.from <= paragraph.from) return false;
  const isWrapped = state.doc.lineAt(paragraph.from).to < state.doc.lineAt(paragraph.to).from;
  const before = state.sliceDoc(line.from + marks.length, main.from);
  if ((isWrapped && main.to < paragraph.to) || CALLOUT.test(before) || HARD_BREAK.test(before)) return false;
  const insert = `\n${marks.trimEnd()}\n${marks}`;
  dispatch(state.update(state.replaceSelection(insert), { userEvent: 'input', scrollIntoView: true }));
  return true;
};

/** Returns the mark of a line break above an empty line, which no text follows any more. */
function breakAbove(state: EditorState, line: Line) {
  if (!isBlankLine(line) || line.number === 1) return null;
  const { to, text } = state.doc.line(line.number - 1);
  return text.endsWith('\\') ? { from: to - 1, to } : null;
}

/**
 * Shift+Enter inserts a rendered line break within the paragraph, item or quote. On the empty line below another one it
 * begins a paragraph: the page would show the mark of a break that no text follows.
 */
export const breakLine: Command = ({ state, dispatch }) => {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.from);
  const marks = quoteMarks(state, line);
  const before = state.sliceDoc(line.from + marks.length, main.from);
  const above = main.empty ? breakAbove(state, line) : null;
  if (above) {
    const text = line.text;
    dispatch(
      state.update({
        changes: [above, { from: line.from, to: line.to, insert: `${marks.trimEnd()}\n${text}` }],
        selection: { anchor: main.head + marks.trimEnd().length },
        userEvent: 'input',
        scrollIntoView: true,
      }),
    );
    return true;
  }
  const isInText = textBlockAt(state, main.from) !== null && !isInFrontMatter(state, main.from);
  if (!isInText || before.trim() === '' || PIPE.test(line.text)) return false;
  const mark = HARD_BREAK.test(before) ? '' : '\\';
  const spec = state.replaceSelection(`${mark}\n${marksBelow(state, line, itemAt(state, main.from))}`);
  dispatch(state.update(spec, { userEvent: 'input', scrollIntoView: true }));
  return true;
};

/** Returns the break between two paragraphs below a line, if only one blank line separates them. */
function breakBelow(state: EditorState, upper: Line): { from: number; to: number } | null {
  const { doc } = state;
  if (upper.number + 2 > doc.lines || isBlankLine(upper) || !paragraphAt(state, upper.to)) return null;
  const [blank, lower] = [doc.line(upper.number + 1), doc.line(upper.number + 2)];
  const marks = quoteMarks(state, lower);
  const isSameQuote = [upper, blank].every((line) => quoteMarks(state, line).trimEnd() === marks.trimEnd());
  const from = lower.from + marks.length;
  const isText = isBlankLine(lower) || paragraphAt(state, from)?.from === from || headingMarks(state, from).length > 0;
  return isSameQuote && isBlankLine(blank) && isText ? { from: upper.to, to: from } : null;
}

/**
 * Backspace at the start of a paragraph, or Delete at the end of one, joins it with its neighbour. Delete takes a
 * heading without its marks; Backspace leaves that to `unmarkHeading`.
 */
export const joinParagraphs =
  (side: 'above' | 'below'): Command =>
  ({ state, dispatch }) => {
    const { empty, head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const number = side === 'above' ? line.number - 2 : line.number;
    if (!empty || number < 1) return false;
    const gap = breakBelow(state, state.doc.line(number));
    if (gap === null || head !== (side === 'above' ? gap.to : gap.from)) return false;
    // Delete removes one of several blank lines.
    if (side === 'below' && isBlankLine(state.doc.lineAt(gap.to))) return false;
    const marks = headingMarks(state, gap.to);
    if (side === 'above' && marks.length > 0) return false;
    dispatch(state.update({ changes: [gap, ...marks], userEvent: 'delete', scrollIntoView: true }));
    return true;
  };
