import { ChangeSet, Text } from '@codemirror/state';
import type { WrittenOf } from '#app/browser/drafts.ts';
import { quickDifferences } from '#app/differences/quick-differences.ts';
import { changesBetween } from '#app/features/editor/browser/merge-remote.ts';

type Written = WrittenOf<string>;
type Edit = { from: number; to: number; insert: string };

/** Maximum letters of a change compared by letters, which takes quadratic time. */
const COMPARED_BY_LETTERS = 1000;

/** Letters between two changes that are compared as one: a comparison by words may pair the wrong spaces. */
const NEAR = 20;

/** Returns the differing letters of two texts. */
function editsBetween(before: string, after: string): Edit[] {
  const runs: Edit[][] = [];
  changesBetween(before, after).iterChanges((from, to, _newFrom, _newTo, inserted) => {
    const last = runs.at(-1);
    const edit = { from, to, insert: inserted.toString() };
    if (last && from - last.at(-1)!.to <= NEAR) last.push(edit);
    else runs.push([edit]);
  });
  return runs.flatMap((run) => {
    const joined = run.reduce((all, { from, to, insert }) => ({
      from: all.from,
      to,
      insert: all.insert + before.slice(all.to, from) + insert,
    }));
    const isLong = joined.to - joined.from + joined.insert.length > COMPARED_BY_LETTERS;
    return isLong ? run : letterEdits(before, joined);
  });
}

function letterEdits(before: string, edit: Edit): Edit[] {
  const [old, insert] = [[...before.slice(edit.from, edit.to)], [...edit.insert]];
  if (old.length === 0 || insert.length === 0) return [edit];
  const lengthOf = (letters: string[]) => letters.join('').length;
  return quickDifferences(old, insert).map(({ at, end, newAt, newEnd }) => {
    const from = edit.from + lengthOf(old.slice(0, at));
    return { from, to: from + lengthOf(old.slice(at, end)), insert: insert.slice(newAt, newEnd).join('') };
  });
}

const isAt = (a: Edit, b: Edit) => a.from === b.from && a.to === b.to;

/** Returns the part of an own edit that others' edits do not contain; null if there is none. */
function beyond(own: Edit, others: readonly Edit[]): Edit | null {
  const same = others.find((other) => isAt(own, other));
  if (!same) return own;
  if (same.insert.startsWith(own.insert)) return null;
  if (!own.insert.startsWith(same.insert)) return own;
  return { from: own.to, to: own.to, insert: own.insert.slice(same.insert.length) };
}

/**
 * Merges two texts with a common base by letters: both texts' insertions stay, also in the same word, and so do both
 * texts' deletions. An edit that both texts have counts once, as the own one may have been sent without a response.
 */
export function mergeLetters(base: string, own: string, theirs: string): string {
  if (own === base || own === theirs) return theirs;
  const others = editsBetween(base, theirs);
  const remote = ChangeSet.of(others, base.length);
  const edits = editsBetween(base, own).flatMap((edit) => beyond(edit, others) ?? []);
  return ChangeSet.of(edits, base.length)
    .map(remote)
    .apply(Text.of(theirs.split('\n')))
    .toString();
}

/** Merges title, icon and text. An icon changed on both sides becomes the own one. */
export function mergeWritten(base: Written, own: Written, theirs: Written): Written {
  return {
    title: mergeLetters(base.title, own.title, theirs.title),
    icon: own.icon === base.icon ? theirs.icon : own.icon,
    content: mergeLetters(base.content, own.content, theirs.content),
  };
}

/** Returns true if a text contains the edits from `base` to `sent`, perhaps with others beside or within them. */
export function containsEdits(base: string, sent: string, now: string): boolean {
  const found = editsBetween(base, now);
  return editsBetween(base, sent).every((edit) =>
    found.some((each) => isAt(each, edit) && each.insert.includes(edit.insert)),
  );
}

/** Returns the text that unsent edits are based on: what was sent without a response, if the server has it. */
export function baseOf<T extends Written>(base: T, sent: Written | null | undefined, now: Written): T | Written {
  if (!sent || sent.content === base.content) return base;
  return containsEdits(base.content, sent.content, now.content) ? sent : base;
}
