/**
 * Carries the words under the reader's eye from a document's page to its editor and back. A place is found by its
 * letters, as the two show the same text with different markup.
 */

type Mark = {
  text: string;
  /** How many equal ones come before it. */
  nth: number;
};
export type Place = {
  docId: string;
  /** The letters that begin there, long ones first: a short one survives markup that the other side does not show. */
  marks: Mark[];
  /** The position of the line in the window, in pixels. */
  top: number;
};
export type Letters = { letters: string; at: number[] };

const LENGTHS = [60, 24, 10, 5];
const FRESH_MS = 15_000;
const LETTER = /[\p{L}\p{N}]/gu;

/** The letters and digits of a text, and where each stands in it. */
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

/** Returns where the letters of a place begin in another text; null if it has none of them. */
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

let kept: { place: Place; at: number } | null = null;

export function keepPlace(place: Place): void {
  kept = { place, at: Date.now() };
}

/** Returns the place kept for a document a moment ago, once. */
export function takePlace(docId: string): Place | null {
  const found = kept && kept.place.docId === docId && Date.now() - kept.at < FRESH_MS ? kept.place : null;
  kept = null;
  return found;
}
