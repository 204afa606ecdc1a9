import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffParts, type Hunk } from '#app/differences/diff-parts.ts';
import { mergeParts, type Region } from '#app/differences/merge-parts.ts';
import { STEPS_MAX, StepBudget } from '#app/differences/step-budget.ts';

const budget = (steps = STEPS_MAX) => new StepBudget(steps);
const manyLines = (count: number, name = 'line') => Array.from({ length: count }, (_, at) => `${name} ${at}\n`);

function applied(before: string[], after: string[], hunks: Hunk[]): string[] {
  const result: string[] = [];
  let done = 0;
  for (const { at, end, newAt, newEnd } of hunks) {
    result.push(...before.slice(done, at), ...after.slice(newAt, newEnd));
    done = end;
  }
  return [...result, ...before.slice(done)];
}

const merged = (regions: Region[]) =>
  regions.every((region) => 'ok' in region) ? regions.flatMap((region) => ('ok' in region ? region.ok : [])) : null;

const parts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 30 });

describe('S1: differences', () => {
  it('between any two lists lead from one to the other, whatever the budget', () => {
    fc.assert(
      fc.property(parts, parts, fc.integer({ min: 0, max: 200 }), (before, after, steps) => {
        const hunks = diffParts(before, after, budget(steps));
        expect(applied(before, after, hunks)).toEqual(after);
        for (const [nth, hunk] of hunks.entries()) expect(hunk.at).toBeGreaterThan(hunks[nth - 1]?.end ?? -1);
      }),
      { numRuns: 2000 },
    );
  });

  it('in 150,000 distinct lines are found where they are', () => {
    const before = manyLines(150_000);
    const after = ['first\n', ...before.slice(1, -1), 'last\n'];
    expect(diffParts(before, after, budget())).toEqual([
      { at: 0, end: 1, newAt: 0, newEnd: 1 },
      { at: 149_999, end: 150_000, newAt: 149_999, newEnd: 150_000 },
    ]);
  });

  it('of texts that have nothing in common are one hunk, and the budget says what was given up', () => {
    const steps = budget();
    const [before, after] = [manyLines(60_000, 'old'), manyLines(60_000, 'new')];
    expect(diffParts(before, after, steps)).toEqual([{ at: 0, end: 60_000, newAt: 0, newEnd: 60_000 }]);
    expect(steps.partsGivenUp).toBe(120_000);
  });

  it('of a hundred thousand equal lines are found too', () => {
    const before = Array.from({ length: 100_000 }, () => 'same\n');
    const hunks = diffParts(before, ['new\n', ...before.slice(2), 'new\n'], budget());
    expect(applied(before, ['new\n', ...before.slice(2), 'new\n'], hunks)).toHaveLength(100_000);
    expect(hunks.length).toBeLessThanOrEqual(3);
  });
});

describe('S1: a merge', () => {
  const base = manyLines(10);
  const changed = (at: number, text: string) => base.with(at, text);

  it('takes changes of different places, and is a conflict where they touch', () => {
    expect(merged(mergeParts(base, changed(1, 'theirs\n'), changed(8, 'yours\n'), budget()))).toEqual(
      base.with(1, 'theirs\n').with(8, 'yours\n'),
    );
    expect(merged(mergeParts(base, changed(4, 'theirs\n'), changed(5, 'yours\n'), budget()))).toBeNull();
    expect(mergeParts(base, changed(4, 'theirs\n'), changed(4, 'yours\n'), budget())).toContainEqual({
      conflict: { base: [base[4]], theirs: ['theirs\n'], yours: ['yours\n'] },
    });
  });

  it('takes the same change of both once', () => {
    expect(merged(mergeParts(base, changed(4, 'same\n'), changed(4, 'same\n'), budget()))).toEqual(
      changed(4, 'same\n'),
    );
  });

  it('holds every change of one side alone, whatever it is and whatever the budget', () => {
    fc.assert(
      fc.property(parts, parts, fc.integer({ min: 0, max: 200 }), (from, to, steps) => {
        expect(merged(mergeParts(from, to, from, budget(steps)))).toEqual(to);
        expect(merged(mergeParts(from, from, to, budget(steps)))).toEqual(to);
        expect(merged(mergeParts(from, to, to, budget(steps)))).toEqual(to);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on who came first', () => {
    fc.assert(
      fc.property(parts, parts, parts, (from, theirs, yours) => {
        const one = merged(mergeParts(from, theirs, yours, budget()));
        expect(merged(mergeParts(from, yours, theirs, budget()))).toEqual(one);
      }),
      { numRuns: 1000 },
    );
  });
});
