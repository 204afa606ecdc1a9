const letters = /^\p{L}{4,24}$/u;
/** Chinese, Japanese and Korean are indexed by pairs instead of words. */
const isPaired = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

/** Tests whether a folded word is one that mistyped words are compared with. */
export const isVocabulary = (word: string): boolean => letters.test(word) && !isPaired.test(word);
