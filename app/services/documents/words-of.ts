/** A text as words, the blanks and signs between them, and Chinese characters one by one. Joined they are the text. */
export const wordsOf = (text: string): string[] =>
  text.match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];
