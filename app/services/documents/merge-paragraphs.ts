import { diff3Merge } from 'node-diff3';
import { isComparable } from '#app/services/documents/is-comparable.ts';

/** Paragraphs with the blank lines after them; joined again they are the text, byte for byte. */
function paragraphs(text: string): string[] {
  return text.match(/(?:[^\n]+\n?)+\n*|\n+/g) ?? [];
}

/** Both changes of a text in one, or null where they touch the same paragraph. */
export function mergeParagraphs(base: string, theirs: string, yours: string): string | null {
  if (theirs === yours || yours === base) return theirs;
  if (theirs === base) return yours;
  const [old, first, second] = [paragraphs(base), paragraphs(theirs), paragraphs(yours)];
  if (!isComparable(old, first) || !isComparable(old, second)) return null;
  const merged: string[] = [];
  for (const region of diff3Merge(first, old, second, {
    excludeFalseConflicts: true,
  })) {
    if (!region.ok) return null;
    merged.push(...region.ok);
  }
  return merged.join('');
}
