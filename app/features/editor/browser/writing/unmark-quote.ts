import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { DELETION_STEP } from '#app/features/editor/browser/writing/deletion-step.ts';
import {
  isBlankLine,
  quoteLength,
  quotesAround,
  quotesBefore,
  textStart,
} from '#app/features/editor/browser/writing/list-items.ts';
import { CALLOUT, textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';

const BLOCK = /^(?:Paragraph|ATXHeading\d|FencedCode|BlockMaths)$/;
const FENCED = /^(?:FencedCode|BlockMaths)$/;
const INNERMOST = />[ \t]?$/;

/** Returns the range of the innermost of the quote marks of a line. */
function innermost(line: Line, depth: number): { from: number; to: number } | null {
  const marks = quotesBefore(line, depth);
  const mark = INNERMOST.exec(marks)?.[0];
  const to = line.from + marks.length;
  return mark === undefined ? null : { from: to - mark.length, to };
}

/** Returns what parts a line from the quote above: a blank line, or the end of a callout whose label it follows. */
function partFrom(state: EditorState, line: Line, outer: string): ChangeSpec[] {
  if (line.number === 1) return [];
  const above = state.doc.line(line.number - 1);
  const isCallout = CALLOUT.test(above.text.slice(quoteLength(above)));
  if (isCallout) return [{ from: above.from, to: line.from }];
  if (!isBlankLine(above)) return [{ from: line.from, insert: `${outer}\n` }];
  return above.text.trimEnd() === outer ? [] : [{ from: above.from, to: above.to, insert: outer }];
}

/**
 * Backspace at the start of a quote's text takes the paragraph or code out of the innermost quote. Without its own
 * lines it would go on with the quote (lazy continuation).
 */
export const unmarkQuote: Command = ({ state, dispatch }) => {
  const { doc, selection } = state;
  const { empty, head } = selection.main;
  const line = doc.lineAt(head);
  const block = textBlockAt(state, head, BLOCK);
  const depth = block ? quotesAround(block) : 0;
  const mark = innermost(line, depth);
  if (!empty || !mark || head !== mark.to || head !== textStart(line) || !block) return false;
  // The first fence would stay in the quote.
  if (FENCED.test(block.name) && block.from < line.from) return false;
  if (CALLOUT.test(line.text.slice(mark.to - line.from))) return false;
  const changes = partFrom(state, line, line.text.slice(0, mark.from - line.from).trimEnd());
  for (let { number } = line; number <= doc.lineAt(block.to).number; number += 1) {
    const own = innermost(doc.line(number), depth);
    if (own) changes.push(own);
  }
  dispatch(state.update({ changes, ...DELETION_STEP }));
  return true;
};
