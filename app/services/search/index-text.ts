import { foldText } from '#app/services/search/fold-text.ts';
import { locateExtras } from '#app/services/search/locate-extras.ts';
import { locateTokens } from '#app/services/search/locate-tokens.ts';
import { STEM, stemOf } from '#app/services/search/stems.ts';

/** Increment if tokens of the same text change, to re-index all documents. */
export const INDEX_VERSION = 1;

/** Tokens by field, each beginning and ending with a blank. */
export type IndexedText = {
  headings: string;
  body: string;
  /** Source text that is not rendered: addresses, image names, attributes, front matter, comments. */
  written: string;
};

/** UTF-16 units of body tokens searched for a source line. Rendering keeps the order of lines. */
const WINDOW = 20_000;
/** Number of lines without a match after which the rest counts as not rendered. */
const MISSED_MAX = 2_000;

/** Separates fields, so that no phrase extends from one into the next. */
const END = '\ue000';

const field = (tokens: Iterable<string>): string => {
  const joined = [...tokens].join(' ');
  return joined === '' ? '' : ` ${joined} `;
};

/** Returns the words of a text in order, then its other tokens, each once. */
export function indexWords(text: string): string {
  const words = locateTokens(foldText(text)).map((token) => token.text);
  const others = new Set(locateExtras(text).map((token) => token.text));
  for (const word of new Set(words)) {
    const stem = stemOf(word);
    if (stem !== null && stem !== word) others.add(STEM + stem);
  }
  return field(others.size === 0 ? words : [...words, END, ...others]);
}

/** Joins fields of tokens so that no phrase extends from one into the next. */
export function joinFields(fields: string[]): string {
  return fields.filter((tokens) => tokens !== '').join(END);
}

/** Returns the tokens of a document: `outline` is its headings as JSON. */
export function indexText(content: string, plainText: string, outline: string): IndexedText {
  const headings = (JSON.parse(outline) as { text: string }[]).map(({ text }) => text);
  const body = indexWords(plainText);
  return { headings: indexWords(headings.join('\n')), body, written: indexWords(notDrawn(content, body)) };
}

/** Returns the source lines whose words do not occur in the body in this form. */
function notDrawn(content: string, body: string): string {
  let from = 0;
  let missed = 0;
  // Folding keeps lines, and once for all is cheaper.
  const folded = foldText(content).split('\n');
  return content
    .split('\n')
    .filter((_, nth) => {
      const words = field(locateTokens(folded[nth]!).map((token) => token.text));
      if (words === '') return false;
      const at = missed < MISSED_MAX ? body.slice(from, from + WINDOW).indexOf(words) : -1;
      if (at >= 0) from += at + words.length - 1;
      else missed += 1;
      return at < 0;
    })
    .join('\n');
}
