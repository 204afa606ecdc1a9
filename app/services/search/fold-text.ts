import { simplify } from '#app/services/search/chinese-variants.ts';

/** Variation selectors, soft hyphens, joiners: they affect the display, not the word. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
const cluster =
  /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\s\S][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f]*/gu;
const isAscii = /^\p{ASCII}*$/u;
const isChinese = /\p{Script=Han}/u;
const mayHaveAccents = /[\u00aa-\u02ff]|[\u0300-\u036f]|[\u0370-\u052f]|[\u1d00-\u1fff]/;
/** Scripts whose accents searchers omit. In others, marks are vowels or part of the letter. */
const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  // Lower-casing chooses the final sigma by context, which differs for a partly typed word.
  ς: 'σ',
};
const letters = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Normalizes text for comparison: NFKC (full width = half width), lower case, Chinese in simplified characters, without
 * accents on Latin, Greek and Cyrillic letters, without invisible characters. Index and query must match, so any change
 * requires a new `INDEX_VERSION`.
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  let folded = text.replace(invisible, '').normalize('NFKC').toLowerCase();
  if (mayHaveAccents.test(folded)) {
    folded = folded.normalize('NFD').replace(accented, '$1').normalize('NFKC');
    folded = folded.replace(letters, (letter) => LETTERS[letter]!);
  }
  return isChinese.test(folded) ? simplify(folded) : folded;
}

/** Characters that change the length of a text when folded: letters that become two, and removed marks. */
const movesPlaces = /[ßẞœŒæÆþÞİ\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** Returns true if every UTF-16 unit of a text folds into exactly one. */
function keepsPlaces(text: string, folded: string): boolean {
  if (folded.length !== text.length) return false;
  return isAscii.test(text) || (!movesPlaces.test(text) && text.normalize('NFKC') === text);
}

/** A folded text that maps each of its UTF-16 units to start and end in the original. */
export interface FoldedText {
  folded: string;
  startOf(unit: number): number;
  endOf(unit: number): number;
}

/**
 * Folds with offsets, to show matches in the original text; `whole` is the folded text. Slow if folding changes
 * lengths, so limit the text's length.
 */
export function foldWithOffsets(text: string, whole: string): FoldedText {
  if (keepsPlaces(text, whole)) return { folded: whole, startOf: (unit) => unit, endOf: (unit) => unit + 1 };
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  for (const match of text.matchAll(cluster)) {
    const piece = foldText(match[0]);
    folded += piece;
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(match.index);
      ends.push(match.index + match[0].length);
    }
  }
  return { folded, startOf: (unit) => starts[unit] ?? text.length, endOf: (unit) => ends[unit] ?? text.length };
}
