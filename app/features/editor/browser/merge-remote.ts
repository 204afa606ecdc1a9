import { ChangeSet, Text, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { quickDifferences } from '#app/differences/quick-differences.ts';

const linesOf = (text: string) => text.split('\n');

type Edit = { from: number; to: number; insert: string };

/**
 * Maximum characters of a change compared by words, which takes quadratic time. Longer ones are compared by their ends
 * only.
 */
const COMPARED_BY_WORDS = 4000;
const WORDS = /[\p{L}\p{N}]+|\s+|./gsu;

/** Returns the changed lines, with the line breaks that come or go with them. */
function lineEdits(before: string, after: string): Edit[] {
  const doc = Text.of(linesOf(before));
  const lines = linesOf(after);
  return quickDifferences(linesOf(before), lines).map(({ at: line, end, newAt, newEnd }) => {
    const inserted = lines.slice(newAt, newEnd).join('\n');
    const isAtEnd = end >= doc.lines;
    const from = line < doc.lines ? doc.line(line + 1).from : doc.length;
    const to = isAtEnd ? doc.length : doc.line(end + 1).from;
    if (!isAtEnd) return { from, to, insert: newEnd > newAt ? `${inserted}\n` : '' };
    // The last line has no line break: insert or delete the preceding one.
    if (newEnd === newAt) return { from: Math.max(0, from - 1), to, insert: '' };
    return { from, to, insert: line < doc.lines ? inserted : `\n${inserted}` };
  });
}

/** Splits a change of whole lines by the words that differ. */
function wordEdits(before: string, { from, to, insert }: Edit): Edit[] {
  const old = before.slice(from, to);
  if (old.length + insert.length > COMPARED_BY_WORDS) return [{ from, to, insert }];
  const [words, newWords] = [old.match(WORDS) ?? [], insert.match(WORDS) ?? []];
  let [at, word] = [from, 0];
  return quickDifferences(words, newWords).map(({ at: start, end, newAt, newEnd }) => {
    at += words.slice(word, start).join('').length;
    const edit = {
      from: at,
      to: at + words.slice(start, end).join('').length,
      insert: newWords.slice(newAt, newEnd).join(''),
    };
    [at, word] = [edit.to, end];
    return edit;
  });
}

const isSecondHalf = (text: string, at: number) => /[\uDC00-\uDFFF]/.test(text[at] ?? '');

/** Cuts a change down to the letters that differ, without dividing a surrogate pair. */
function cutDown(before: string, { from, to, insert }: Edit): Edit {
  const old = before.slice(from, to);
  const most = Math.min(old.length, insert.length);
  let start = 0;
  while (start < most && old[start] === insert[start]) start += 1;
  if (isSecondHalf(old, start) || isSecondHalf(insert, start)) start -= 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === insert[insert.length - 1 - end]) end += 1;
  if (isSecondHalf(old, old.length - end) || isSecondHalf(insert, insert.length - end)) end -= 1;
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) };
}

/** Returns a single change for the part in which two texts differ. */
export const changedPart = (before: string, after: string): Edit =>
  cutDown(before, { from: 0, to: before.length, insert: after });

/** Returns a minimal word-level change from one text to another, so that cursors keep their positions. */
export function changesBetween(before: string, after: string): ChangeSet {
  const edits = lineEdits(before, after).flatMap((edit) => wordEdits(before, edit));
  return ChangeSet.of(
    edits.map((edit) => cutDown(before, edit)),
    before.length,
  );
}

/** Returns the removed and added lines in text order. */
export function changedLines(before: string, after: string): { kind: 'removed' | 'added'; text: string }[] {
  const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  const [old, lines] = [linesOf(before), linesOf(after)];
  return quickDifferences(old, lines).flatMap(({ at, end, newAt, newEnd }) => [
    { kind: 'removed' as const, text: joined(old.slice(at, end)) },
    { kind: 'added' as const, text: joined(lines.slice(newAt, newEnd)) },
  ]);
}

/**
 * Merges a newer text below the edits typed since a base; both are changes of that base. Returns the typed edits as
 * changes of the newer text.
 */
export function rebaseEdits(view: EditorView, base: string, newer: string): ChangeSet {
  const remote = changesBetween(base, newer);
  const own = changesBetween(base, view.state.doc.toString());
  view.dispatch({ changes: remote.map(own, true), annotations: Transaction.addToHistory.of(false) });
  return own.map(remote);
}
