import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { DELETION_STEP } from '#app/features/editor/browser/writing/deletion-step.ts';
import { marksOf } from '#app/features/editor/browser/writing/heading-start.ts';
import { numberOf, renumber, shiftLines, siblingsAfter } from '#app/features/editor/browser/writing/indent-items.ts';
import {
  columnsOfItem,
  isBlankLine,
  itemAt,
  lineEnd,
  quoteLength,
  textStart,
} from '#app/features/editor/browser/writing/list-items.ts';
import { CALLOUT, textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';

const TEXT = /^(?:Paragraph|Task|ATXHeading\d)$/;
const TEXT_BELOW = /^(?:Paragraph|Task|(?:ATX|Setext)Heading\d)$/;
type Side = 'above' | 'below';

/** Marks of lists and quotes between two text blocks, with at most one blank line. */
const GAP = /^[ \t]*\n(?:[ \t>]*\n)?[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))*(?:\[[ xX]\](?:[ \t]+|$))?$/;

/** Returns the next line with text, past at most one blank line. */
function nextWritten({ doc }: EditorState, { number }: Line, by: 1 | -1): Line | null {
  for (const at of [number + by, number + 2 * by]) {
    if (at < 1 || at > doc.lines) return null;
    if (!isBlankLine(doc.line(at))) return doc.line(at);
  }
  return null;
}

/** Returns the item that begins on a line, if any. */
function itemOn(state: EditorState, line: Line): SyntaxNode | null {
  const item = itemAt(state, line.to);
  return item && state.doc.lineAt(item.from).from === line.from ? item : null;
}

/** Returns the text block that begins on a line, behind the marks of items and quotes. */
function blockOn(state: EditorState, line: Line): SyntaxNode | null {
  const block = textBlockAt(state, line.to, TEXT_BELOW);
  return block && state.doc.lineAt(block.from).from === line.from ? block : null;
}

/** Returns where the text of the block on a line begins, behind these marks; null if the line begins no text block. */
function startOfText(state: EditorState, line: Line): number | null {
  const start = textStart(line);
  if (start === line.to && itemOn(state, line)) return start;
  const block = blockOn(state, line);
  if (!block) return null;
  if (CALLOUT.test(state.sliceDoc(block.from, line.to))) return null;
  return block.name === 'Task' ? start : block.from;
}

/** Returns the removal of quote marks from the further lines of a paragraph that leaves its quote. */
function unquoted(state: EditorState, at: number): ChangeSpec[] {
  const marks = textBlockAt(state, at, TEXT_BELOW)?.getChildren('QuoteMark') ?? [];
  return marks.map(({ from, to }) => ({ from, to: state.sliceDoc(to, to + 1) === ' ' ? to + 1 : to }));
}

/** Returns the lines that follow the first line of an item, moved as far as its text moves. */
function withItem(state: EditorState, item: SyntaxNode, columns: number): ChangeSpec[] {
  const line = state.doc.lineAt(item.from);
  const numbers =
    item.parent?.name === 'OrderedList' ? renumber(state, siblingsAfter(item), numberOf(state, item)) : [];
  return [...shiftLines(state, { from: line.to + 1, to: lineEnd(state, item) }, columns, line), ...numbers];
}

/** Joins the text that begins on `lower` with what ends on `upper`. Returns null if they cannot be joined. */
function joined(state: EditorState, upper: Line, lower: Line): ChangeSpec[] | null {
  const to = startOfText(state, lower);
  const above = itemAt(state, upper.to);
  if (to === null || !(textBlockAt(state, upper.to, TEXT) ?? itemOn(state, upper))) return null;
  if (!GAP.test(state.sliceDoc(upper.to, to))) return null;
  const item = itemOn(state, lower);
  const block = blockOn(state, lower);
  const column = above ? columnsOfItem(state, above).text : 0;
  const below = state.doc.lines > lower.number ? state.doc.line(lower.number + 1) : null;
  // Numbered items need a blank line below a paragraph.
  const isApart = !item || above || !below || isBlankLine(below) || !itemOn(state, below);
  return [
    { from: upper.to, to },
    ...(block ? marksOf(state, block) : []),
    ...(quoteLength(upper) === 0 ? unquoted(state, lower.to) : []),
    ...(isApart ? [] : [{ from: below.from, insert: '\n' }]),
    ...(item ? withItem(state, item, column - columnsOfItem(state, item).text) : []),
  ];
}

/**
 * Backspace at the start of a paragraph, or Delete at the end of a text, joins it with its neighbour in a list or
 * quote. No marks stay between the two. Below a heading, Backspace removes the blank line only.
 */
export const joinBlocks =
  (side: Side): Command =>
  ({ state, dispatch }) => {
    const { empty, head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const other = nextWritten(state, line, side === 'above' ? -1 : 1);
    if (!empty || !other || head !== (side === 'above' ? line.from : line.to) || isBlankLine(line)) return false;
    if (side === 'above' && !textBlockAt(state, other.to)) return false;
    const changes = side === 'above' ? joined(state, other, line) : joined(state, line, other);
    if (!changes) return false;
    dispatch(state.update({ changes, ...DELETION_STEP }));
    return true;
  };

/** Backspace below a rule, or Delete above it, removes the rule. Joined with a text it would make a heading of it. */
export const eraseRule =
  (side: Side): Command =>
  ({ state, dispatch }) => {
    const { empty, head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const rule = nextWritten(state, line, side === 'above' ? -1 : 1);
    if (!empty || !rule || head !== (side === 'above' ? line.from : line.to)) return false;
    const at = rule.to - rule.text.trimStart().length;
    if (syntaxTree(state).resolve(at, 1).name !== 'HorizontalRule') return false;
    const changes = side === 'above' ? { from: rule.from, to: head } : { from: head, to: rule.to };
    dispatch(state.update({ changes, ...DELETION_STEP }));
    return true;
  };
