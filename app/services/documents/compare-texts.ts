import { diffComm } from 'node-diff3';
import { isComparable } from '#app/services/documents/is-comparable.ts';
import { wordsOf } from '#app/services/documents/words-of.ts';

/** A stretch of text that stayed, came or went. */
export type Change = { kind: 'same' | 'added' | 'removed'; text: string };

/** Beyond this many words a changed place is shown as a whole: nobody reads such a difference word by word. */
const WORDS_MAX = 4000;

/**
 * What changed between two texts, readable: first by line, then, where lines changed, by word (a Chinese character
 * counts as one). Joined without what was removed it is the new text, without what was added the old one.
 */
export function compareTexts(before: string, after: string): Change[] {
  const changes: Change[] = [];
  for (const { kind, old, now } of chunks(lines(before), lines(after))) {
    if (kind === 'same') push(changes, 'same', old);
    else compareWords(changes, old, now);
  }
  return changes;
}

/** A stretch that both texts have, or what each has in its place, the words marked that the other has not. */
export type Aligned = { same: string } | { theirs: Change[]; yours: Change[] };

/** Two texts beside each other, line by line. Joined, each side is its text. */
export function alignTexts(theirs: string, yours: string): Aligned[] {
  const rows: Aligned[] = [];
  for (const { kind, old, now } of chunks(lines(theirs), lines(yours))) {
    if (kind === 'same') {
      if (old !== '') rows.push({ same: old });
      continue;
    }
    const changes: Change[] = [];
    compareWords(changes, old, now);
    rows.push({
      theirs: changes.filter((change) => change.kind !== 'added'),
      yours: changes.filter((change) => change.kind !== 'removed'),
    });
  }
  return rows;
}

const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function compareWords(changes: Change[], old: string, now: string): void {
  const [oldWords, newWords] = [wordsOf(old), wordsOf(now)];
  if (oldWords.length + newWords.length > WORDS_MAX) {
    push(changes, 'removed', old);
    push(changes, 'added', now);
    return;
  }
  for (const chunk of chunks(oldWords, newWords)) {
    if (chunk.kind === 'same') push(changes, 'same', chunk.old);
    else {
      push(changes, 'removed', chunk.old);
      push(changes, 'added', chunk.now);
    }
  }
}

type Chunk = { kind: 'same' | 'changed'; old: string; now: string };

/** What both begin and end with is set aside first: most saves change one place of a long text. */
function chunks(before: string[], after: string[]): Chunk[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const same = (parts: string[]): Chunk => ({ kind: 'same', old: parts.join(''), now: '' });
  const middle = compareMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return [same(before.slice(0, head)), ...middle, same(before.slice(before.length - tail))];
}

function compareMiddle(before: string[], after: string[]): Chunk[] {
  if (!isComparable(before, after)) return [{ kind: 'changed', old: before.join(''), now: after.join('') }];
  return diffComm(before, after).map(({ common, buffer1, buffer2 }) =>
    common
      ? { kind: 'same', old: common.join(''), now: '' }
      : { kind: 'changed', old: (buffer1 ?? []).join(''), now: (buffer2 ?? []).join('') },
  );
}

function push(changes: Change[], kind: Change['kind'], text: string): void {
  if (text !== '') changes.push({ kind, text });
}
