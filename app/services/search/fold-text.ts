/** Variation selectors, soft hyphens, joiners: they affect the display, not the word. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
const cluster =
  /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\s\S][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f]*/gu;

/**
 * Normalizes text for comparison: compatibility composed (full width = half width, é = e + accent), lower case, without
 * invisible characters. Index and query must match, so any change requires a new index.
 */
export function foldText(text: string): string {
  const lower = text.replace(invisible, '').normalize('NFKC').toLowerCase();
  // Lower-casing selects the final sigma by context, which differs for a partly typed word.
  return lower.replaceAll('ς', 'σ').normalize('NFKC');
}

/** `text` folded, with the original start and end of each of its UTF-16 units. */
export interface FoldedText {
  folded: string;
  startOf(unit: number): number;
  endOf(unit: number): number;
}

/** Folds with offsets, to show a match in the original text. Slow where folding changes lengths: bound the text. */
export function foldWithOffsets(text: string): FoldedText {
  const simple = foldText(text);
  if (simple.length === text.length && text.normalize('NFKC') === text) {
    return { folded: simple, startOf: (unit) => unit, endOf: (unit) => unit + 1 };
  }
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
