import { diffParts, type Hunk } from '#app/differences/diff-parts.ts';
import type { StepBudget } from '#app/differences/step-budget.ts';

/** A merged range, or a conflict with the parts of base and both sides. */
export type Region = { ok: string[] } | { conflict: { base: string[]; theirs: string[]; yours: string[] } };

type Side = 'theirs' | 'yours';
type SidedHunk = Hunk & { side: Side };
type Sides = Record<Side, string[]>;

/**
 * Merges two changes of the same list of parts. Changes that overlap or touch are a conflict unless they are equal. A
 * comparison that exceeds the budget makes hunks coarser, which can only turn a merge into a conflict.
 */
export function mergeParts(base: string[], theirs: string[], yours: string[], budget: StepBudget): Region[] {
  const hunksOf = (side: Side, parts: string[]) =>
    diffParts(base, parts, budget).map((hunk): SidedHunk => ({ ...hunk, side }));
  const hunks = [...hunksOf('theirs', theirs), ...hunksOf('yours', yours)].sort((one, other) => one.at - other.at);
  const sides: Sides = { theirs, yours };
  const regions: Region[] = [];
  /** Offset of each side from the base after the last region. */
  const shift: Record<Side, number> = { theirs: 0, yours: 0 };
  let done = 0;
  for (let next = 0; next < hunks.length; ) {
    const group = touchingHunks(hunks, next);
    next += group.length;
    const at = group[0]!.at;
    const end = group.reduce((last, hunk) => Math.max(last, hunk.end), at);
    regions.push({ ok: base.slice(done, at) }, regionOf(base.slice(at, end), group, { at, end }, sides, shift));
    for (const { side, newEnd, end: hunkEnd } of group) shift[side] = newEnd - hunkEnd;
    done = end;
  }
  regions.push({ ok: base.slice(done) });
  return regions.filter((region) => !('ok' in region) || region.ok.length > 0);
}

/** Returns the hunks, starting at `first`, that overlap or touch. */
function touchingHunks(hunks: SidedHunk[], first: number): SidedHunk[] {
  let end = hunks[first]!.end;
  let next = first + 1;
  for (; next < hunks.length && hunks[next]!.at <= end; next += 1) end = Math.max(end, hunks[next]!.end);
  return hunks.slice(first, next);
}

type Stretch = { at: number; end: number };

function regionOf(
  base: string[],
  group: SidedHunk[],
  stretch: Stretch,
  sides: Sides,
  shift: Record<Side, number>,
): Region {
  const partsOf = (side: Side): string[] => {
    const own = group.filter((hunk) => hunk.side === side);
    const last = own.at(-1);
    const shiftBehind = last ? last.newEnd - last.end : shift[side];
    return sides[side].slice(stretch.at + shift[side], stretch.end + shiftBehind);
  };
  const sidesInvolved = new Set(group.map(({ side }) => side));
  if (sidesInvolved.size === 1) return { ok: partsOf(group[0]!.side) };
  const [theirs, yours] = [partsOf('theirs'), partsOf('yours')];
  const isSame = theirs.length === yours.length && theirs.every((part, place) => part === yours[place]);
  return isSame ? { ok: theirs } : { conflict: { base, theirs, yours } };
}
