import { QUOTE_AROUND_MAX } from '#app/schemas/limits.ts';

export type Passage = { quote: string; prefix: string | null; suffix: string | null };
/** Offsets in UTF-16 units. */
export type Range = { from: number; to: number };

/** Maximum number of occurrences compared. */
const OCCURRENCES_MAX = 1000;
/** Fewer letters around a passage do not identify a position. */
const AROUND_MIN = 6;
const LETTER = /[\p{L}\p{N}]/u;
const DESTINATION = /\]\([^()\s]*\)/g;

type Letters = { text: string; at: number[] };

/**
 * Returns the range of each passage of the drawn text in its Markdown source; null if it is not found. Only letters and
 * digits are compared, so the markup between them does not matter.
 */
export function locatePassages(source: string, passages: readonly Passage[]): (Range | null)[] {
  if (passages.length === 0) return [];
  const letters = lettersOf(source);
  return passages.map((passage) => locate(letters, passage));
}

/** Returns a selected part of Markdown source as drawn words with the words around it, for a new passage. */
export function passageOf(source: string, { from, to }: Range): Passage {
  const around = 4 * QUOTE_AROUND_MAX;
  return {
    quote: drawnWords(source.slice(from, to)).trim(),
    prefix:
      drawnWords(source.slice(Math.max(0, from - around), from))
        .slice(-QUOTE_AROUND_MAX)
        .toWellFormed() || null,
    suffix:
      drawnWords(source.slice(to, to + around))
        .slice(0, QUOTE_AROUND_MAX)
        .toWellFormed() || null,
  };
}

const drawnWords = (markdown: string) =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*+]|\d+[.)]|#{1,6}|>)\s+(?:\[[ xX]\]\s+)?/gm, '')
    .replace(/[*_~`]/g, '')
    .replace(/\s+/g, ' ');

function lettersOf(source: string): Letters {
  const hidden = source.replace(DESTINATION, (whole) => ' '.repeat(whole.length));
  const at: number[] = [];
  let text = '';
  let offset = 0;
  for (const sign of hidden) {
    if (LETTER.test(sign)) {
      const folded = sign.toLowerCase();
      text += folded;
      for (let unit = 0; unit < folded.length; unit += 1) at.push(offset);
    }
    offset += sign.length;
  }
  at.push(source.length);
  return { text, at };
}

/** Returns the letters and digits of a text in lower case, by which passages are compared. */
export const lettersIn = (text: string): string =>
  [...text]
    .filter((sign) => LETTER.test(sign))
    .join('')
    .toLowerCase();

function locate(letters: Letters, { quote, prefix, suffix }: Passage): Range | null {
  const [sought, before, after] = [quote, prefix ?? '', suffix ?? ''].map(lettersIn) as [string, string, string];
  const from = sought === '' ? -1 : bestOccurrence(letters.text, sought, before, after);
  if (from >= 0) return rangeOf(letters, from, from + sought.length);
  return between(letters, sought.length, before, after);
}

/** Includes the last letter, which may have two UTF-16 units. */
function rangeOf({ at }: Letters, first: number, end: number): Range {
  return { from: at[first]!, to: Math.min(at[end - 1]! + 1, at.at(-1)!) };
}

function bestOccurrence(text: string, sought: string, before: string, after: string): number {
  let best = -1;
  let bestFit = -1;
  let seen = 0;
  for (let at = text.indexOf(sought); at >= 0 && seen < OCCURRENCES_MAX; at = text.indexOf(sought, at + 1)) {
    seen += 1;
    const fit = equalBefore(text, at, before) + equalAfter(text, at + sought.length, after);
    if (fit > bestFit) [best, bestFit] = [at, fit];
  }
  return best;
}

function equalBefore(text: string, end: number, before: string): number {
  let equal = 0;
  while (equal < Math.min(end, before.length) && text[end - 1 - equal] === before.at(-1 - equal)) equal += 1;
  return equal;
}

function equalAfter(text: string, start: number, after: string): number {
  let equal = 0;
  while (equal < after.length && text[start + equal] === after[equal]) equal += 1;
  return equal;
}

/** Finds a changed passage between the words that surrounded it, if they occur once. */
function between(letters: Letters, length: number, before: string, after: string): Range | null {
  if (before.length < AROUND_MIN || after.length < AROUND_MIN) return null;
  const start = letters.text.indexOf(before);
  if (start < 0 || letters.text.indexOf(before, start + 1) >= 0) return null;
  const first = start + before.length;
  const end = letters.text.indexOf(after, first);
  return end > first && end - first <= 2 * length ? rangeOf(letters, first, end) : null;
}
