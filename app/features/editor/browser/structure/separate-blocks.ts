import type { ChangeSet, EditorState, Text, Transaction } from '@codemirror/state';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { type Block, blocksNear } from '#app/features/editor/browser/structure/blocks.ts';
import { repairFences } from '#app/features/editor/browser/structure/lengthen-fence.ts';
import {
  repairBeyondRow,
  repairParagraphs,
  repairRule,
} from '#app/features/editor/browser/structure/separate-paragraphs.ts';
import { marksAt, missing, repairPairs } from '#app/features/editor/browser/structure/whole-pairs.ts';

/** Line breaks that keep a block on its own lines; positions refer to the changed document. */
export type Repair = {
  at: number;
  insert: string;
  /** True if a cursor at `at` moves to the end of the inserted text. */
  pushes: boolean;
};

const isBlank = (text: string) => text.trim() === '';

/** Tests whether the adjacent line was blank or missing before the change. */
function wasApart({ doc }: { doc: Text }, { from, to }: Block, side: 'above' | 'below'): boolean {
  const number = side === 'above' ? doc.lineAt(from).number - 1 : doc.lineAt(to).number + 1;
  return number < 1 || number > doc.lines || isBlank(doc.line(number).text);
}

/** Tests for `|` typed on the line below a table, which begins its next row. No other edit extends a table. */
function isNextRow(transaction: Transaction, text: string): boolean {
  return transaction.isUserEvent('input.type') && text.trimStart().startsWith('|');
}

/** Tests for a table without outer pipes that is shown as source while its next row is written. */
function isWrittenByHand(state: EditorState, { from, to }: Block): boolean {
  const drawn = state.field(drawnBlocks, false);
  let isDrawn = !drawn;
  drawn?.between(from, from, () => {
    isDrawn = true;
  });
  return !isDrawn && !state.doc.lineAt(to).text.trimStart().startsWith('|');
}

function repairAbove(transaction: Transaction, block: Block): Repair[] {
  const { newDoc: doc, startState, changes } = transaction;
  const from = changes.mapPos(block.from, 1);
  const line = doc.lineAt(from);
  const { prefix } = block;
  const isJoined = !isBlank(doc.sliceString(line.from, from));
  if (isJoined)
    return [{ at: from, insert: `\n${prefix.trimEnd()}\n${missing(prefix, marksAt(doc, from))}`, pushes: false }];
  const isTouched = block.kind !== 'fence' && isWritten(doc, line.number - 1);
  if (!isTouched || !wasApart(startState, block, 'above')) return [];
  return [{ at: line.from, insert: '\n', pushes: false }, ...apartFromAbove(transaction, line.number - 1)];
}

