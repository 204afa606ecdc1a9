import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import {
  columnsOf,
  columnsOfItem,
  type ItemRun,
  lineEnd,
  quotesBefore,
  selectedItems,
  siblingOf,
} from '#app/features/editor/browser/writing/list-items.ts';

import { textBlockAt } from '#app/features/editor/browser/writing/paragraphs.ts';

type Range = { from: number; to: number };

/** Text that is indented further than the text of its item by so many columns is code. */
const CODE_COLUMNS = 4;

export const numberOf = (state: EditorState, item: SyntaxNode) =>
  Number(/^\d{1,9}/.exec(state.sliceDoc(item.from, item.from + 9))?.[0] ?? Number.NaN);

/** Moves items with all their lines, and renumbers them from `first` on. A longer number moves its text further. */
export function renumber(state: EditorState, items: readonly SyntaxNode[], first: number, columns = 0): ChangeSpec[] {
  return items.flatMap((item, index) => {
    const [known, insert] = [String(numberOf(state, item)), String(first + index)];
    const line = state.doc.lineAt(item.from);
    return [
      ...shiftLines(state, line, columns),
      ...(known === insert ? [] : [{ from: item.from, to: item.from + known.length, insert }]),
      ...shiftLines(
        state,
        { from: line.to + 1, to: lineEnd(state, item) },
        columns + insert.length - known.length,
        line,
      ),
    ];
  });
}

export function siblingsAfter(item: SyntaxNode | undefined): SyntaxNode[] {
  const after: SyntaxNode[] = [];
  for (let next = item && siblingOf(item, 1); next; next = siblingOf(next, 1)) after.push(next);
  return after;
}

/**
 * Indents or outdents all lines of a range behind the quote marks that they have in common with a line. Tabs that would
 * move a line by other columns become blanks.
 */
export function shiftLines(
  state: EditorState,
  { from: start, to: end }: Range,
  columns: number,
  common: Pick<Line, 'text'> = state.doc.lineAt(start),
): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  if (columns === 0) return changes;
  const depth = quotesBefore(common).split('>').length - 1;
  for (let at = start; at <= end; ) {
    const line = state.doc.lineAt(at);
    at = line.to + 1;
    const quoted = quotesBefore(line, depth).length;
    const from = line.from + quoted;
    const blanks = /^[ \t]*/.exec(line.text.slice(quoted))?.[0] ?? '';
    if (blanks.length === line.text.length - quoted) continue;
    const removed = blanksFor(blanks, -columns);
    const insert = ' '.repeat(Math.max(0, columns));
    const wanted = Math.max(0, columnsOf(blanks) + columns);
    if (columnsOf(insert + blanks.slice(removed)) === wanted) changes.push({ from, to: from + removed, insert });
    else changes.push({ from, to: from + blanks.length, insert: ' '.repeat(wanted) });
  }
  return changes;
}

/** Returns the last item of the last list in an item. */
function lastChild(item: SyntaxNode): SyntaxNode | undefined {
  const lists = [...item.getChildren('BulletList'), ...item.getChildren('OrderedList')];
  const [last] = lists.sort((a, b) => b.from - a.from);
  return last?.getChildren('ListItem').at(-1);
}

/** Returns the lines of items, including children and code. */
function linesOf(state: EditorState, { items }: ItemRun): Range {
  const [first, last] = [items[0]!, items.at(-1)!];
  return { from: state.doc.lineAt(first.from).from, to: lineEnd(state, last) };
}

/** Returns how many blanks cover a number of columns. */
export function blanksFor(blanks: string, columns: number): number {
  let [length, column] = [0, 0];
  while (length < blanks.length && column < columns) {
    column = blanks[length] === '\t' ? column + 4 - (column % 4) : column + 1;
    length += 1;
  }
  return length;
}

