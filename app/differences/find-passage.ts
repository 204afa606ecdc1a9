/** Offsets in UTF-16 units. */
export type Place = { from: number; to: number };
/** The text before and after a passage when it was chosen. */
export type Around = { prefix: string; suffix: string };

/** Maximum number of occurrences compared; of more, the best of the first ones wins. */
const OCCURRENCES_MAX = 1000;
/** Maximum number of positions of the words before a passage. */
const SPOTS_MAX = 60;
/** Equal characters around one of several occurrences from which it counts as the passage. */
const FIT_MIN = 8;
/** Characters on each side between which a rewritten passage is searched. */
const BETWEEN_CHARACTERS = 20;
/** Characters, beyond twice the passage, between which other text stands for it. */
const REWRITTEN_MORE = 300;
const REWRITTEN_CHANGED_MAX = 0.6;

/**
 * Returns the place of a passage that stands verbatim in a text; null without one that is certain. While the words
 * around the passage still enclose other text, it was rewritten there, and equal words elsewhere are another passage,
 * unless one side of those words stands there too. Without such text, the only occurrence counts as moved; of several,
 * the one with some of the same words around. `least` is the number of characters on each side that identify a
 * position.
 */
export function findExact(text: string, sought: string, around: Around, least: number): Place | null {
  const places = occurrences(text, sought);
  const fits = new Map(places.map((place) => [place, fitOf(text, place, around)]));
  const fittest = (among: Place[]) => among.toSorted((a, b) => fits.get(b)! - fits.get(a)!)[0] ?? null;
  const best = fittest(places);
  const whole = around.prefix.length + around.suffix.length;
  const fit = best ? fits.get(best)! : 0;
  if (!best || fit >= whole || isBesideSide(text, best, around)) return best;
  const { spots } = spotsBetween(text, sought, around, least);
  const enclosed = places.filter((place) => spots.some(({ from, to }) => from <= place.from && place.to <= to));
  if (enclosed.length > 0) return fittest(enclosed);
  if (spots.some((spot) => fitOf(text, spot, around) > fit)) return null;
  return places.length === 1 || fit >= Math.min(FIT_MIN, whole) ? best : null;
}

function occurrences(text: string, sought: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(sought); at >= 0 && places.length < OCCURRENCES_MAX; at = text.indexOf(sought, at + 1))
    places.push({ from: at, to: at + sought.length });
  return places;
}

/**
 * Returns the place of a passage that does not stand verbatim in a text, by the words around it: a place if they
 * enclose a similar text at one position, null if they enclose other text, and `undefined` if the text does not contain
 * them.
 */
export function findRewritten(text: string, sought: string, around: Around, least: number): Place | null | undefined {
  const { spots, room } = spotsBetween(text, sought, around, least);
  if (spots.length === 0) return undefined;
  const [spot, ...others] = spots.filter(({ from, to }) => to - from <= room);
  if (!spot || others.length > 0) return null;
  const { changes } = nearest(text.slice(spot.from, spot.to), sought);
  return changes <= sought.length * REWRITTEN_CHANGED_MAX ? spot : null;
}

/**
 * Lists the texts that the words around a passage enclose, unless these are shorter than `least` characters. `room` is
 * the greatest length of one that may be the passage.
 */
function spotsBetween(text: string, sought: string, { prefix, suffix }: Around, least: number) {
  const [before, after] = [prefix.slice(-BETWEEN_CHARACTERS), suffix.slice(0, BETWEEN_CHARACTERS)];
  const spots: Place[] = [];
  const found = { spots, room: 2 * sought.length + BETWEEN_CHARACTERS - after.length };
  if (before.length < least || after.length < least) return found;
  let seen = 0;
  for (let at = text.indexOf(before); at >= 0 && seen < SPOTS_MAX; at = text.indexOf(before, at + 1)) {
    seen += 1;
    const from = at + before.length;
    const end = text.slice(from, from + 2 * sought.length + REWRITTEN_MORE).indexOf(after);
    if (text.slice(from, from + end).trim() !== '') spots.push({ from, to: from + end });
  }
  return found;
}

/** Counts the characters before and after a candidate that equal those around the passage. */
export function fitOf(text: string, place: Place, around: Around): number {
  const [before, after] = sidesOf(text, place, around);
  return before + after;
}

/** Tests whether a candidate has all words of one side of the passage beside it. */
function isBesideSide(text: string, place: Place, around: Around): boolean {
  const [before, after] = sidesOf(text, place, around);
  const [{ length: prefix }, { length: suffix }] = [around.prefix, around.suffix];
  return (before === prefix && prefix >= BETWEEN_CHARACTERS) || (after === suffix && suffix >= BETWEEN_CHARACTERS);
}

function sidesOf(text: string, { from, to }: Place, { prefix, suffix }: Around): [number, number] {
  const before = text.slice(Math.max(0, from - prefix.length - 1), from).trimEnd();
  const after = text.slice(to, to + suffix.length + 1).trimStart();
  let fit = 0;
  while (fit < Math.min(before.length, prefix.length) && before.at(-1 - fit) === prefix.at(-1 - fit)) fit += 1;
  let following = 0;
  while (following < Math.min(after.length, suffix.length) && after[following] === suffix[following]) following += 1;
  return [fit, following];
}

/** Finds the part of a short text with the smallest edit distance (Sellers' algorithm). */
export function nearest(text: string, sought: string): Place & { changes: number } {
  let changes = Array.from({ length: sought.length + 1 }, (_, row) => row);
  let starts = new Array<number>(sought.length + 1).fill(0);
  let best = { changes: changes[sought.length]!, from: 0, to: 0 };
  for (let column = 1; column <= text.length; column += 1) {
    const next = [0];
    const nextStarts = [column];
    for (let row = 1; row <= sought.length; row += 1) {
      const replaced = changes[row - 1]! + (text[column - 1] === sought[row - 1] ? 0 : 1);
      const inserted = changes[row]! + 1;
      const removed = next[row - 1]! + 1;
      const least = Math.min(replaced, inserted, removed);
      next.push(least);
      nextStarts.push(least === replaced ? starts[row - 1]! : least === inserted ? starts[row]! : nextStarts[row - 1]!);
    }
    [changes, starts] = [next, nextStarts];
    const reached = changes[sought.length]!;
    if (reached < best.changes) best = { changes: reached, from: starts[sought.length]!, to: column };
  }
  return best;
}
