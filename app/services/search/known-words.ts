import { isVocabulary } from '#app/services/search/vocabulary.ts';
import { afterCommit, directUrl, execute, fileOfSqlite, inTransaction, select } from '#db/connection.ts';
import { listed } from '#db/query.ts';

// Trigram index of all documents' words, to correct mistyped ones. A search shows a word only to people for whom it
// finds something (`nearest-words.ts`).

const REMEMBERED_MAX = 200_000;
const WAITING_MAX = 50_000;
const AT_ONCE = 500;
const CANDIDATES = 200;

/**
 * Cache of words already stored in a database, so that a save needs no query for them, and words waiting to be stored.
 */
let known = { database: '', remembered: new Set<string>(), waiting: new Set<string>() };

function knownHere(): typeof known {
  const database = directUrl() ?? fileOfSqlite() ?? '';
  if (known.database !== database) known = { database, remembered: new Set(), waiting: new Set() };
  return known;
}

/** Queues new words of indexed text after its transaction commits; `storeWords` stores them. */
export function queueNewWords(tokens: string): void {
  afterCommit(() => {
    const { remembered, waiting } = knownHere();
    for (const word of tokens.split(' ')) {
      if (waiting.size >= WAITING_MAX) return;
      if (remembered.has(word) || waiting.has(word)) continue;
      if (isVocabulary(word)) waiting.add(word);
    }
  });
}

export function trigramsOf(word: string): string[] {
  const characters = ['^', ...word, '$'];
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')))];
}

/** Stores the queued words in separate transactions. Those that could not be stored stay queued. */
export async function storeWords(): Promise<void> {
  const { waiting } = knownHere();
  const words = [...waiting].sort();
  for (let from = 0; from < words.length; from += AT_ONCE) {
    const some = words.slice(from, from + AT_ONCE);
    await store(some);
    for (const word of some) waiting.delete(word);
  }
}

async function store(words: string[]): Promise<void> {
  // One string per row; both databases split it at the blank.
  const rows = words.flatMap((word) => trigramsOf(word).map((trigram) => `${trigram} ${word}`)).sort();
  await inTransaction(() =>
    execute(
      `INSERT INTO document_index_words (trigram, word)
       SELECT substr(value, 1, 3), substr(value, 5) FROM (${listed('rows')}) AS listed_rows WHERE length(value) > 4
       ON CONFLICT DO NOTHING`,
      { rows: JSON.stringify(rows) },
    ),
  );
  const { remembered } = knownHere();
  if (remembered.size > REMEMBERED_MAX) remembered.clear();
  for (const word of words) remembered.add(word);
}

/** Returns the stored words with the most trigrams in common with a word. */
export async function similarWords(word: string): Promise<string[]> {
  await storeWords();
  const rows = await select<{ word: string }>(
    `SELECT word FROM document_index_words WHERE trigram IN (${listed('trigrams')})
     GROUP BY word ORDER BY COUNT(*) DESC, word LIMIT ${CANDIDATES}`,
    { trigrams: JSON.stringify(trigramsOf(word)) },
  );
  return rows.map((row) => row.word);
}
