import { findExact, findRewritten } from '#app/differences/find-passage.ts';
import { QUOTE_AROUND_MAX } from '#app/schemas/limits.ts';

export type Passage = { quote: string; prefix: string | null; suffix: string | null };
/** Offsets in UTF-16 units. */
export type Range = { from: number; to: number };

/** Fewer letters around a passage do not identify a position. */
const AROUND_MIN = 6;
const LETTER = /[\p{L}\p{N}]/u;
const DESTINATION = /\]\([^()\s]*\)/g;

type Letters = { text: string; at: number[]; source: string };

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
  for (const character of hidden) {
    if (LETTER.test(character)) {
      const folded = character.toLowerCase();
      text += folded;
      for (let unit = 0; unit < folded.length; unit += 1) at.push(offset);
    }
    offset += character.length;
  }
  return { text, at, source };
}

/** Returns the letters and digits of a text in lower case, by which passages are compared. */
export const lettersIn = (text: string): string =>
  [...text]
    .filter((character) => LETTER.test(character))
    // One by one: a sigma at the end of a word has another form.
    .map((character) => character.toLowerCase())
    .join('');

function locate(letters: Letters, { quote, prefix, suffix }: Passage): Range | null {
  const [sought, before, after] = [quote, prefix ?? '', suffix ?? ''].map(lettersIn) as [string, string, string];
  if (sought === '') return null;
  const around = { prefix: before, suffix: after };
  const place =
    findExact(letters.text, sought, around, AROUND_MIN) ?? findRewritten(letters.text, sought, around, AROUND_MIN);
  return place ? rangeOf(letters, place.from, place.to) : null;
}

/** Includes the last letter, which may have two UTF-16 units. */
function rangeOf({ at, source }: Letters, first: number, end: number): Range {
  const last = at[end - 1]!;
  return { from: at[first]!, to: last + (source.codePointAt(last)! > 0xffff ? 2 : 1) };
}
