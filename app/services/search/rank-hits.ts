import { DAY_MS } from '#app/services/day.ts';
import { foldText } from '#app/services/search/fold-text.ts';
import type { Phrase, Query, Term } from '#app/services/search/tokenize.ts';
import { dialect, select } from '#db/connection.ts';
import { isListed } from '#db/query.ts';

/** A matching document as returned by the database. */
export type Found = { id: string; title: string; inTitle: boolean; updatedAt: number; openedAt: number | null };

/** Token characters read of a body, and of each other field. */
const BODY_READ = 5_000;
const FIELD_READ = 1_500;
/** Maximum number of terms that affect the ranking; all must match anyway. */
const TERMS_COUNTED = 6;
/** Number of best documents compared by the distance of their words, and characters read of each. */
const CLOSENESS_COMPARED = 20;
const CLOSENESS_READ = 5_000;

// Okapi BM25 with its usual constants. Texts shorter than `SHORT` characters are not ranked higher for being short.
const K1 = 1.2;
const B = 0.5;
const SHORT = 2_000;
const WEIGHTS = { exact: 1, beginning: 0.4, weaker: 0.3, notDrawn: 0.4, inTitle: 3, inHeadings: 1.5 };
const BONUS = { closeness: 0.6, recent: 0.15, opened: 0.2 };
const RECENT_DAYS = 30;

type Fields = { id: string; title: string; headings: string; body: string; hidden: string; length: number };

const beginning = (field: string, length = FIELD_READ) => `substr(${field}, 1, ${length})`;
const FIELDS = {
  sqlite: `SELECT document_index_ids.document_id AS id, tokens.title, ${beginning('tokens.headings')} AS headings,
      ${beginning('tokens.body', BODY_READ)} AS body, length(tokens.body) AS length,
      ${beginning('tokens.written')} || ${beginning('tokens.files')} AS hidden
    FROM document_index_ids JOIN document_index_tokens AS tokens ON tokens.id = document_index_ids.id`,
  postgres: `SELECT document_id AS id, title_tokens AS title, ${beginning('heading_tokens')} AS headings,
      ${beginning('body_tokens', BODY_READ)} AS body, length(body_tokens) AS length,
      ${beginning('written_tokens')} || ${beginning('file_tokens')} AS hidden
    FROM document_index`,
};

