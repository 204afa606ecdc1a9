import { mergeParts, type Region } from '#app/differences/merge-parts.ts';
import { STEPS_MAX, StepBudget } from '#app/differences/step-budget.ts';
import { mergeWords } from '#app/services/documents/merge-words.ts';

/**
 * Paragraphs, and the blank lines between them as parts of their own: two changes of neighbouring paragraphs have those
 * in between and do not touch. Joined again they are the text, byte for byte.
 */
function paragraphs(text: string): string[] {
  return text.split(/(\n{2,})/).filter(Boolean);
}

function mergeByParagraph(base: string, theirs: string, yours: string): Region[] {
  return mergeParts(paragraphs(base), paragraphs(theirs), paragraphs(yours), new StepBudget(STEPS_MAX));
}

/**
 * Both changes of a text in one; where they touch the same words, theirs and then yours of that paragraph. Without a
 * base, the whole of both.
 */
export function keepBoth(base: string | null, theirs: string, yours: string): string {
  if (theirs === yours) return theirs;
  if (base === null) return joined([theirs, yours]);
  const regions = mergeByParagraph(base, theirs, yours);
  return joined(regions.flatMap((region) => ('ok' in region ? region.ok : both(region.conflict))));
}

/** Paragraphs one after the other; the last one of a text has no blank line to keep it apart from the next. */
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

/** `end`: the last signs of what stands before. */
function gapBetween(end: string, part: string): string {
  if (end === '' || end === '\n\n' || part.startsWith('\n')) return '';
  return end.endsWith('\n') ? '\n' : '\n\n';
}

type Conflict = Extract<Region, { conflict: object }>['conflict'];

const mergedWords = ({ base, theirs, yours }: Conflict) => mergeWords(base.join(''), theirs.join(''), yours.join(''));

function both(conflict: Conflict): string[] {
  const merged = mergedWords(conflict);
  return merged === null ? [...conflict.theirs, ...conflict.yours] : [merged];
}

/** Both changes of a text in one: by paragraph, and by words within one. Null where both changed the same words. */
export function mergeTexts(base: string, theirs: string, yours: string): string | null {
  if (theirs === yours || yours === base) return theirs;
  if (theirs === base) return yours;
  let merged = '';
  for (const region of mergeByParagraph(base, theirs, yours)) {
    const part = 'ok' in region ? region.ok.join('') : mergedWords(region.conflict);
    if (part === null) return null;
    merged += part;
  }
  return merged;
}
