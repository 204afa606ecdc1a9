import { diffParts } from '#app/differences/diff-parts.ts';
import { STEPS_MAX, StepBudget } from '#app/differences/step-budget.ts';
import { splitWords } from '#app/services/documents/split-words.ts';

/** A part of the text that is unchanged, added or removed. */
export type Change = { kind: 'same' | 'added' | 'removed'; text: string };

/** Changes of more words are shown as a whole, as a word-level diff would be unreadable. */
const WORDS_MAX = 4000;
/** If more lines exceed the budget, the texts are too different to compare. */
const LINES_GIVEN_UP_MAX = 4000;

/** Changed and unchanged runs of lines that are shown at most. Rendering more of them takes too long. */
const RUNS_MAX = 2000;
/** Runs of words that are shown at most, in all runs of lines together. */
const WORD_RUNS_MAX = 8000;

/**
 * Diffs two texts by line, then by word within changed lines. A Chinese character counts as a word. The parts that are
 * not removed form the new text, those not added the old one. Very many changes are joined with what is between them.
 * Returns null if the texts are too different.
 */
export function compareTexts(before: string, after: string): Change[] | null {
  const budget = new StepBudget(STEPS_MAX);
  const byLine = atMost(RUNS_MAX, chunks(lines(before), lines(after), budget));
  if (budget.partsGivenUp > LINES_GIVEN_UP_MAX) return null;
  const compare = wordComparison(byLine, budget);
  return byLine.flatMap((chunk): Change[] =>
    chunk.kind === 'same' ? [{ kind: 'same', text: chunk.old }] : compare(chunk),
  );
}

/** A part common to both texts, or the differing parts of each with the differing words marked. */
export type Aligned = { same: string } | { theirs: Change[]; yours: Change[] };

/**
 * Aligns two texts side by side, line by line. Joined, each side is its text. Texts too different to compare are one
 * row.
 */
export function alignTexts(theirs: string, yours: string): Aligned[] {
  const budget = new StepBudget(STEPS_MAX);
  const byLine = atMost(RUNS_MAX, chunks(lines(theirs), lines(yours), budget));
  const compare = wordComparison(byLine, budget);
  return byLine.map((chunk): Aligned => {
    if (chunk.kind === 'same') return { same: chunk.old };
    const changes = compare(chunk);
    return {
      theirs: changes.filter((change) => change.kind !== 'added'),
      yours: changes.filter((change) => change.kind !== 'removed'),
    };
  });
}

const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Returns a function that compares the words of one of these chunks. */
function wordComparison(byLine: readonly Chunk[], budget: StepBudget): (chunk: Chunk) => Change[] {
  const most = Math.floor(WORD_RUNS_MAX / byLine.filter(({ kind }) => kind === 'changed').length);
  return ({ old, now }) => {
    const [oldWords, newWords] = [splitWords(old), splitWords(now)];
    const isReadable = oldWords.length + newWords.length <= WORDS_MAX;
    const byWord = isReadable
      ? atMost(most, chunks(oldWords, newWords, budget))
      : [{ kind: 'changed' as const, old, now }];
    return byWord.flatMap(changesOf);
  };
}

function changesOf({ kind, old, now }: Chunk): Change[] {
  if (kind === 'same') return [{ kind, text: old }];
  const both: Change[] = [
    { kind: 'removed', text: old },
    { kind: 'added', text: now },
  ];
  return both.filter(({ text }) => text !== '');
}

type Chunk = { kind: 'same' | 'changed'; old: string; now: string };

function chunks(before: string[], after: string[], budget: StepBudget): Chunk[] {
  const found: Chunk[] = [];
  let done = 0;
  const keepUpTo = (end: number) => {
    if (end > done) found.push({ kind: 'same', old: before.slice(done, end).join(''), now: '' });
  };
  for (const { at, end, newAt, newEnd } of diffParts(before, after, budget)) {
    keepUpTo(at);
    found.push({ kind: 'changed', old: before.slice(at, end).join(''), now: after.slice(newAt, newEnd).join('') });
    done = end;
  }
  keepUpTo(before.length);
  return found;
}

/** Joins changes with short unchanged runs between them until there are at most so many chunks. */
function atMost(most: number, found: Chunk[]): Chunk[] {
  let joined = found;
  while (joined.length > Math.max(1, most)) joined = withFewerRuns(joined);
  return joined;
}

/** Makes the shorter half of the unchanged runs, but no two in a row, a part of the changes around them. */
function withFewerRuns(found: readonly Chunk[]): Chunk[] {
  const lengths = found.flatMap(({ kind, old }) => (kind === 'same' ? [old.length] : [])).sort((a, b) => a - b);
  const median = lengths[Math.floor((lengths.length - 1) / 2)]!;
  const joined: Chunk[] = [];
  let isLastKept = true;
  for (const chunk of found) {
    if (chunk.kind === 'same') isLastKept = !isLastKept || chunk.old.length > median;
    const last = joined.at(-1);
    const change: Chunk = { kind: 'changed', old: chunk.old, now: chunk.kind === 'same' ? chunk.old : chunk.now };
    if (chunk.kind === 'same' && isLastKept) joined.push(chunk);
    else if (last?.kind === 'changed') joined[joined.length - 1] = joinedChange(last, change);
    else joined.push(change);
  }
  return joined;
}

const joinedChange = (one: Chunk, next: Chunk): Chunk => ({
  kind: 'changed',
  old: one.old + next.old,
  now: one.now + next.now,
});
