import type { ChangeSet, ChangeSpec, EditorState, Text, Transaction } from '@codemirror/state';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import type { Block } from '#app/features/editor/browser/structure/blocks.ts';
import type { Repair } from '#app/features/editor/browser/structure/separate-blocks.ts';
import { type Toggle, togglesOf } from '#app/features/editor/browser/structure/toggles.ts';

type Range = { from: number; to: number };
const TAG = /^<\/?details/i;
/**
 * The first or the last line of a block and its text without a prefix. Without one of its delimiters it means
 * something else.
 */
type Mark = Range & { text: string; delimiters: readonly Range[] };
/** A block that needs both lines, such as code with its fences. */
type Pair = { opening: Mark; closing: Mark; prefix: string; lineBreak: string };

/** Returns a fence. `from` is the start of its line, `textFrom` is behind its prefix. */
function fenceMark({ doc }: EditorState, from: number, textFrom: number, to: number): Mark {
  const text = doc.sliceString(textFrom, to);
  const length = /^[`~$]*/.exec(text)?.[0].length ?? 0;
  return { from, to, text, delimiters: [{ from, to: textFrom + length }] };
}

function fencePair(state: EditorState, { inner, from, to, prefix }: Block): Pair[] {
  if (!inner) return [];
  const { openingTo, closingFrom, closingMark } = inner;
  const textFrom = from + prefix.length;
  // Instead of the prefix of the other lines, the first may have the mark of an item.
  const start = state.sliceDoc(from, textFrom) === prefix ? from : textFrom;
  const opening = fenceMark(state, start, textFrom, openingTo);
  return [{ opening, closing: fenceMark(state, closingFrom, closingMark, to), prefix, lineBreak: '\n' }];
}

function togglePair({ doc }: EditorState, { from, headTo, summary, to }: Toggle): Pair {
  const closing = { from: doc.lineAt(to).from, to };
  const delimiters = [
    { from, to: summary.from },
    { from: summary.to, to: headTo },
  ];
  return {
    opening: { from, to: headTo, text: doc.sliceString(from, headTo), delimiters },
    closing: { ...closing, text: doc.sliceString(closing.from, to), delimiters: [closing] },
    prefix: '',
    lineBreak: '\n\n',
  };
}

/**
 * Returns the only changed range in the text before a transaction, or the second of two around the tag behind a
 * question. Null if there are others, as of commands for blocks.
 */
function onlyRange({ changes, startState }: Transaction): Range | null {
  const ranges: Range[] = [];
  changes.iterChangedRanges((from, to) => ranges.push({ from, to }));
  const [first, second] = ranges;
  const isAround = togglesOf(startState).some(
    ({ summary, headTo }) => first?.to === summary.to && second && second.from >= headTo,
  );
  if (ranges.length === 2 && isAround) return second!;
  return ranges.length === 1 ? first! : null;
}

/** Returns the pairs that a change touches. */
function pairsAround(transaction: Transaction, blocks: readonly Block[]): Pair[] {
  const { changes, startState } = transaction;
  if (startState.field(drawnBlocks, false) === undefined) return [];
  const toggles = togglesOf(startState).filter(({ from, to }) => changes.touchesRange(from, to));
  return [
    ...blocks.flatMap((block) => fencePair(startState, block)),
    ...toggles.map((toggle) => togglePair(startState, toggle)),
  ];
}

/**
 * Returns what a deleted selection leaves of lines whose delimiters it cuts. They go as a whole, so that `repairPairs`
 * can restore one of the two.
 */
export function cutMarks(transaction: Transaction, blocks: readonly Block[]): Range[] {
  const { main } = transaction.startState.selection;
  const range = onlyRange(transaction);
  if (!range || range.from === range.to || range.from < main.from || range.to > main.to) return [];
  const marks = pairsAround(transaction, blocks).flatMap(({ opening, closing }) => [opening, closing]);
  const cut = marks.filter(({ delimiters }) => delimiters.some(({ from, to }) => range.from < to && range.to > from));
  const left = cut.flatMap(({ from, to }) => [
    { from, to: Math.max(from, range.from) },
    { from: Math.min(range.to, to), to },
  ]);
  return left.filter(({ from, to }) => from < to);
}

/** Returns the end of the deletion that contains a range, in the text before it; null if there is none. */
function deletedTo(changes: ChangeSet, { from, to }: Range): number | null {
  let found: number | null = null;
  changes.iterChangedRanges((start, end) => {
    if (start <= from && to <= end) found = end;
  });
  return found;
}

/**
 * Returns the ranges of tags that a deletion at a cursor keeps, as pairs: those of the toggles around it, except of
 * toggles deleted whole.
 */
export const keptTags = ({ changes, startState }: Transaction): number[] =>
  togglesOf(startState)
    .filter((toggle) => changes.touchesRange(toggle.from, toggle.to) && deletedTo(changes, toggle) === null)
    .flatMap(({ from, headTo, summary, to }) => [
      from,
      summary.from,
      summary.to,
      headTo,
      startState.doc.lineAt(to).from,
      to,
    ])
    .sort((a, b) => a - b);

/**
 * Returns the changes for a replaced selection from a question to a place behind it, so that the tag between them
 * stays; null for other selections.
 */
export function aroundTag({ changes, startState }: Transaction): { changes: ChangeSpec; anchor: number } | null {
  const { from, to } = startState.selection.main;
  const toggle = togglesOf(startState).find(
    ({ summary, headTo }) => summary.from <= from && from <= summary.to && summary.to < Math.min(to, headTo),
  );
  let insert: Text | null = null;
  changes.iterChanges((start, end, _from, _to, text) => {
    if (start === from && end === to && text.lines === 1) insert = text;
  });
  if (!toggle || !insert || (from === toggle.summary.from && to >= toggle.to)) return null;
  const { summary, headTo } = toggle;
  const gap = /^(?:[ \t]*\n)*/.exec(startState.sliceDoc(headTo, Math.max(headTo, to)))?.[0].length ?? 0;
  const answer = headTo + gap;
  const parts = [
    { from, to: summary.to, insert },
    { from: answer, to: Math.max(answer, to) },
  ];
  return { changes: parts, anchor: from + (insert as Text).length };
}

/** Returns the indentation and quote marks that follow a position on its line. */
export const marksAt = (doc: Text, at: number): string =>
  /^[ \t>]*/.exec(doc.sliceString(at, doc.lineAt(at).to))?.[0] ?? '';

/** Returns what a line that begins with `marks` lacks of a prefix. */
export function missing(prefix: string, marks: string): string {
  if (marks.startsWith(prefix)) return '';
  return prefix.startsWith(marks) ? prefix.slice(marks.length) : prefix;
}

/** The line of a pair that a deletion took alone, and the end of that deletion before and after it. */
type Lost = { pair: Pair; isOpening: boolean; endBefore: number; at: number };

function lostIn({ changes }: Transaction, pairs: readonly Pair[]): Lost[] {
  return pairs.flatMap((pair) => {
    const [opening, closing] = [deletedTo(changes, pair.opening), deletedTo(changes, pair.closing)];
    const endBefore = opening ?? closing;
    if (endBefore === null || (opening !== null && closing !== null)) return [];
    return [{ pair, isOpening: opening !== null, endBefore, at: changes.mapPos(endBefore, 1) }];
  });
}

/** Restores a line of a pair. `others` are the lines that the same change took from other pairs. */
function restore(
  { newDoc, startState: { doc } }: Transaction,
  { pair, isOpening, endBefore, at }: Lost,
  others: readonly Lost[],
): Repair {
  const { opening, closing, prefix, lineBreak } = pair;
  const line = newDoc.lineAt(at);
  const [before, after] = [newDoc.sliceString(line.from, at), newDoc.sliceString(at, line.to)];
  const isBeside = others.some((other) => other.at === at && other.isOpening !== isOpening);
  // The text behind the deletion keeps the marks of its own line.
  const nextLine = `\n${missing(marksAt(doc, doc.lineAt(endBefore).from), marksAt(newDoc, at))}`;
  const blankLine = `\n${prefix.trimEnd()}`;
  const isText = /[^\s>]/;
  const above = line.number > 1 ? newDoc.line(line.number - 1).text : '';
  const apart = isText.test(above) ? `\n${prefix}` : missing(prefix, before);
  const start = isText.test(before) || isBeside ? `${blankLine}\n${prefix}` : apart;
  const next = line.number < newDoc.lines ? newDoc.line(line.number + 1).text : '';
  // HTML goes on to the next blank line.
  const isBesideTag = lineBreak.length > 1 ? isText.test(next) : TAG.test(next);
  const isJoined = isText.test(after) ? !isBeside : isBesideTag;
  const end = isJoined ? blankLine + (isText.test(after) ? nextLine : '') : '';
  const insert = isOpening
    ? start + opening.text + lineBreak.slice(1) + nextLine
    : `${lineBreak}${prefix}${closing.text}${end}`;
  return { at, insert, pushes: false };
}

/** Restores indentation or quote marks of changed lines between two fences. A line without them would end the block. */
function repairPrefix({ changes, newDoc }: Transaction, { opening, closing, prefix }: Pair): Repair[] {
  if (prefix === '' || deletedTo(changes, opening) !== null) return [];
  const first = newDoc.lineAt(changes.mapPos(opening.to, -1)).number + 1;
  const gone = deletedTo(changes, closing);
  const at = gone === null ? changes.mapPos(closing.to, -1) - closing.text.length : changes.mapPos(gone, 1);
  const end = newDoc.lineAt(at);
  // Code may end on the line of the fence, which is moved below it.
  const isCode = /[^\s>]/.test(newDoc.sliceString(end.from, at));
  const last = isCode ? end.number : end.number - 1;
  const repairs: Repair[] = [];
  changes.iterChangedRanges((_fromA, _toA, start, stop) => {
    const [above, below] = [newDoc.lineAt(start).number, newDoc.lineAt(stop).number];
    for (let number = Math.max(first, above); number <= Math.min(last, below); number += 1) {
      const { from, text } = newDoc.line(number);
      const marks = marksAt(newDoc, from);
      const insert = text.trim() === '' ? '' : missing(prefix, marks);
      if (insert) repairs.push({ at: from + (prefix.startsWith(marks) ? marks.length : 0), insert, pushes: true });
    }
  });
  return repairs;
}

/**
 * Keeps fences of code and formulas and tags of toggles in pairs, if a deletion or a replaced selection crosses their
 * edge. Otherwise all text below would silently become code. The source view has no such help.
 */
export function repairPairs(transaction: Transaction, blocks: readonly Block[]): Repair[] {
  if (!onlyRange(transaction)) return [];
  const pairs = pairsAround(transaction, blocks);
  // Commands at a cursor take fences on purpose.
  const lost = transaction.startState.selection.main.empty ? [] : lostIn(transaction, pairs);
  // Fences may be in a toggle: they end before it and begin after it.
  const ends = lost.filter(({ isOpening }) => !isOpening);
  const beginnings = lost.filter(({ isOpening }) => isOpening).reverse();
  return [
    ...[...ends, ...beginnings].map((each) => restore(transaction, each, lost)),
    ...pairs.flatMap((pair) => repairPrefix(transaction, pair)),
  ];
}
