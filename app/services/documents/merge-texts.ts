import { mergeParts, type Region } from '#app/differences/merge-parts.ts';
import { STEPS_MAX, StepBudget } from '#app/differences/step-budget.ts';
import { mergeWords } from '#app/services/documents/merge-words.ts';

/**
 * Splits into paragraphs and the blank lines between them, so that an unchanged part separates changes of neighbouring
 * paragraphs. Joining restores the text byte for byte.
 */
function paragraphs(text: string): string[] {
  return text.split(/(\n{2,})/).filter(Boolean);
}

function mergeByParagraph(base: string, theirs: string, yours: string, budget: StepBudget): Region[] {
  return mergeParts(paragraphs(base), paragraphs(theirs), paragraphs(yours), budget);
}

/** Merges a region changed by both sides word by word; null if they changed the same words. */
function mergeRegion(region: Region, budget: StepBudget): string | null {
  if ('ok' in region) return region.ok.join('');
  const { base, theirs, yours } = region.conflict;
  return mergeWords(base.join(''), theirs.join(''), yours.join(''), budget);
}

/**
 * Merges both changes. Of a paragraph whose words conflict it keeps both versions, theirs first. Without a base, keeps
 * both whole texts.
 */
export function keepBoth(base: string | null, theirs: string, yours: string): string {
  if (theirs === yours) return theirs;
  if (base === null) return joined([theirs, yours]);
  const budget = new StepBudget(STEPS_MAX);
  const parts = mergeByParagraph(base, theirs, yours, budget).flatMap((region) => {
    if ('ok' in region) return region.ok;
    const merged = mergeRegion(region, budget);
    return merged === null ? [...region.conflict.theirs, ...region.conflict.yours] : [merged];
  });
  return joined(parts);
}

/** Joins paragraphs; adds the blank line that the last paragraph of a text lacks. */
function joined(parts: string[]): string {
  const pieces: string[] = [];
  let end = '';
  for (const part of parts) {
    if (part === '') continue;
    pieces.push(gapBetween(end, part), part);
    end = (end + part).slice(-2);
  }
  return pieces.join('');
}

/** `end`: the last characters of the preceding text. */
function gapBetween(end: string, part: string): string {
  if (end === '' || end === '\n\n' || part.startsWith('\n')) return '';
  return end.endsWith('\n') ? '\n' : '\n\n';
}

/** Merges both changes of a text by paragraph, and by word within one. Null if both changed the same words. */
export function mergeTexts(base: string, theirs: string, yours: string): string | null {
  if (theirs === yours || yours === base) return theirs;
  if (theirs === base) return yours;
  const budget = new StepBudget(STEPS_MAX);
  const merged: string[] = [];
  for (const region of mergeByParagraph(base, theirs, yours, budget)) {
    const part = mergeRegion(region, budget);
    if (part === null) return null;
    merged.push(part);
  }
  return merged.join('');
}
