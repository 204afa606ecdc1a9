import { syntaxTree } from '@codemirror/language';
import { ChangeSet, type ChangeSpec, EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { insertedEmptyMarks } from '#app/features/editor/browser/writing/empty-marks.ts';
import { INLINE } from '#app/features/editor/browser/writing/inline-styles.ts';
import type { Part } from '#app/features/editor/browser/writing/text-parts.ts';

const STYLES = new Set(Object.values(INLINE).map(({ node }) => node));
/** A break after which the text is in another paragraph, item or quoted paragraph. */
const DIVIDES = /\n[ \t>]*(?:\n|(?:[-*+]|\d{1,9}[.)])[ \t])/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;

/** A style: the range of its node, and of the text between its marks. */
type Style = Part & { text: Part; isLink: boolean };
/** The only change of a transaction, in both texts. */
type Change = Part & { insertedFrom: number; insertedTo: number; inserted: string };

function onlyChange({ changes, startState, newDoc }: Transaction): Change | null {
  const found: Change[] = [];
  changes.iterChanges((from, to, insertedFrom, insertedTo) => {
    const inserted = newDoc.sliceString(insertedFrom, insertedTo);
    found.push({ from, to, insertedFrom, insertedTo, inserted });
  });
  const [change] = found;
  return found.length === 1 && change && startState.selection.ranges.length === 1 ? change : null;
}

/** Returns the mark that begins the end of a style; of links, the one behind their words. */
function closingMark(node: SyntaxNode): SyntaxNode | null {
  if (node.name !== 'Link') return STYLES.has(node.name) ? node.lastChild : null;
  const hasAddress = node.getChild('URL') ?? node.getChild('LinkLabel');
  return hasAddress && (node.getChildren('LinkMark')[1] ?? null);
}

/** Returns the styles that a range touches, outermost first. */
export function stylesAt(state: EditorState, { from, to }: Part, hasLinks = false): Style[] {
  const styles: Style[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      const { firstChild } = node;
      const isLink = name === 'Link';
      const end = hasLinks || !isLink ? closingMark(node) : null;
      if (!firstChild || !end || firstChild.to > end.from) return;
      styles.push({ from: node.from, to: node.to, text: { from: firstChild.to, to: end.from }, isLink });
    },
  });
  return styles;
}

const opening = ({ doc }: EditorState, { from, text }: Style) => doc.sliceString(from, text.from);
const closing = ({ doc }: EditorState, { to, text }: Style) => doc.sliceString(text.to, to);
const blanksAtStart = (text: string) => text.length - text.trimStart().length;
const blanksAtEnd = (text: string) => text.length - text.trimEnd().length;

/** Returns a blank if backticks on both sides would run together. */
const between = (before: string, after: string) => (before.endsWith('`') && after.startsWith('`') ? ' ' : '');

/**
 * Returns the closing marks behind a text, and the length of the blanks that they go before: `**one **` would be no
 * style. Blanks are a part of code.
 */
const closeBehind = (text: string, marks: string) => ({
  blanks: marks.startsWith('`') ? 0 : blanksAtEnd(text),
  insert: between(text, marks) + marks,
});
const openBefore = (text: string, marks: string) => ({
  blanks: marks.endsWith('`') ? 0 : blanksAtStart(text),
  insert: marks + between(marks, text),
});

/** A paragraph that is divided inside a style or link: each half gets both marks, and none gets empty ones. */
function divideStyles({ startState, newDoc, newSelection }: Transaction, change: Change): TransactionSpec | null {
  const { from, to, insertedFrom: start, insertedTo: end, inserted } = change;
  const isHeading = inserted.includes('\n') && HEADING.test(startState.doc.lineAt(from).text);
  if (!isHeading && !DIVIDES.test(inserted)) return null;
  const styles = stylesAt(startState, change, true).filter(({ text }) => text.from <= from && to <= text.to);
  const [outer] = styles;
  if (!outer) return null;
  const openings = styles.map((style) => opening(startState, style)).join('');
  const closings = styles
    .map((style) => closing(startState, style))
    .reverse()
    .join('');
  const isAtStart = startState.sliceDoc(outer.from, from) === openings;
  const isAtEnd = startState.sliceDoc(to, outer.to) === closings;
  if (isAtStart && isAtEnd) return null;
  const close = closeBehind(startState.sliceDoc(outer.from, from), closings);
  const open = openBefore(startState.sliceDoc(to, outer.to), openings);
  const changes: ChangeSpec[] = isAtStart
    ? [{ from: start - openings.length, to: start }]
    : [{ from: start - close.blanks, insert: close.insert }];
  changes.push(isAtEnd ? { from: end, to: end + closings.length } : { from: end + open.blanks, insert: open.insert });
  const set = ChangeSet.of(changes, newDoc.length);
  return { changes: set, selection: newSelection.map(set, 1) };
}

