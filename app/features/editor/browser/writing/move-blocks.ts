import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState, Text, TransactionSpec } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { changesBetween } from '#app/features/editor/browser/merge-remote.ts';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';
import { togglesOf } from '#app/features/editor/browser/structure/toggles.ts';
import { awayFrom, writtenByOthers } from '#app/features/editor/browser/writers.ts';
import { lineEnd, quoteLength, selectedItems, siblingOf } from '#app/features/editor/browser/writing/list-items.ts';

/** A range of whole lines without the final line break. */
type Lines = { from: number; to: number };

const PARSE_MS = 100;
/** First line of a footnote. Its indented lines are code to the parser. */
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/;
const isBlank = (text: string) => text.trim() === '';

/** Returns the top-level blocks after the front matter. A toggle or footnote with its content is one block. */
function topBlocks(state: EditorState): Lines[] {
  const { doc } = state;
  const head = frontMatterEnd(doc);
  const tree = ensureSyntaxTree(state, doc.length, PARSE_MS) ?? syntaxTree(state);
  const toggles = togglesOf(state);
  const blocks: Lines[] = [];
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    if (node.from < head) continue;
    const toggle = toggles.find(({ from, to }) => from <= node.from && node.from < to);
    const block = toggle ?? { from: doc.lineAt(node.from).from, to: lineEnd(state, node) };
    const last = blocks.at(-1);
    const isInNote = last && node.name === 'CodeBlock' && FOOTNOTE.test(doc.lineAt(last.from).text);
    if (last && (isInNote || block.from <= last.to)) last.to = Math.max(last.to, block.to);
    else blocks.push({ from: block.from, to: block.to });
  }
  return blocks;
}

/** The selected lines and the neighbour to swap with. `list` is set if both are items of it. */
type Places = { moved: Lines; other: Lines | undefined; list: SyntaxNode | null };

function itemPlaces(state: EditorState, by: -1 | 1): Places | null {
  const run = selectedItems(state);
  const [first, last] = [run?.items[0], run?.items.at(-1)];
  if (!run || !first || !last || state.selection.main.to > lineEnd(state, last)) return null;
  const { doc } = state;
  const linesOf = (from: SyntaxNode, to = from) => ({ from: doc.lineAt(from.from).from, to: lineEnd(state, to) });
  const outer = run.list.parent;
  // In `- - a` the inner item shares a line with the outer one.
  if (outer?.name === 'ListItem' && linesOf(outer).from === linesOf(run.list).from) return null;
  const next = siblingOf(by < 0 ? first : last, by);
  const other = next ? linesOf(next) : undefined;
  return { moved: linesOf(first, last), other, list: run.list };
}

function blockPlaces(state: EditorState, by: -1 | 1): Places | null {
  const { from, to } = state.selection.main;
  const blocks = topBlocks(state);
  const chosen = blocks.filter((block) => block.from <= to && block.to >= from);
  const [begin, end] = [chosen[0], chosen.at(-1)];
  if (!begin || !end) return null;
  const other = by < 0 ? blocks[blocks.indexOf(begin) - 1] : blocks[blocks.indexOf(end) + 1];
  return { moved: { from: begin.from, to: end.to }, other, list: null };
}

type Swapped = { insert: string; lowerAt: number; lower: string; upperAt: number; upper: string };

/** Swaps neighbours; separates blocks with blank lines where they would merge. */
function swapped(doc: Text, upper: Lines, lower: Lines, list: SyntaxNode | null): Swapped {
  const lines = [doc.sliceString(lower.from, lower.to), doc.sliceString(upper.from, upper.to)];
  const [below = '', above = ''] = list?.name === 'OrderedList' ? numberedAnew(lines) : lines;
  const gap = doc.sliceString(upper.to, lower.from);
  const isWritten = (number: number) => number >= 1 && number <= doc.lines && !isBlank(doc.line(number).text);
  const before = !list && isWritten(doc.lineAt(upper.from).number - 1) ? '\n' : '';
  const after = !list && isWritten(doc.lineAt(lower.to).number + 1) ? '\n' : '';
  const between = list || /\n[ \t]*\n/.test(gap) ? gap : '\n\n';
  const lowerAt = upper.from + before.length;
  return {
    insert: before + below + between + above + after,
    lowerAt,
    lower: below,
    upperAt: lowerAt + below.length + between.length,
    upper: above,
  };
}