/** Creates a transaction of shifted lines. The cursor stays at its text. */
export function shifting(state: EditorState, changes: ChangeSpec[]) {
  const set = state.changes(changes);
  return state.update({
    changes: set,
    selection: state.selection.map(set, 1),
    userEvent: 'input.indent',
    scrollIntoView: true,
  });
}

/** Returns the blank line between an item and HTML above it, in which it would be a line once it is in the same item. */
function apartFromHtml(state: EditorState, above: SyntaxNode, item: SyntaxNode): ChangeSpec[] {
  const end = lineEnd(state, above);
  const line = state.doc.lineAt(item.from);
  if (line.from !== end + 1 || !textBlockAt(state, end, /^HTMLBlock$/)) return [];
  return [{ from: line.from, insert: `${quotesBefore(line).trimEnd()}\n` }];
}

/** Makes the selected items and their descendants children of the preceding item. */
export const indentItems: Command = ({ state, dispatch }) => {
  const run = selectedItems(state);
  const [first] = run?.items ?? [];
  if (!run || !first) return false;
  const above = siblingOf(first, -1);
  if (!above) return true;
  const child = lastChild(above);
  const column = child ? columnsOfItem(state, child).mark : columnsOfItem(state, above).text;
  const columns = column - columnsOfItem(state, first).mark;
  if (columns <= 0) return true;
  // Below a paragraph only the number one begins a list.
  const last = child?.parent?.to === above.to ? numberOf(state, child) : 0;
  const changes =
    run.list.name === 'OrderedList'
      ? [
          ...renumber(state, run.items, last + 1 || 1, columns),
          ...renumber(state, siblingsAfter(run.items.at(-1)), numberOf(state, first)),
        ]
      : shiftLines(state, linesOf(state, run), columns);
  dispatch(shifting(state, [...apartFromHtml(state, above, first), ...changes]));
  return true;
};

/**
 * Makes the selected items and their descendants siblings of their parent item. Items below them become their children.
 */
export const outdentItems: Command = ({ state, dispatch }) => {
  const run = selectedItems(state);
  const [first] = run?.items ?? [];
  if (!run || !first) return false;
  const outer = run.list.parent;
  const { mark } = columnsOfItem(state, first);
  const wanted = outer?.name === 'ListItem' ? columnsOfItem(state, outer).mark : 0;
  if (mark <= wanted) return true;
  const isNumbered = run.list.name === 'OrderedList';
  const outerItem = isNumbered && outer?.parent?.name === 'OrderedList' ? outer : null;
  const number = outerItem ? numberOf(state, outerItem) + 1 : 1;
  const changes = [
    ...(isNumbered
      ? renumber(state, run.items, number, wanted - mark)
      : shiftLines(state, linesOf(state, run), wanted - mark)),
    ...adopt(state, run, isNumbered ? number + run.items.length - 1 : null, wanted - mark),
    ...(outerItem ? renumber(state, siblingsAfter(outerItem), number + run.items.length) : []),
  ];
  dispatch(shifting(state, changes));
  return true;
};

/** Keeps the items below a run at their level when it moves by a number of columns and its last item gets a number. */
function adopt(state: EditorState, { items, list }: ItemRun, number: number | null, columns: number): ChangeSpec[] {
  const last = items.at(-1)!;
  const below = siblingsAfter(last);
  const [next] = below;
  if (!next) return [];
  const longer = number === null ? 0 : String(number).length - String(numberOf(state, last)).length;
  const child = lastChild(last);
  const { mark } = columnsOfItem(state, next);
  const text = columnsOfItem(state, last).text + columns + longer;
  const isChild = mark >= text && mark < text + CODE_COLUMNS;
  const column = child ? columnsOfItem(state, child).mark + columns + longer : isChild ? mark : text;
  const first = child?.parent?.name === 'OrderedList' ? numberOf(state, child) + 1 : 1;
  return [
    ...apartFromHtml(state, last, next),
    ...(list.name === 'OrderedList'
      ? renumber(state, below, first, column - mark)
      : shiftLines(state, linesOf(state, { items: below, list }), column - mark)),
  ];
}
