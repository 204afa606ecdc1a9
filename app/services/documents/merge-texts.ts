import { diff3Merge } from 'node-diff3';
import { isComparable } from '#app/services/documents/is-comparable.ts';
import { mergeWords } from '#app/services/documents/merge-words.ts';

/**
 * Paragraphs, and the blank lines between them as parts of their own: two changes of neighbouring paragraphs have those
 * in between and do not touch. Joined again they are the text, byte for byte.
 */
function paragraphs(text: string): string[] {
  return text.split(/(\n{2,})/).filter(Boolean);
}

/**
 * Both changes of a text in one; where they touch the same words, theirs and then yours of that paragraph. Without a base, or where
 * the texts cannot be compared, the whole of both.
 */
export function keepBoth(base: string | null, theirs: string, yours: string): string {
  if (theirs === yours) return theirs;
  const [old, first, second] = [paragraphs(base ?? ''), paragraphs(theirs), paragraphs(yours)];
  if (base === null || !isComparable(old, first) || !isComparable(old, second)) return joined([theirs, yours]);
  const regions = diff3Merge(first, old, second, { excludeFalseConflicts: true });
  return joined(regions.flatMap((region) => region.ok ?? both(region.conflict)));
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

type Touched = { a: string[]; o: string[]; b: string[] } | undefined;

const mergedWords = (touched: Touched) =>
  touched ? mergeWords(touched.o.join(''), touched.a.join(''), touched.b.join('')) : null;

function both(touched: Touched): string[] {
  const merged = mergedWords(touched);
  return merged === null ? [...(touched?.a ?? []), ...(touched?.b ?? [])] : [merged];
}

/** Both changes of a text in one: by paragraph, and by words within one. Null where both changed the same words. */
export function mergeTexts(base: string, theirs: string, yours: string): string | null {
  if (theirs === yours || yours === base) return theirs;
  if (theirs === base) return yours;
  const [old, first, second] = [paragraphs(base), paragraphs(theirs), paragraphs(yours)];
  if (!isComparable(old, first) || !isComparable(old, second)) return null;
  const merged: string[] = [];
  for (const { ok, conflict } of diff3Merge(first, old, second, { excludeFalseConflicts: true })) {
    const part = ok?.join('') ?? mergedWords(conflict);
    if (part === null) return null;
    merged.push(part);
  }
  return merged.join('');
}