/** Returns the changes that swap neighbours. One of them stays in the document, only its number may change. */
function swapChanges(doc: Text, swap: Swapped, { upper, lower, kept }: Swap): ChangeSpec[] {
  const { insert } = swap;
  const [start, text] = kept === upper ? [swap.upperAt, swap.upper] : [swap.lowerAt, swap.lower];
  const at = start - upper.from;
  const own = changesBetween(doc.sliceString(kept.from, kept.to), text);
  const changes: ChangeSpec[] = [];
  own.iterChanges((from, to, _from, _to, inserted) => {
    changes.push({ from: kept.from + from, to: kept.from + to, insert: inserted });
  });
  const above = { from: upper.from, to: kept.from, insert: insert.slice(0, at) };
  const below = { from: kept.to, to: lower.to, insert: insert.slice(at + text.length) };
  const textAt = (from: number, to: number) => doc.sliceString(from, to);
  return [awayFrom(textAt, above, -1), ...changes, awayFrom(textAt, below, 1)];
}

type Swap = { upper: Lines; lower: Lines; kept: Lines };

/**
 * Renumbers swapped items, the lower ones first, from the number of the former first item on. A longer number moves the
 * other lines of its item.
 */
function numberedAnew(parts: readonly string[]): string[] {
  const [, indent = '', begin = ''] = /^([ \t>]*)(\d{1,9})/.exec(parts.at(-1) ?? '') ?? [];
  const marks = indent.slice(0, quoteLength({ text: indent }));
  let [next, columns] = [Number(begin), 0];
  const numbered = (line: string) => {
    const [, own, number = '', rest = ''] = /^([ \t>]*)(\d{1,9})([.)](?:\s.*|)$)/.exec(line) ?? [];
    if (own !== indent) return shifted(line, marks, columns);
    const wanted = String(next);
    next += 1;
    columns = wanted.length - number.length;
    return own + wanted + rest;
  };
  return parts.map((part) => part.split('\n').map(numbered).join('\n'));
}

/** Moves the text of a line behind its quote marks by a number of columns. */
function shifted(line: string, marks: string, columns: number): string {
  const text = line.slice(marks.length);
  if (columns === 0 || !line.startsWith(marks) || isBlank(text)) return line;
  if (columns > 0) return marks + ' '.repeat(columns) + text;
  const blanks = /^ */.exec(text)?.[0].length ?? 0;
  return marks + text.slice(Math.min(blanks, -columns));
}

/** Returns the change that swaps the selection with its neighbour, and its new start; null without a neighbour. */
export function moveSpec(state: EditorState, by: -1 | 1): { spec: TransactionSpec; start: number } | null {
  const places = itemPlaces(state, by) ?? blockPlaces(state, by);
  if (!places?.other) return null;
  const { moved, other, list } = places;
  const [upper, lower] = by < 0 ? [other, moved] : [moved, other];
  const swap = swapped(state.doc, upper, lower, list);
  const [start, text] = by < 0 ? [swap.lowerAt, swap.lower] : [swap.upperAt, swap.upper];
  const own = changesBetween(state.sliceDoc(moved.from, moved.to), text);
  const placed = (at: number) => start + own.mapPos(Math.min(moved.to - moved.from, Math.max(0, at - moved.from)), 1);
  const { anchor, head } = state.selection.main;
  const isWritten = writtenByOthers(state);
  const kept = isWritten(moved) && !isWritten(other) ? moved : other;
  return {
    start,
    spec: {
      changes: swapChanges(state.doc, swap, { upper, lower, kept }),
      selection: { anchor: placed(anchor), head: placed(head) },
      userEvent: 'move.line',
      scrollIntoView: true,
    },
  };
}

const moveBlock =
  (by: -1 | 1): Command =>
  ({ state, dispatch }) => {
    const move = moveSpec(state, by);
    if (move) dispatch(state.update(move.spec));
    return true;
  };

export const moveBlockUp = moveBlock(-1);
export const moveBlockDown = moveBlock(1);
