import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { type EditorState, type Line, StateField, Transaction } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';
import type { Repair } from '#app/features/editor/browser/structure/separate-blocks.ts';
import { cellsOf } from '#app/features/editor/browser/table/parse-table.ts';

const PARSE_MS = 100;
const BLANK = /^ {0,3}$/;
const HARD_BREAK = /(?: {2}|\\)$/;
const UNFINISHED_TABLE = /(?:^|[^\\])\|/;
/** Blocks that would take in or change the text on the line before them. */
const JOINING_BELOW = new Set(['Paragraph', 'SetextHeading1', 'SetextHeading2', 'LinkReference', 'CodeBlock']);

/** Start of the empty line that Enter made inside a paragraph of several lines. What is typed there stays in it. */
export const brokenLine = StateField.define<number | null>({
  create: () => null,
  update(at, transaction) {
    const { state, startState, changes, docChanged } = transaction;
    const { head } = state.selection.main;
    const line = state.doc.lineAt(head);
    // Enter has this event without a suffix.
    if (docChanged && transaction.annotation(Transaction.userEvent) === 'input') {
      const was = startState.doc.lineAt(startState.selection.main.from);
      return line.text.trim() === '' && was.text.trim() !== '' ? line.from : null;
    }
    const moved = at === null ? null : changes.mapPos(at);
    return moved !== null && line.from <= moved && moved <= line.to ? moved : null;
  },
});

/** Returns the top-level blocks around a blank line; null if a block contains the line. */
function around(state: EditorState, { from, to }: Line): { above: SyntaxNode | null; below: SyntaxNode | null } | null {
  const end = Math.min(state.doc.length, to + 1);
  const { topNode } = ensureSyntaxTree(state, state.doc.lineAt(end).to, PARSE_MS) ?? syntaxTree(state);
  const [above, below] = [from > 0 ? topNode.childBefore(from) : null, topNode.childAfter(to)];
  if ((above && above.to > from) || (below && below.from < to) || from < frontMatterEnd(state.doc)) return null;
  const isNext = below !== null && state.doc.lineAt(below.from).from === to + 1;
  return { above: above && above.to >= from - 1 ? above : null, below: isNext ? below : null };
}

/** Tests whether Markdown would read the typed text as part of the block above its line. */
function joinsAbove({ doc }: EditorState, above: SyntaxNode, line: Line, typed: string): boolean {
  const last = doc.lineAt(above.to).text;
  if (HARD_BREAK.test(last)) return false;
  if (above.name === 'Paragraph') return !UNFINISHED_TABLE.test(last);
  if (line.text !== '') return false;
  if (above.name === 'BulletList' || above.name === 'OrderedList') return !/^[-+*\d]/.test(typed);
  if (above.name === 'Blockquote') return !typed.startsWith('>');
  if (above.name === 'HTMLBlock') return !typed.startsWith('<');
  return above.name === 'LinkReference' && !typed.startsWith('[');
}

function joinsBelow({ doc }: EditorState, below: SyntaxNode, typed: string): boolean {
  if (below.name === 'OrderedList') return !/^\d/.test(typed) && !/^1[.)]/.test(doc.sliceString(below.from, below.to));
  return JOINING_BELOW.has(below.name) || (below.name === 'HorizontalRule' && doc.lineAt(below.from).text[0] === '-');
}

/**
 * Adds the blank lines that make text typed on an empty line a paragraph of its own. Otherwise the blocks above and
 * below it, which nobody touched, would run together with it on the page.
 */
export function repairParagraphs(transaction: Transaction): Repair[] {
  const { changes, startState, newDoc: doc } = transaction;
  const repairs: Repair[] = [];
  if (!transaction.isUserEvent('input.type')) return [];
  changes.iterChanges((fromA, toA, from, to) => {
    const [was, line] = [startState.doc.lineAt(fromA), doc.lineAt(from)];
    const typed = line.text.trimStart();
    if (toA > was.to || to > line.to || from === to || !BLANK.test(was.text) || typed === '') return;
    if (startState.field(brokenLine, false) === was.from) return;
    const { above, below } = around(startState, was) ?? {};
    if (above && joinsAbove(startState, above, was, typed)) repairs.push({ at: line.from, insert: '\n', pushes: true });
    if (below && joinsBelow(startState, below, typed)) repairs.push({ at: line.to, insert: '\n', pushes: false });
  });
  return repairs;
}

/** Tests whether a line is the last row of a table and has a cell in each of its columns. */
function isFullLastRow(state: EditorState, line: Line): boolean {
  const table = syntaxTree(state).topNode.childBefore(line.to + 1);
  if (table?.name !== 'Table' || state.doc.lineAt(table.to).from !== line.from) return false;
  const { number } = state.doc.lineAt(table.from);
  const columns = cellsOf(state.doc.line(number + 1).text).length;
  return line.number > number + 1 && cellsOf(line.text).length >= columns;
}

/**
 * Moves text typed after the last cell of a table's last row into a paragraph below, as the page would not show it
 * there.
 */
export function repairBeyondRow(transaction: Transaction): Repair[] {
  const { changes, startState } = transaction;
  const repairs: Repair[] = [];
  if (!transaction.isUserEvent('input.type')) return [];
  changes.iterChanges((fromA, toA, from, _to, inserted) => {
    const line = startState.doc.lineAt(fromA);
    const isEnd = fromA === toA && fromA === line.to && /\|[ \t]*$/.test(line.text);
    if (isEnd && /^[^\s|]/.test(inserted.toString()) && isFullLastRow(startState, line))
      repairs.push({ at: from, insert: '\n\n', pushes: true });
  });
  return repairs;
}

const LETTER = /^[\p{L}\p{N}]/u;

/** Moves text typed next to a `---` rule into its own paragraph. Leaves `***`, which may begin a style. */
export function repairRule(transaction: Transaction): Repair[] {
  const { changes, startState } = transaction;
  const repairs: Repair[] = [];
  if (!transaction.isUserEvent('input.type')) return [];
  changes.iterChanges((fromA, toA, from, to, inserted) => {
    const line = startState.doc.lineAt(fromA);
    if (fromA !== toA || !/^-[- ]*$/.test(line.text) || !LETTER.test(inserted.toString())) return;
    if (syntaxTree(startState).resolve(line.from, 1).name !== 'HorizontalRule') return;
    if (fromA === line.to) repairs.push({ at: from, insert: '\n\n', pushes: true });
    else if (fromA === line.from) repairs.push({ at: to, insert: '\n\n', pushes: false });
  });
  return repairs;
}
