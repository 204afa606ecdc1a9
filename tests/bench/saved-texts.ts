import { markdownOf } from '#tests/bench/texts.ts';

const TEXTS = 60;
const WORD = /\b[a-z]{4,}\b/g;

/** Returns a function of the number of a save: a text of 8.5 KB, each time another. */
export function wholeTexts(): (nth: number) => string {
  const texts = Array.from({ length: TEXTS }, (_, index) => markdownOf(2_000_000 + index));
  return (nth) => `Save number ${nth}.\n\n${texts[nth % TEXTS]}`;
}

/** Returns the text with one English word of its middle replaced by another. */
export function changeOneWord(text: string, nth: number): string {
  const words = [...text.matchAll(WORD)];
  const { index, 0: word } = words[Math.floor(words.length / 2)]!;
  return `${text.slice(0, index)}word${'abcdefghij'[nth % 10]}${text.slice(index + word.length)}`;
}