/** Two equal styles whose text between is deleted become one: `**a****b**` would be none. */
function joinStyles({ startState }: Transaction, { from, to, insertedFrom, inserted }: Change): TransactionSpec | null {
  const styles = stylesAt(startState, { from, to });
  const left = styles.find((style) => style.to === from);
  const right = styles.find((style) => style.from === to);
  if (!left || !right || inserted !== '' || closing(startState, left) !== opening(startState, right)) return null;
  const { length } = opening(startState, right);
  return { changes: { from: insertedFrom - length, to: insertedFrom + length } };
}

/** Returns the outer edge of the styles, from the innermost outwards, in which nothing is left. */
const edgeOfEmpty = (styles: readonly Style[], cut: number, side: 'from' | 'to') =>
  styles.reduceRight((edge, style) => (style.text[side] === edge ? style[side] : edge), cut);

/**
 * A deletion that takes one mark of a style and leaves its other one: the mark stays, behind what is left of its text,
 * or both go.
 */
function keepMarks({ startState }: Transaction, change: Change): TransactionSpec | null {
  const { from, to, insertedFrom: start, insertedTo: end } = change;
  const isDivision = change.inserted.includes('\n');
  const isMarkAlone = (mark: Part) => mark.from === from && to === mark.to;
  const styles = stylesAt(startState, change, true).filter(({ text }) => text.from < text.to);
  const withoutEnd = styles.filter(
    (style) =>
      style.text.from <= from &&
      from <= style.text.to &&
      style.to <= to &&
      !isMarkAlone({ ...style, from: style.text.to }),
  );
  const withoutStart = styles.filter(
    (style) =>
      from <= style.from &&
      style.text.from <= to &&
      to <= style.text.to &&
      !isMarkAlone({ ...style, to: style.text.from }),
  );
  const startOfEmpty = edgeOfEmpty(withoutEnd, from, 'from');
  const endOfEmpty = edgeOfEmpty(withoutStart, to, 'to');
  // A pasted text may contain the missing mark itself, for example if it was copied from the same style.
  const isMissing = (mark: string) => change.inserted.split(mark).length % 2 > 0;
  const closings = withoutEnd
    .filter((style) => style.from < startOfEmpty)
    .map((style) => closing(startState, style))
    .filter(isMissing);
  const openings = withoutStart
    .filter((style) => endOfEmpty < style.to)
    .map((style) => opening(startState, style))
    .filter(isMissing);
  closings.reverse();
  // Two equal styles become one, except in two blocks.
  while (!isDivision && closings.length > 0 && closings[0] === openings.at(-1)) {
    closings.shift();
    openings.pop();
  }
  const [before, after] = [from - startOfEmpty, endOfEmpty - to];
  if (closings.length + openings.length + before + after === 0) return null;
  const left = startState.sliceDoc(Math.min(...withoutEnd.map(({ text }) => text.from), from), from);
  const right = startState.sliceDoc(to, Math.max(...withoutStart.map(({ text }) => text.to), to));
  // A written text takes the style, which ends with its block.
  const written = isDivision ? '' : change.inserted;
  const close = closeBehind(left + written, closings.join(''));
  const open = openBefore(after === 0 ? right : '', openings.join(''));
  const changes = [
    { from: start - before, to: start },
    { from: start + written.length - close.blanks, insert: close.insert },
    { from: end, to: end + after },
    { from: end + after + open.blanks, insert: open.insert },
  ];
  return { changes };
}

/** The last letter of a style is deleted: what is written next has the style, and without it the marks go away. */
function emptyMarks({ startState }: Transaction, { from, to, inserted }: Change): TransactionSpec | null {
  const isAround = ({ text }: Style, part: Part) => text.from === part.from && part.to === text.to;
  const emptied = stylesAt(startState, { from, to }).reduceRight<Part>(
    (inner, style) => (isAround(style, inner) ? style : inner),
    { from, to },
  );
  const isWhole = inserted === '' && emptied.from < from;
  const marks = { from: emptied.from, to: emptied.to - (to - from), wereFilled: true };
  return isWhole ? { effects: insertedEmptyMarks.of(marks) } : null;
}

const repairOfDeletion = (transaction: Transaction, change: Change) =>
  emptyMarks(transaction, change) ?? joinStyles(transaction, change) ?? keepMarks(transaction, change);

function repairOf(transaction: Transaction): TransactionSpec | null {
  const isWriting = transaction.isUserEvent('input') || transaction.isUserEvent('delete');
  const isElsewhere = ['input.table', 'input.type.table', 'input.draft'].some((event) =>
    transaction.isUserEvent(event),
  );
  if (!transaction.docChanged || !isWriting || isElsewhere) return null;
  const change = onlyChange(transaction);
  if (!change) return null;
  const divided = change.inserted.includes('\n') ? divideStyles(transaction, change) : null;
  return divided ?? (change.from === change.to ? null : repairOfDeletion(transaction, change));
}

/** Keeps the marks of styles in pairs when a paragraph is divided and when a part is deleted or written over. */
export const wholeStyles = EditorState.transactionFilter.of((transaction) => {
  const repair = repairOf(transaction);
  return repair ? [transaction, { ...repair, sequential: true }] : transaction;
});
