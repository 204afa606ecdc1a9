import { syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { atOneCursor } from '#app/features/editor/browser/at-one-cursor.ts';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';
import { HEADING_MARK } from '#app/features/editor/browser/writing/heading-start.ts';
import { quoteLength, textStart } from '#app/features/editor/browser/writing/list-items.ts';
import { CALLOUT } from '#app/features/editor/browser/writing/paragraphs.ts';

export const BLOCK_MARK = /^(?:(?:List|Quote|Header)Mark|TaskMarker)$/;
/** Blanks, quote marks, and the mark of an item, which may have a box behind it. */
const BEFORE_MARK = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/;
/** Characters that may change the marks of a line, and those that begin other blocks. */
const MARK_CHARACTER = /^[\s\d#>*+\-`~$|]/;

/** Returns where the text of a line begins, behind the marks of quotes, items and headings; null without marks. */
export function behindMarks(line: Line): number | null {
  const start = textStart(line);
  const heading = HEADING_MARK.exec(line.text.slice((start ?? line.from) - line.from))?.[0].length;
  return heading === undefined ? start : (start ?? line.from) + heading;
}

/** Returns the start of a line's text if a position is before the marks of its block; null elsewhere. */
export function textBehind(state: EditorState, at: number): number | null {
  const line = state.doc.lineAt(at);
  const start = behindMarks(line);
  const [before, after] = [line.text.slice(0, at - line.from), line.text.slice(at - line.from)];
  if (start === null || at >= start || !BEFORE_MARK.test(before) || at < frontMatterEnd(state.doc)) return null;
  const mark = at + after.length - after.trimStart().length;
  if (!BLOCK_MARK.test(syntaxTree(state).resolveInner(mark, 1).name)) return null;
  return CALLOUT.test(line.text.slice(start - line.from)) ? textBelow(state, line) : start;
}

/** Returns the start of the text below the label of a callout, which is no text; null without a line of it. */
function textBelow({ doc }: EditorState, label: Line): number | null {
  const below = label.number < doc.lines ? doc.line(label.number + 1) : null;
  return below && quoteLength(below) === quoteLength(label) ? behindMarks(below) : null;
}

/** A letter typed before the marks of a line goes to the start of its text: before them, it would undo the block. */
export const typingBeforeMarks = EditorView.inputHandler.of(
  atOneCursor((view, from, to, text) => {
    const isLetter = from === to && !view.composing && !MARK_CHARACTER.test(text);
    const at = isLetter ? textBehind(view.state, from) : null;
    if (at === null) return false;
    const selection = { anchor: at + text.length };
    view.dispatch({ changes: { from: at, insert: text }, selection, userEvent: 'input.type', scrollIntoView: true });
    return true;
  }),
);
