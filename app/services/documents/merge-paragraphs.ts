import { diff3Merge } from 'node-diff3';
import { isComparable } from '#app/services/documents/is-comparable.ts';

/**
 * Paragraphs, and the blank lines between them as parts of their own: two changes of neighbouring paragraphs have those
 * in between and do not touch. Joined again they are the text, byte for byte.
 */
function paragraphs(text: string): string[] {
  return text.split(/(\n{2,})/).filter(Boolean);
}

/**
 * Both changes of a text in one; where they touch the same paragraph, theirs and then yours. Without a base, or where
 * the texts cannot be compared, the whole of both.
 */
export function keepBoth(base: string | null, theirs: string, yours: string): string {
  if (theirs === yours) return theirs;
  const [old, first, second] = [paragraphs(base ?? ''), paragraphs(theirs), paragraphs(yours)];
  if (base === null || !isComparable(old, first) || !isComparable(old, second)) return joined([theirs, yours]);
  const regions = diff3Merge(first, old, second, { excludeFalseConflicts: true });
  return joined(regions.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])]));
}

/** Paragraphs one after the other; the last one of a text has no blank line to keep it apart from the next. */
function joined(parts: string[]): string {
  return parts.reduce((text, part) => {
    const gap =
      text === '' || part === '' || text.endsWith('\n\n') || /^\n/.test(part)
        ? ''
        : text.endsWith('\n')
          ? '\n'
          : '\n\n';
    return text + gap + part;
  }, '');
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
