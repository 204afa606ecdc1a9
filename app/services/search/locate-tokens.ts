/** A token with its position in the folded text, in UTF-16 units, `end` exclusive. */
export interface Token {
  text: string;
  start: number;
  end: number;
}

/** Maximum code points of a token. Longer words are found by their beginning. */
const LONGEST_TOKEN = 64;

const PAIRED = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}';
const UNSPACED = '\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const WORD = '[\\p{L}\\p{M}\\p{N}]';
/** Marks shared by several scripts do not start a run; they belong to the preceding letter. */
const paired = `[[${PAIRED}]&&[\\p{L}\\p{N}]][[${PAIRED}]&&${WORD}]*`;
const unspaced = `[[${UNSPACED}]&&[\\p{L}\\p{N}]][[${UNSPACED}]&&${WORD}]*`;
const spaced = `[${WORD}--[[${PAIRED}${UNSPACED}]&&[\\p{L}\\p{N}]]]+`;

const wordOfAscii = /[a-z0-9]+/g;
// Both are built when first needed, as that takes 20 ms.
let run: RegExp | undefined;
let segmenter: Intl.Segmenter | undefined;

function anyWord(): RegExp {
  run ??= new RegExp(`(?<paired>${paired})|(?<unspaced>${unspaced})|${spaced}`, 'gv');
  return run;
}

function cut(word: string): string {
  return word.length <= LONGEST_TOKEN ? word : Array.from(word).slice(0, LONGEST_TOKEN).join('');
}

/** 测试用例 → 测试 试用 用例 例: two or more characters are found as a phrase of pairs, one as a prefix. */
function addPairs(tokens: Token[], text: string, offset: number): void {
  let start = offset;
  const characters = Array.from(text);
  for (const [at, character] of characters.entries()) {
    const pair = character + (characters[at + 1] ?? '');
    tokens.push({ text: pair, start, end: start + pair.length });
    start += character.length;
  }
}

function addSegments(tokens: Token[], text: string, offset: number): void {
  // Its rules ship with Node and do not depend on the given language for these scripts.
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  for (const { segment, index } of segmenter.segment(text)) {
    const start = offset + index;
    tokens.push({ text: cut(segment), start, end: start + segment.length });
  }
}

/** Returns the tokens of a folded text with positions. Used by index, queries and result marks. */
export function locateTokens(folded: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /^\p{ASCII}*$/u.test(folded) ? wordOfAscii : anyWord();
  for (const match of folded.matchAll(pattern)) {
    const [word] = match;
    if (match.groups?.paired !== undefined) addPairs(tokens, word, match.index);
    else if (match.groups?.unspaced !== undefined) addSegments(tokens, word, match.index);
    else tokens.push({ text: cut(word), start: match.index, end: match.index + word.length });
  }
  return tokens;
}
