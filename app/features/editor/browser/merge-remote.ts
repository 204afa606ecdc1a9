import { ChangeSet, Text, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { diffIndices } from 'node-diff3';

const linesOf = (text: string) => text.split('\n');

/** Returns a line-based change from one text to another, so that cursors outside of changed lines stay. */
export function changesBetween(before: string, after: string): ChangeSet {
  const doc = Text.of(linesOf(before));
  const changes = diffIndices(linesOf(before), linesOf(after)).map(({ buffer1: [line, count], buffer2Content }) => {
    const inserted = buffer2Content.join('\n');
    const isAtEnd = line + count >= doc.lines;
    const from = line < doc.lines ? doc.line(line + 1).from : doc.length;
    const to = isAtEnd ? doc.length : doc.line(line + count + 1).from;
    if (!isAtEnd) return { from, to, insert: buffer2Content.length > 0 ? `${inserted}\n` : '' };
    // The last line has no line break: insert or delete the preceding one.
    if (buffer2Content.length === 0) return { from: Math.max(0, from - 1), to, insert: '' };
    return { from, to, insert: line < doc.lines ? inserted : `\n${inserted}` };
  });
  return ChangeSet.of(changes, doc.length);
}

/** Returns the removed and added lines in text order. */
export function changedLines(before: string, after: string): { kind: 'removed' | 'added'; text: string }[] {
  const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  return diffIndices(linesOf(before), linesOf(after)).flatMap(({ buffer1Content, buffer2Content }) => [
    { kind: 'removed' as const, text: joined(buffer1Content) },
    { kind: 'added' as const, text: joined(buffer2Content) },
  ]);
}

/** The same, with each change cut down to the letters that differ: changes of one line at different places do not touch. */
export function closeChanges(before: string, after: string): ChangeSet {
  const close: { from: number; to: number; insert: string }[] = [];
  changesBetween(before, after).iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const insert = inserted.toString();
    const old = before.slice(fromA, toA);
    const most = Math.min(old.length, insert.length);
    let start = 0;
    while (start < most && old[start] === insert[start]) start += 1;
    let end = 0;
    while (end < most - start && old[old.length - 1 - end] === insert[insert.length - 1 - end]) end += 1;
    close.push({ from: fromA + start, to: toA - end, insert: insert.slice(start, insert.length - end) });
  });
  return ChangeSet.of(close, before.length);
}

/**
 * Puts a newer text beneath what was typed since a base, both as changes to that base. Returns the typed changes as
 * changes to the newer text.
 */
export function takeBeneath(view: EditorView, base: string, newer: string): ChangeSet {
  const remote = closeChanges(base, newer);
  const own = closeChanges(base, view.state.doc.toString());
  view.dispatch({ changes: remote.map(own, true), annotations: Transaction.addToHistory.of(false) });
  return own.map(remote);
}
