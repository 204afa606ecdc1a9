import { diffParts } from '#app/differences/diff-parts.ts';
import { STEPS_MAX, StepBudget } from '#app/differences/step-budget.ts';
import { splitWords } from '#app/services/documents/split-words.ts';

/** A part of the text that is unchanged, added or removed. */
export type Change = { kind: 'same' | 'added' | 'removed'; text: string };

/** Changes of more words are shown as a whole, as a word-level diff would be unreadable. */
const WORDS_MAX = 4000;
/** If more lines exceed the budget, the texts are too different to compare. */
const LINES_GIVEN_UP_MAX = 4000;

/**
 * Diffs two texts by line, then by word within changed lines. A Chinese character counts as a word. The parts that are
 * not removed form the new text, those not added the old one. Returns null if the texts are too different.
 */
export function compareTexts(before: string, after: string): Change[] | null {
  const budget = new StepBudget(STEPS_MAX);
  const byLine = chunks(lines(before), lines(after), budget);
  if (budget.partsGivenUp > LINES_GIVEN_UP_MAX) return null;
  const changes: Change[] = [];
  for (const { kind, old, now } of byLine) {
    if (kind === 'same') push(changes, 'same', old);
    else compareWords(changes, old, now, budget);
  }
  return changes;
}

/** A part common to both texts, or the differing parts of each with the differing words marked. */
export type Aligned = { same: string } | { theirs: Change[]; yours: Change[] };

/**
 * Aligns two texts side by side, line by line. Joined, each side is its text. Texts too different to compare are one
 * row.
 */
export function alignTexts(theirs: string, yours: string): Aligned[] {
  const budget = new StepBudget(STEPS_MAX);
  return chunks(lines(theirs), lines(yours), budget).map(({ kind, old, now }): Aligned => {
    if (kind === 'same') return { same: old };
    const changes: Change[] = [];
    compareWords(changes, old, now, budget);
    return {
      theirs: changes.filter((change) => change.kind !== 'added'),
      yours: changes.filter((change) => change.kind !== 'removed'),
    };
  });
}

const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function compareWords(changes: Change[], old: string, now: string, budget: StepBudget): void {
  const [oldWords, newWords] = [splitWords(old), splitWords(now)];
  const isReadable = oldWords.length + newWords.length <= WORDS_MAX;
  const byWord = isReadable ? chunks(oldWords, newWords, budget) : [{ kind: 'changed' as const, old, now }];
  for (const chunk of byWord) {
    if (chunk.kind === 'same') push(changes, 'same', chunk.old);
    else {
      push(changes, 'removed', chunk.old);
      push(changes, 'added', chunk.now);
    }
  }
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

function push(changes: Change[], kind: Change['kind'], text: string): void {
  if (text !== '') changes.push({ kind, text });
}
