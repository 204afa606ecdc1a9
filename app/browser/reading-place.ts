/**
 * Passes the reading position from a document's page to its editor and back. A position is identified by its letters,
 * as the two show the same text with different markup.
 */

type Mark = {
  text: string;
  /** Number of equal sequences before it. */
  nth: number;
};
export type ReadingPlace = {
  docId: string;
  /** Sequences of letters at the position, long ones first. Short ones also match where the other side hides markup. */
  marks: Mark[];
  /** Position of the line in the window, in pixels. */
  top: number;
  /** True at the upper end of a page with a cover, which the editor does not have: the text moves up. */
  isBelowCover?: boolean;
};
export type Letters = { letters: string; at: number[] };

const LENGTHS = [60, 24, 10, 5];
const FRESH_MS = 15_000;
const LETTER = /[\p{L}\p{N}]/gu;

/** Returns the letters and digits of a text and the offset of each. */
export function lettersOf(text: string): Letters {
  const at: number[] = [];
  let letters = '';
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    for (let unit = 0; unit < letter.length; unit += 1) at.push(index + unit);
    letters += letter;
  }
  return { letters, at };
}

export function marksAt(letters: string, index: number): Mark[] {
  return LENGTHS.flatMap((length): Mark[] => {
    const text = letters.slice(index, index + length);
    if (text === '') return [];
    let nth = 0;
    for (let found = letters.indexOf(text); found >= 0 && found < index; found = letters.indexOf(text, found + 1))
      nth += 1;
    return [{ text, nth }];
  });
}

/** Returns the offset of a place's letters in another text; null if none match. */
export function findMarks(letters: string, marks: readonly Mark[]): number | null {
  for (const { text, nth } of marks) {
    let found = letters.indexOf(text);
    for (let count = 0; count < nth; count += 1) {
      const next = letters.indexOf(text, found + 1);
      if (next < 0) break;
      found = next;
    }
    if (found >= 0) return found;
  }
  return null;
}

let kept: { place: ReadingPlace; at: number } | null = null;

export function storeReadingPlace(place: ReadingPlace): void {
  kept = { place, at: Date.now() };
}

/** Returns the recently stored place of a document and clears it. */
export function takeReadingPlace(docId: string): ReadingPlace | null {
  const found = kept && kept.place.docId === docId && Date.now() - kept.at < FRESH_MS ? kept.place : null;
  kept = null;
  return found;
}