function repairBelow(transaction: Transaction, block: Block): Repair[] {
  const { newDoc: doc, startState, changes } = transaction;
  const to = changes.mapPos(block.to, -1);
  const line = doc.lineAt(to);
  const after = doc.sliceString(to, line.to);
  const { prefix } = block;
  // A fence may be lengthened with its own character.
  const isMark = block.inner !== null && /^[`~$\s]*$/.test(after);
  if (!isBlank(after) && !isMark) return [{ at: to, insert: `\n${prefix.trimEnd()}\n${prefix}`, pushes: true }];
  if (block.kind === 'fence' || !isWritten(doc, line.number + 1)) return [];
  const isContinued =
    block.kind === 'table' &&
    (isNextRow(transaction, doc.line(line.number + 1).text) || isWrittenByHand(startState, block));
  if (isContinued || !wasApart(startState, block, 'below')) return [];
  return [{ at: to, insert: '\n', pushes: true }, ...apartFromBelow(transaction, line.number + 1)];
}

const isWritten = (doc: Text, number: number) => number >= 1 && number <= doc.lines && !isBlank(doc.line(number).text);

/** Text on the only blank line between a block and other text needs a blank line on both sides. */
function apartFromAbove(transaction: Transaction, number: number): Repair[] {
  const { newDoc: doc } = transaction;
  const from = insertedAt(transaction, number)?.from;
  const line = from === undefined ? null : doc.lineAt(from);
  return line && isWritten(doc, line.number - 1) ? [{ at: line.from, insert: '\n', pushes: true }] : [];
}

function apartFromBelow(transaction: Transaction, number: number): Repair[] {
  const { newDoc: doc } = transaction;
  const to = insertedAt(transaction, number)?.to;
  const line = to === undefined ? null : doc.lineAt(to);
  return line && isWritten(doc, line.number + 1) ? [{ at: line.to, insert: '\n', pushes: false }] : [];
}

/** Returns the range of text inserted into a line that was blank. */
function insertedAt({ changes, startState, newDoc }: Transaction, number: number): { from: number; to: number } | null {
  const line = newDoc.line(number);
  let found: { from: number; to: number } | null = null;
  changes.iterChanges((fromA, toA, from, to) => {
    const wasEmpty = isBlank(startState.doc.lineAt(fromA).text) && isBlank(startState.doc.lineAt(toA).text);
    if (wasEmpty && from < to && from <= line.to && to >= line.from) found = { from, to };
  });
  return found;
}

/** Keeps code apart from its fences: text on the opening line is not code, text on the closing line disables it. */
function repairInside({ newDoc: doc, changes }: Transaction, { inner, prefix }: Block): Repair[] {
  if (!inner) return [];
  const repairs: Repair[] = [];
  const closing = changes.mapPos(inner.closingMark, 1);
  const start = changes.mapPos(inner.openingTo + 1, -1);
  const isOpeningJoined = changes.touchesRange(inner.openingTo, inner.openingTo + 1) && !endsLine(doc, start);
  if (isOpeningJoined && start !== closing) {
    const at = changes.mapPos(inner.openingTo, -1);
    repairs.push({ at, insert: `\n${missing(prefix, marksAt(doc, at))}`, pushes: true });
  }
  const line = doc.lineAt(closing);
  const before = doc.sliceString(line.from, closing);
  // Commands move fences, as of an item that becomes a paragraph.
  const isOwnLine =
    changes.mapPos(inner.closingFrom, -1) === line.from && quoteMarks(prefix).startsWith(quoteMarks(before));
  if (!isBlank(before) && !isOwnLine) repairs.push({ at: closing, insert: `\n${prefix}`, pushes: false });
  return repairs;
}

/** Returns the text of a line before its block, without blanks. */
const quoteMarks = (before: string) => before.replace(/[ \t]/g, '');
const endsLine = (doc: Text, at: number) => at === 0 || doc.sliceString(at - 1, at) === '\n';

/** Tests whether a change leaves the first and last line of a block in place. */
function survives({ from, to, inner }: Block, changes: ChangeSet): boolean {
  const isThere = (start: number, end: number) => changes.mapPos(start, 1) < changes.mapPos(end, -1);
  const lines = inner ? [from, inner.openingTo, inner.closingFrom, to] : [from, to];
  return lines.every((edge, index) => index % 2 === 1 || isThere(edge, lines[index + 1] ?? edge));
}

/** Tests whether only words within lines are replaced: no line is added, removed or joined. */
function isWithinLines({ changes, startState }: Transaction): boolean {
  let isWithin = true;
  changes.iterChanges((from, to, _from, _to, inserted) => {
    isWithin &&= inserted.lines === 1 && /^.*\S.*$/.test(startState.sliceDoc(from, to));
  });
  return isWithin;
}

/** Blanks, and blanks before the number of an item. */
const INDENTS = [/^[ \t]*$/, /^[ \t]*\d+$/];

/**
 * Tests for several lines that get other blanks before their text, and items that get other numbers, as by Tab. A
 * single one may take its line out of the quote or item of a block.
 */
function isIndentation({ changes, startState: { doc } }: Transaction): boolean {
  let count = 0;
  let isIndent = true;
  changes.iterChanges((from, to, _from, _to, text) => {
    if (!isIndent) return;
    count += 1;
    const line = doc.lineAt(from);
    const [removed, inserted] = [doc.sliceString(from, to), text.toString()];
    const isAtStart = /^[ \t>]*$/.test(line.text.slice(0, from - line.from));
    isIndent = isAtStart && INDENTS.some((each) => each.test(removed) && each.test(inserted));
  });
  return isIndent && count > 1;
}

/**
 * Returns the blocks next to a change. Thousands of replaced words or indented lines are not looked up, as no block
 * could change.
 */
export function blocksAround(transaction: Transaction): Block[] {
  const { changes, startState } = transaction;
  if (transaction.isUserEvent('input.replace.all') && isWithinLines(transaction)) return [];
  if (isIndentation(transaction)) return [];
  const blocks = new Map<number, Block>();
  changes.iterChangedRanges((from, to) => {
    for (const block of blocksNear(startState, from, to)) blocks.set(block.from, block);
  });
  return [...blocks.values()];
}

/** Returns the repairs for all blocks and paragraphs next to a change, in ascending order. */
export function repairsOf(transaction: Transaction): Repair[] {
  const { changes } = transaction;
  const near = blocksAround(transaction);
  const repairs = near
    .filter((block) => !block.isOpen && survives(block, changes))
    .flatMap((block) => [
      ...repairAbove(transaction, block),
      ...repairInside(transaction, block),
      ...repairFences(transaction, block),
      ...repairBelow(transaction, block),
    ])
    .concat(repairPairs(transaction, near), repairParagraphs(transaction))
    .concat(repairBeyondRow(transaction), repairRule(transaction))
    .sort((a, b) => a.at - b.at);
  return repairs.filter((repair, index) => !isSameGap(transaction.newDoc, repairs[index - 1], repair));
}

/** Tests whether two repairs insert the same blank line, requested by the block above and by the block below. */
function isSameGap(doc: Text, before: Repair | undefined, { at, insert }: Repair): boolean {
  if (before?.insert !== insert || insert.trim() !== '') return false;
  return before.at === at || (insert === '\n' && doc.sliceString(before.at, at) === '\n');
}
