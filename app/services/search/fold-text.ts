/** Variation selectors, soft hyphens, joiners: they change how a word looks, not which word it is. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
const cluster =
  /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\s\S][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f]*/gu;

/**
 * The form in which texts are compared: compatibility composed (full width = half width, é = e + accent), lower case,
 * without invisible signs. Equal for index and query, so it must only ever change together with a new index.
 */
export function foldText(text: string): string {
  const lower = text.replace(invisible, '').normalize('NFKC').toLowerCase();
  // Lower case makes a sigma final by its neighbours; half a typed word has others.
  return lower.replaceAll('ς', 'σ').normalize('NFKC');
}

/** `text` folded, and for each of its UTF-16 units where its source begins and ends in the original. */
export interface FoldedText {
  folded: string;
  startOf(unit: number): number;
  endOf(unit: number): number;
}

/** Folds so that a match can be shown in the text as it was written. Slow where folding changes lengths: bound the text. */
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
