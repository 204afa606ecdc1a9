import { diffArrays } from 'diff';
import { anchorsOf } from '#app/differences/anchor-parts.ts';
import type { StepBudget } from '#app/differences/step-budget.ts';

/** A replacement of the parts [`at`, `end`) by [`newAt`, `newEnd`). */
export type Hunk = { at: number; end: number; newAt: number; newEnd: number };

/**
 * Returns the differences between two lists of parts in order, separated by at least one equal part. Parts unique in
 * both lists anchor the comparison (patience); Myers' algorithm finds the shortest difference between anchors. A range
 * that exceeds the budget becomes one hunk, which is coarse but correct.
 */
export function diffParts(before: string[], after: string[], budget: StepBudget): Hunk[] {
  const hunks: Hunk[] = [];
  let [at, newAt] = [0, 0];
  const compareUpTo = (end: number, newEnd: number) => {
    hunks.push(...diffStretch(before, after, { at, end, newAt, newEnd }, budget));
  };
  for (const [anchor, newAnchor] of anchorsOf(before, after)) {
    if (anchor > at || newAnchor > newAt) compareUpTo(anchor, newAnchor);
    [at, newAt] = [anchor + 1, newAnchor + 1];
  }
  compareUpTo(before.length, after.length);
  return hunks;
}

function diffStretch(before: string[], after: string[], stretch: Hunk, budget: StepBudget): Hunk[] {
  const { at, end, newAt, newEnd } = withoutEqualEnds(before, after, stretch);
  if (at === end && newAt === newEnd) return [];
  if (at === end || newAt === newEnd) return [{ at, end, newAt, newEnd }];
  const changes = diffArrays(before.slice(at, end), after.slice(newAt, newEnd), {
    maxEditLength: budget.longestEdit(),
  });
  if (!changes) {
    budget.giveUp(end - at + newEnd - newAt);
    return [{ at, end, newAt, newEnd }];
  }
  const hunks = hunksOf(changes, at, newAt);
  budget.spend(hunks.reduce((edits, hunk) => edits + hunk.end - hunk.at + hunk.newEnd - hunk.newAt, 0));
  return hunks;
}

function withoutEqualEnds(before: string[], after: string[], { at, end, newAt, newEnd }: Hunk): Hunk {
  let [from, newFrom, to, newTo] = [at, newAt, end, newEnd];
  while (from < to && newFrom < newTo && before[from] === after[newFrom]) {
    from += 1;
    newFrom += 1;
  }
  while (from < to && newFrom < newTo && before[to - 1] === after[newTo - 1]) {
    to -= 1;
    newTo -= 1;
  }
  return { at: from, end: to, newAt: newFrom, newEnd: newTo };
}

type Run = { count: number; added: boolean; removed: boolean };

/** Combines adjacent removals and insertions into replacements. */
function hunksOf(runs: Run[], firstAt: number, firstNewAt: number): Hunk[] {
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  let [at, newAt] = [firstAt, firstNewAt];
  for (const { count, added, removed } of runs) {
    const [end, newEnd] = [added ? at : at + count, removed ? newAt : newAt + count];
    if (!added && !removed) open = null;
    else if (open) Object.assign(open, { end, newEnd });
    else {
      open = { at, end, newAt, newEnd };
      hunks.push(open);
    }
    [at, newAt] = [end, newEnd];
  }
  return hunks;
}
