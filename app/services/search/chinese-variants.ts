import hongKongWords from 'opencc-js/dict/HKPhrases';
import traditional from 'opencc-js/dict/TSCharacters';
import taiwanWords from 'opencc-js/dict/TWPhrases';

/** Simplified form of each traditional character from OpenCC's table. Built when the first Chinese text is folded. */
let characters: { simplified: Map<string, string>; pattern: RegExp; units: Uint8Array } | undefined;
let words: Map<string, string[]> | undefined;

const pairsOf = (table: string): [string, string][] =>
  table.split('|').map((line) => {
    const [from = '', to = ''] = line.split(' ');
    return [from, to];
  });

function loadCharacters() {
  const one = pairsOf(traditional).map(([from, to]): [string, string] => [
    from,
    String.fromCodePoint(to.codePointAt(0)!),
  ]);
  // Most texts have none of them: this test takes a tenth of the expression's time.
  const units = new Uint8Array(0x10000);
  for (const [from] of one) units[from.charCodeAt(0)] = 1;
  return { units, simplified: new Map(one), pattern: new RegExp(`[${one.map(([from]) => from).join('')}]`, 'gu') };
}

/** Returns all traditional characters, each followed by its simplified form. */
export function traditionalPairs(): string {
  characters ??= loadCharacters();
  return [...characters.simplified].flat().join('');
}

/** Replaces traditional characters by simplified ones. */
export function simplify(text: string): string {
  characters ??= loadCharacters();
  const { simplified, pattern, units } = characters;
  let at = 0;
  while (at < text.length && units[text.charCodeAt(at)] === 0) at++;
  if (at === text.length) return text;
  return text.replace(pattern, (character) => simplified.get(character) ?? character);
}

/** Returns other regions' words for a folded Chinese word, folded: 軟體 in Taiwan for 软件. */
export function regionalWords(word: string): string[] {
  words ??= loadWords();
  return words.get(word) ?? [];
}

function loadWords(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = found.get(from) ?? [];
    if (from !== to && !known.includes(to)) found.set(from, [...known, to]);
  };
  for (const pair of [...pairsOf(taiwanWords), ...pairsOf(hongKongWords)]) {
    const [mainland, other] = pair.map(simplify) as [string, string];
    add(mainland, other);
    add(other, mainland);
  }
  return found;
}