async function fieldsOf(ids: string[]): Promise<Map<string, Fields>> {
  const rows = await select<Fields>(`${FIELDS[dialect()]} WHERE ${isListed('document_id', 'ids')}`, {
    ids: JSON.stringify(ids),
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Sorts documents by matches in title, headings and body, closeness of words, recency and the person's recent views.
 */
export async function rankHits(found: Found[], query: Query, keyword: string): Promise<string[]> {
  const terms = query.include.slice(0, TERMS_COUNTED);
  const rows = await fieldsOf(found.map(({ id }) => id));
  const scores = scoresOf([...rows.values()], terms);
  const plainKeyword = plainOf(keyword);
  const ranked = found.map((hit) => {
    const fields = rows.get(hit.id);
    const tier = tierOf(hit, fields, terms, plainKeyword);
    return { hit, tier, score: (scores.get(hit.id) ?? 0) + timely(hit) };
  });
  ranked.sort(byRank);
  if (terms.length > 1) {
    for (const one of ranked.slice(0, CLOSENESS_COMPARED)) {
      const body = rows.get(one.hit.id)?.body.slice(0, CLOSENESS_READ) ?? '';
      one.score += (BONUS.closeness * terms.length ** 2) / shortestRun(body, terms);
    }
    ranked.sort(byRank);
  }
  return ranked.map(({ hit }) => hit.id);
}

type Ranked = { hit: Found; tier: number; score: number };

const byRank = (one: Ranked, other: Ranked) =>
  other.tier - one.tier ||
  other.score - one.score ||
  other.hit.updatedAt - one.hit.updatedAt ||
  (one.hit.id < other.hit.id ? -1 : 1);

const plainOf = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const inField = (field: string, { tokens, prefix }: Phrase) =>
  field.includes(` ${tokens.join(' ')}${prefix ? '' : ' '}`);

/** 4: the title itself, 3: its beginning, 2: all words in the title, 1: all in title and headings, 0: elsewhere. */
function tierOf({ title, inTitle }: Found, fields: Fields | undefined, terms: Term[], keyword: string): number {
  if (inTitle) {
    const plain = plainOf(title);
    if (plain === keyword) return 4;
    return keyword !== '' && plain.startsWith(keyword) ? 3 : 2;
  }
  const heading = `${fields?.title ?? ''}${fields?.headings ?? ''}`;
  return terms.every(([typed]) => inField(heading, typed)) ? 1 : 0;
}

/** Whole days, so that the order does not depend on the time of the request. */
const daysSince = (instant: number) => Math.max(0, Math.floor((Date.now() - instant) / DAY_MS));

function timely({ updatedAt, openedAt }: Found): number {
  const fresh = (instant: number) => 1 / (1 + daysSince(instant) / RECENT_DAYS);
  return BONUS.recent * fresh(updatedAt) + (openedAt === null ? 0 : BONUS.opened * fresh(openedAt));
}

function timesIn(text: string, part: string): number {
  let times = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length - 1)) times += 1;
  return times;
}

type Counts = { exact: number; beginning: number; weaker: number; hidden: number };

function countsOf({ body, hidden }: Fields, [typed, ...others]: Term): Counts {
  const words = ` ${typed.tokens.join(' ')}`;
  const exact = timesIn(body, `${words} `);
  return {
    exact,
    beginning: typed.prefix ? timesIn(body, words) : exact,
    weaker: others.filter((way) => inField(body, way)).length,
    hidden: [typed, ...others].filter((way) => inField(hidden, way)).length,
  };
}

/** Returns the BM25 scores of documents by id. */
function scoresOf(rows: Fields[], terms: Term[]): Map<string, number> {
  const counts = rows.map((fields) => terms.map((ways) => countsOf(fields, ways)));
  const lengths = rows.reduce((total, { length }) => total + Number(length), 0);
  const usual = Math.max(SHORT, lengths / Math.max(1, rows.length));
  // All these documents contain every word, so rarity is measured by repetitions.
  const rarity = terms.map((_, nth) => {
    const times = counts.reduce((total, one) => total + one[nth]!.beginning, 0);
    return Math.log(1 + lengths / (1 + times) / 10);
  });
  return new Map(
    rows.map((fields, row) => {
      const norm = 1 - B + B * Math.max(1, Number(fields.length) / usual);
      const score = terms.reduce((total, [typed], nth) => {
        const { exact, beginning, weaker, hidden } = counts[row]![nth]!;
        const frequency =
          WEIGHTS.exact * exact +
          WEIGHTS.beginning * (beginning - exact) +
          WEIGHTS.weaker * weaker +
          WEIGHTS.notDrawn * hidden +
          (inField(fields.title, typed) ? WEIGHTS.inTitle : 0) +
          (inField(fields.headings, typed) ? WEIGHTS.inHeadings : 0);
        return total + (rarity[nth]! * frequency * (K1 + 1)) / (frequency + K1 * norm);
      }, 0);
      return [fields.id, score];
    }),
  );
}

/** Returns the number of words in the shortest run of a token field that contains every term, else infinity. */
export function shortestRun(body: string, terms: Term[]): number {
  const places: { at: number; term: number }[] = [];
  for (const [term, [{ tokens, prefix }]] of terms.entries()) {
    const found = startsOf(body, ` ${tokens[0] ?? ''}`, prefix && tokens.length === 1);
    if (found.length === 0) return Number.POSITIVE_INFINITY;
    places.push(...found.map((at) => ({ at, term })));
  }
  places.sort((one, other) => one.at - other.at);
  const last = terms.map(() => Number.NEGATIVE_INFINITY);
  let shortest = Number.POSITIVE_INFINITY;
  let [counted, words] = [0, 0];
  for (const { at, term } of places) {
    for (let blank = body.indexOf(' ', counted); blank >= 0 && blank <= at; blank = body.indexOf(' ', counted)) {
      words += 1;
      counted = blank + 1;
    }
    last[term] = words;
    shortest = Math.min(shortest, Math.max(terms.length, words - Math.min(...last) + 1));
  }
  return shortest;
}

/**
 * Returns the positions at which `word`, which includes the blank before it, begins a token; unless `mayGoOn`, is a
 * whole token.
 */
function startsOf(field: string, word: string, mayGoOn: boolean): number[] {
  const starts: number[] = [];
  for (let at = field.indexOf(word); at >= 0; at = field.indexOf(word, at + 1)) {
    const next = field[at + word.length];
    if (mayGoOn || next === ' ' || next === undefined) starts.push(at);
  }
  return starts;
}
