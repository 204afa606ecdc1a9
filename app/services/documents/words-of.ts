/**
 * Splits a text into words, the blanks and signs between them, and single Chinese characters. Joined they are the text.
 */
export const wordsOf = (text: string): string[] =>
  text.match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];
