/** A piece of a text, in order; matched pieces are marked. */
export type Piece = { text: string; isMatch: boolean };

/**
 * Ranks how well a text matches what was typed: 0 is best, null is no match. Matches if the text contains every typed
 * word, or all letters in order, each at the start of a word or right after the previous one.
 */
export function matchLetters(text: string, typed: string): { rank: number; pieces: Piece[] } | null {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return { rank: 0, pieces: [{ text, isMatch: false }] };
  const plain = text.toLocaleLowerCase();
  // Some letters get longer in lower case, so positions would not match.
  if (plain.length !== text.length)
    return plain.includes(wanted) ? { rank: 1, pieces: [{ text, isMatch: false }] } : null;
  const whole = plain.indexOf(wanted);
  if (whole >= 0) return { rank: isWordStart(plain, whole) ? 0 : 1, pieces: cut(text, span(whole, wanted.length)) };
  const words = wordPlaces(plain, wanted.split(/\s+/u));
  if (words) return { rank: 2, pieces: cut(text, words) };
  const initials = initialPlaces(plain, wanted.replaceAll(/\s+/gu, ''));
  return initials ? { rank: 3, pieces: cut(text, initials) } : null;
}

const span = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);

function wordPlaces(plain: string, words: string[]): number[] | null {
  if (words.length < 2) return null;
  const places = words.map((word) => plain.indexOf(word));
  return places.includes(-1) ? null : places.flatMap((place, index) => span(place, words[index]!.length));
}

/** “nd” finds “New document”: each letter starts a word or follows the previous match. */
function initialPlaces(plain: string, letters: string): number[] | null {
  const places: number[] = [];
  for (const letter of letters) {
    const last = places.at(-1);
    let place = last !== undefined && plain[last + 1] === letter ? last + 1 : plain.indexOf(letter, (last ?? -1) + 1);
    while (place >= 0 && place !== (last ?? -2) + 1 && !isWordStart(plain, place))
      place = plain.indexOf(letter, place + 1);
    if (place < 0) return null;
    places.push(place);
  }
  return places;
}

function isWordStart(plain: string, place: number): boolean {
  return place === 0 || !/[\p{L}\p{N}]/u.test(plain[place - 1]!);
}

function cut(text: string, places: number[]): Piece[] {
  const marked = new Set(places);
  const pieces: Piece[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const isMatch = marked.has(index);
    const last = pieces.at(-1);
    if (last?.isMatch === isMatch) last.text += text[index];
    else pieces.push({ text: text[index]!, isMatch });
  }
  return pieces;
}
