/** A word is one character of a script without spaces, in the group, or a run of letters and digits. */
const word =
  /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+(?:['’][[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+)*/gv;
const SECONDS_PER_WORD = 60 / 230;
const SECONDS_PER_CHARACTER = 60 / 400;

/** Counts words, including Chinese and Japanese characters, and estimates the reading time. */
export function countWords(text: string): { words: number; readingSeconds: number } {
  let words = 0;
  let characters = 0;
  word.lastIndex = 0;
  for (let found = word.exec(text); found; found = word.exec(text)) {
    if (found[1] === undefined) words += 1;
    else characters += 1;
  }
  return {
    words: words + characters,
    readingSeconds: Math.round(words * SECONDS_PER_WORD + characters * SECONDS_PER_CHARACTER),
  };
}
