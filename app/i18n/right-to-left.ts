/**
 * Letters of the scripts that are written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam and others.
 */
export const RIGHT_TO_LEFT =
  '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]';
const letters = new RegExp(RIGHT_TO_LEFT, 'u');

/** Tells whether a text has letters that are written from right to left. */
export const hasRightToLeft = (text: string): boolean => letters.test(text);

/** Characters that set the direction of what follows, up to the end of the paragraph or their counterpart. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Wraps a text that has right-to-left letters in bidi isolates, so that brackets, digits and quotation marks beside it
 * keep their place, and drops its own characters of direction, which would turn the words after it around. For plain
 * text; HTML has `dir="auto"`.
 */
export function isolated(text: string): string {
  const plain = text.replace(DIRECTIONS, '');
  return hasRightToLeft(plain) ? `\u2068${plain}\u2069` : plain;
}
