import { foldText } from '#app/services/search/fold-text.ts';
import type { Token } from '#app/services/search/locate-tokens.ts';

// Tokens other than words: parts of camelCase, words without their hyphens, numbers without separators, symbols that
// belong to words, emoji. Symbols and emoji are encoded as private-use characters, which both databases keep inside a
// token and which never occur in a text.

const LONGEST = 64;
const MOST_PARTS = 8;

const SYMBOLS: Record<string, string> = {
  '+': '\ue001',
  '#': '\ue002',
  '.': '\ue003',
  '-': '\ue004',
  '@': '\ue005',
  $: '\ue006',
};
const EMOJI = '\ue010';
const WORD = '[\\p{L}\\p{M}\\p{N}]';
const CHAIN = `${WORD}+(?:[-_]${WORD}+)*`;

const hasCamel = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;
const identifier = /[A-Za-z][A-Za-z0-9]{2,99}/g;
const boundary = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;
// Each begins at the start of a word, so that a very long word is scanned once.
const chain = new RegExp(`(?<!${WORD})${WORD}+(?:[-_'’‐‑]${WORD}+)+`, 'gu');
const number = /(?<!\p{Nd})\p{Nd}+(?:[ \u00a0\u2009\u202f.,'’\-‐‑–/]\p{Nd}+)+/gu;
const before = new RegExp(
  `(?:(?<!${WORD}|-)-{1,2}|(?<!${WORD}|[#&])#|(?<!${WORD})[@$]|\\.)(?=\\p{L})${CHAIN}|(?<!${WORD})\\$${CHAIN}`,
  'gu',
);
const after = new RegExp(`(?<!${WORD})${WORD}+(?:\\+{1,2}|#)(?!${WORD}|[+#])`, 'gu');
/** Cheap tests for such words, as few texts have any. */
const OTHER = '[^\\s!-/:-@\\[-`{-~]';
const mayHaveChain = new RegExp(`${OTHER}[-_'’‐‑]${OTHER}`);
const mayHaveNumber = /[ \u00a0\u2009\u202f.,'’\-‐‑–/](?=\p{Nd})(?<=\p{Nd}.)/u;
const mayHaveTail = new RegExp(`${OTHER}[+#]`);
/** Built when first needed, as that takes 20 ms. */
let emoji: RegExp | undefined;
const hasEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const isWhole = /^[\p{L}\p{M}\p{N}]+$/u;
/** Variation selectors and skin tones. */
const tones = /[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]/gu;
/** Characters other than letters, marks and digits. */
export const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Private-use characters that encode symbols, emoji and stems in the index. */
export const SPELLED = /[\ue000-\uf8ff]/u;

type Add = (text: string, start: number, end: number) => void;

/** Returns the extra tokens of an unfolded text with their positions. */
export function locateExtras(text: string): Token[] {
  const tokens: Token[] = [];
  const add: Add = (token, start, end) => {
    if (token !== '' && token.length <= LONGEST) tokens.push({ text: token, start, end });
  };
  if (hasCamel.test(text)) addParts(text, add);
  addJoined(text, add);
  addWithSymbols(text, add);
  if (hasEmoji.test(text)) addEmoji(text, add);
  return tokens;
}

/** Adds parts of a camelCase name: XMLHttpRequest → httprequest, request. With prefixes, any run of parts is found. */
function addParts(text: string, add: Add): void {
  for (const { 0: word, index } of text.matchAll(identifier)) {
    if (!hasCamel.test(word)) continue;
    for (const { index: at } of [...word.matchAll(boundary)].slice(0, MOST_PARTS))
      add(word.slice(at).toLowerCase(), index + at, index + word.length);
  }
}

/** Adds words without separators: e-mail → email, 138-0013-8000 → 13800138000. */
function addJoined(text: string, add: Add): void {
  for (const pattern of [...(mayHaveChain.test(text) ? [chain] : []), ...(mayHaveNumber.test(text) ? [number] : [])])
    for (const { 0: word, index } of text.matchAll(pattern))
      add(foldText(word).replace(SEPARATORS, ''), index, index + word.length);
}

/** Adds words with symbols: C++, C#, --force, .env, #tag, @name, $HOME. */
function addWithSymbols(text: string, add: Add): void {
  for (const pattern of mayHaveTail.test(text) ? [before, after] : [before])
    for (const { 0: word, index } of text.matchAll(pattern)) add(withSymbols(word), index, index + word.length);
}

function withSymbols(word: string): string {
  const [lead = ''] = /^[-.#@$]+/.exec(word) ?? [];
  const [tail = ''] = /[+#]+$/.exec(word) ?? [];
  const spell = (symbols: string) => Array.from(symbols, (symbol) => SYMBOLS[symbol] ?? '').join('');
  const core = foldText(word.slice(lead.length, word.length - tail.length)).replace(SEPARATORS, '');
  return spell(lead) + core + spell(tail);
}

function addEmoji(text: string, add: Add): void {
  for (const { 0: found, index } of emojiOf(text)) {
    const parts = found.replace(tones, '').split('\u200d').map(spelled);
    for (const part of new Set([parts.join(''), ...parts])) add(part, index, index + found.length);
  }
}

function emojiOf(text: string) {
  emoji ??= /\p{RGI_Emoji}|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gv;
  return text.matchAll(emoji);
}

const spelled = (part: string) => EMOJI + Array.from(part, (point) => point.codePointAt(0)!.toString(16)).join('x');

/** Returns the token of a word whose symbols belong to it, such as `C++`, `--force` or one emoji; null for others. */
export function symbolToken(word: string): string | null {
  const [only] = hasEmoji.test(word) ? emojiOf(word) : [];
  if (only && only[0] === word) return word.replace(tones, '').split('\u200d').map(spelled).join('');
  for (const pattern of [before, after]) {
    const [match] = word.matchAll(pattern);
    if (match?.[0] === word) return withSymbols(word);
  }
  return null;
}

/** Returns a word without separators: e-mail → email. Null for a word without parts. */
export function joinedToken(word: string): string | null {
  for (const pattern of [chain, number]) {
    const [match] = word.matchAll(pattern);
    if (match?.[0] === word) return foldText(word).replace(SEPARATORS, '').slice(0, LONGEST);
  }
  return null;
}

/** Returns the parts of a camelCase name, folded; null for another word. */
export function camelParts(word: string): string[] | null {
  if (!isWhole.test(word) || !hasCamel.test(word)) return null;
  return word.split(boundary).map(foldText);
}
