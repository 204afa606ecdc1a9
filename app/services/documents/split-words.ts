/**
 * Splits a text into words, single Chinese characters, and the blanks and punctuation between them. Joined, the parts
 * are the text.
 */
export const splitWords = (text: string): string[] =>
  text.match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];
