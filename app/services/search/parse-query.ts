import { regionalWords } from '#app/services/search/chinese-variants.ts';
import { foldText } from '#app/services/search/fold-text.ts';
import { camelParts, joinedToken, symbolToken } from '#app/services/search/locate-extras.ts';
import { locateTokens, type Token } from '#app/services/search/locate-tokens.ts';
import { isInflected, stemPhrases } from '#app/services/search/stems.ts';
import type { Phrase, Query, Term } from '#app/services/search/tokenize.ts';

const MOST_TERMS = 16;
/** Maximum UTF-16 units of a keyword; longer input is cut. */
const LONGEST_KEYWORD = 500;
/** A Chinese run is split where punctuation may occur in the text, into parts of at least two characters. */
const SHORTEST_SPLIT = 4;
const LONGEST_SPLIT = 8;

// Chinese keyboards type a full-width minus and corner quotes.
const term =
  /(?<minus>[-－](?![-－]))?(?:["“”„＂](?<quoted>[^"“”„＂]*)["“”„＂]?|[「『](?<corner>[^「」『』]*)[」』]?|(?<word>[^\s"“”„＂「『]+))/gu;
const oneCharacter = /^.$/u;
const emojiInWord = /\p{RGI_Emoji}|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gv;
const isPaired = /^[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{N}]]+$/v;
/** Brackets and punctuation around a word that are not part of it. */
const around = /^[\s([{<'’`*_~«,;:!?]+|[\s)\]}>'’`*_~»,;:!?.。，；：！？、]+$/gu;

function isPair(token: Token, next: Token): boolean {
  return next.start > token.start && next.start < token.end;
}

/**
 * Drops the last single character of a run of pairs at the end of a phrase, because in the text the run may continue. A
 * lone final character becomes a prefix, because in the text it begins a pair unless its run ends there.
 */
function phraseOf(text: string, mayGoOn: boolean): Phrase | null {
  const tokens = locateTokens(foldText(text));
  const last = tokens.at(-1);
  if (last === undefined) return null;
  const before = tokens.at(-2);
  if (before !== undefined && isPair(before, last)) {
    return { tokens: tokens.slice(0, -1).map((token) => token.text), prefix: false };
  }
  const isLoneCharacter = oneCharacter.test(last.text) && pairsUp(last.text);
  return { tokens: tokens.map((token) => token.text), prefix: mayGoOn || isLoneCharacter };
}

/** Tests whether a character pairs with a following one of its kind. */
function pairsUp(character: string): boolean {
  return locateTokens(character + character).length === 2;
}

/**
 * Parses a search keyword: all words must match, each may be incomplete, `"…"` matches exactly, `-word` excludes. Words
 * of several tokens (snake_case, React组件) are phrases.
 */
export function parseQuery(keyword: string): Query {
  const query: Query = { include: [], exclude: [] };
  const typed = keyword.slice(0, LONGEST_KEYWORD).toWellFormed();
  for (const match of typed.matchAll(term)) {
    const { minus, corner, quoted = corner, word } = match.groups ?? {};
    if (quoted !== undefined || minus) {
      const phrase = exactly(quoted ?? word ?? '');
      if (phrase) minus ? query.exclude.push(phrase) : query.include.push([phrase]);
    } else query.include.push(...termsOf(word ?? ''));
    if (query.include.length + query.exclude.length >= MOST_TERMS) break;
  }
  query.include.length = Math.min(query.include.length, MOST_TERMS);
  return query;
}

function exactly(text: string): Phrase | null {
  const token = symbolToken(text.trim());
  return token === null ? phraseOf(text, false) : { tokens: [token], prefix: false };
}

/** Returns the term of a word, and one for each emoji in it. */
function termsOf(word: string): Term[] {
  const emoji = word.match(emojiInWord) ?? [];
  const [rest] = emoji.length > 0 ? [word.replace(emojiInWord, ' ')] : [word];
  const terms = rest.split(' ').map(termOf);
  const symbols = emoji.map((each): Term => [{ tokens: [symbolToken(each)!], prefix: false }]);
  return [...terms.filter((found) => found !== null), ...symbols];
}

function termOf(typed: string): Term | null {
  const word = symbolToken(typed) === null ? typed.replace(around, '') : typed;
  const token = symbolToken(word);
  if (token !== null) return [{ tokens: [token], prefix: !/[+#]$/.test(word) }];
  const phrase = phraseOf(word, true);
  return phrase && [phrase, ...weaker(word, phrase)];
}

function weaker(word: string, { tokens }: Phrase): Phrase[] {
  const others: Phrase[] = [];
  const joined = joinedToken(word);
  if (joined) others.push({ tokens: [joined], prefix: true });
  const parts = camelParts(word);
  if (parts) others.push({ tokens: parts, prefix: true });
  const [only] = tokens;
  if (tokens.length === 1 && only && isInflected(only)) others.push(...stemPhrases(only));
  const folded = foldText(word);
  if (isPaired.test(folded)) others.push(...regionalPhrases(folded), ...splits(folded));
  return others;
}

/** Returns spellings with other regions' words: 软件开发 → 软体开发. */
function regionalPhrases(run: string): Phrase[] {
  const characters = Array.from(run);
  const phrases: Phrase[] = [];
  for (let from = 0; from < characters.length && phrases.length < MOST_TERMS; from++)
    for (let to = from + 2; to <= Math.min(characters.length, from + LONGEST_SPLIT); to++)
      for (const other of regionalWords(characters.slice(from, to).join(''))) {
        const phrase = phraseOf([...characters.slice(0, from), other, ...characters.slice(to)].join(''), false);
        if (phrase) phrases.push(phrase);
      }
  return phrases;
}

/** Returns the ways to split a run: 你好世界 → 你好 好 世界, the tokens of 你好，世界. */
function splits(run: string): Phrase[] {
  const characters = Array.from(run);
  if (characters.length < SHORTEST_SPLIT || characters.length > LONGEST_SPLIT) return [];
  const phrases: Phrase[] = [];
  for (let at = 2; at <= characters.length - 2; at++) {
    const phrase = phraseOf(`${characters.slice(0, at).join('')} ${characters.slice(at).join('')}`, false);
    if (phrase) phrases.push(phrase);
  }
  return phrases;
}
