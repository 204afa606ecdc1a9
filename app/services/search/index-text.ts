import { foldText } from '#app/services/search/fold-text.ts';
import { locateExtras } from '#app/services/search/locate-extras.ts';
import { STEM, stemOf } from '#app/services/search/stems.ts';
import { tokenField } from '#app/services/search/token-field.ts';
import { isVocabulary } from '#app/services/search/vocabulary.ts';

/** Increment if tokens of the same text change, to re-index all documents. */
export const INDEX_VERSION = 1;

/** Tokens by field, each beginning and ending with a blank. */
export type IndexedText = {
  headings: string;
  body: string;
  /** Source text that is not rendered: addresses, image names, attributes, front matter, comments. */
  written: string;
  /** Distinct words with which mistyped ones are corrected (`known-words.ts`), separated by blanks. */
  vocabulary: string;
};

/** UTF-16 units of body tokens searched for a source line. Rendering keeps the order of lines. */
const WINDOW = 20_000;
/** Number of lines without a match after which the rest counts as not rendered. */
const MISSED_MAX = 2_000;

/** Separates fields, so that no phrase extends from one into the next. */
const END = '\ue000';

type IndexedWords = { field: string; words: Set<string> };

/** Returns the words of a text in order, then its other tokens, each once; `words` are all but pairs. */
function wordsAndField(text: string): IndexedWords {
  const words = new Set<string>();
  const field = tokenField(foldText(text), (word) => words.add(word));
  const others = new Set(locateExtras(text).map((token) => token.text));
  for (const word of words) {
    const stem = stemOf(word);
    if (stem !== null && stem !== word) others.add(STEM + stem);
  }
  if (others.size === 0) return { field, words };
  for (const other of others) words.add(other);
  return { field: `${field || ' '}${END} ${[...others].join(' ')} `, words };
}

export const indexWords = (text: string): string => wordsAndField(text).field;

/** Joins fields of tokens so that no phrase extends from one into the next. */
export function joinFields(fields: string[]): string {
  return fields.filter((tokens) => tokens !== '').join(END);
}

/** Returns the tokens of a document: `outline` is its headings as JSON. */
export function indexText(content: string, plainText: string, outline: string): IndexedText {
  const headings = (JSON.parse(outline) as { text: string }[]).map(({ text }) => text);
  const body = wordsAndField(plainText);
  const written = wordsAndField(notDrawn(content, body));
  const words = [...new Set([...body.words, ...written.words])].filter(isVocabulary);
  return {
    headings: indexWords(headings.join('\n')),
    body: body.field,
    written: written.field,
    vocabulary: words.join(' '),
  };
}

/** Returns the source lines whose words do not occur in the body in this form. */
function notDrawn(content: string, { field: body, words: known }: IndexedWords): string {
  let from = 0;
  let missed = 0;
  // Folding keeps lines, and once for all is cheaper.
  const folded = foldText(content).split('\n');
  return content
    .split('\n')
    .filter((_, nth) => {
      let isKnown = true;
      const words = tokenField(folded[nth]!, (word) => {
        isKnown &&= known.has(word);
      });
      if (words === '') return false;
      const at = isKnown && missed < MISSED_MAX ? body.slice(from, from + WINDOW).indexOf(words) : -1;
      if (at >= 0) from += at + words.length - 1;
      else missed += 1;
      return at < 0;
    })
    .join('\n');
}
