/** A token with its position in the folded text, in UTF-16 units, `end` exclusive. */
export interface Token {
  text: string;
  start: number;
  end: number;
}

/** Maximum code points of a token. Longer words are found by their beginning. */
export const LONGEST_TOKEN = 64;

export const PAIRED = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}';
export const UNSPACED = '\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
export const WORD = '[\\p{L}\\p{M}\\p{N}]';
/** Marks shared by several scripts do not start a run; they belong to the preceding letter. */
const paired = `[[${PAIRED}]&&[\\p{L}\\p{N}]][[${PAIRED}]&&${WORD}]*`;
const unspaced = `[[${UNSPACED}]&&[\\p{L}\\p{N}]][[${UNSPACED}]&&${WORD}]*`;
const spaced = `[${WORD}--[[${PAIRED}${UNSPACED}]&&[\\p{L}\\p{N}]]]+`;

const wordOfAscii = /[a-z0-9]+/g;
// Both are built when first needed, as that takes 20 ms.
let run: RegExp | undefined;
let segmenter: Intl.Segmenter | undefined;

function anyWord(): RegExp {
  // Numbered groups: named ones make an object for every word.
  run ??= new RegExp(`(${paired})|(${unspaced})|${spaced}`, 'gv');
  return run;
}

export function cut(word: string): string {
  return word.length <= LONGEST_TOKEN ? word : Array.from(word).slice(0, LONGEST_TOKEN).join('');
}

/** 测试用例 → 测试 试用 用例 例: two or more characters are found as a phrase of pairs, one as a prefix. */
function addPairs(tokens: Token[], text: string, offset: number): void {
  for (let at = 0, next = 0; at < text.length; at = next) {
    next = at + lengthAt(text, at);
    const end = next < text.length ? next + lengthAt(text, next) : next;
    tokens.push({ text: text.slice(at, end), start: offset + at, end: offset + end });
  }
}

/** Returns the UTF-16 units of the character at a place. */
export const lengthAt = (text: string, at: number) => (text.codePointAt(at)! > 0xffff ? 2 : 1);

/** Returns the words of text without blanks between them. */
export function segmentsOf(text: string): Token[] {
  // Its rules ship with Node and do not depend on the given language for these scripts.
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment, index }) => {
    return { text: cut(segment), start: index, end: index + segment.length };
  });
}

function addSegments(tokens: Token[], text: string, offset: number): void {
  for (const { text: word, start, end } of segmentsOf(text)) {
    tokens.push({ text: word, start: offset + start, end: offset + end });
  }
}

/** Returns the tokens of a folded text with positions. Used by queries and result marks (index: `token-field.ts`). */
export function locateTokens(folded: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /^\p{ASCII}*$/u.test(folded) ? wordOfAscii : anyWord();
  pattern.lastIndex = 0;
  for (let match = pattern.exec(folded); match; match = pattern.exec(folded)) {
    const [word, isPaired, isUnspaced] = match;
    if (isPaired !== undefined) addPairs(tokens, word, match.index);
    else if (isUnspaced !== undefined) addSegments(tokens, word, match.index);
    else tokens.push({ text: cut(word), start: match.index, end: match.index + word.length });
  }
  return tokens;
}
