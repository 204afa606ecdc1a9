/**
 * Letters of the scripts that are written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam and others.
 */
export const RIGHT_TO_LEFT =
  '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]';
const letters = new RegExp(RIGHT_TO_LEFT, 'u');

/** Tells whether a text has letters that are written from right to left. */
export const hasRightToLeft = (text: string): boolean => letters.test(text);

/**
 * Wraps a text that has right-to-left letters in bidi isolates, so that brackets, digits and quotation marks beside it
 * keep their place. For plain text; HTML has `dir="auto"`.
 */
export const isolated = (text: string): string => (hasRightToLeft(text) ? `\u2068${text}\u2069` : text);
