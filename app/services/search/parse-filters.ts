/** Filters of a search, from form fields and from words such as `by:ada`. */
export type Filters = {
  /** Title or id of a document; restricts the search to its descendants. */
  inside: string[];
  /** Parts of names or addresses of owners and last writers. */
  by: string[];
  /** Days as `YYYY-MM-DD`: changed on or after, changed before. */
  after: string[];
  before: string[];
  starred: boolean;
  /** Words that must occur in the title. */
  title: string[];
};

const NAMES = { in: 'inside', by: 'by', title: 'title', before: 'before', after: 'after' } as const;
const MOST = 8;
// Chinese keyboards type a full-width colon and corner quotes.
const filterWord =
  /(?<=^|\s)(?<name>in|by|title|before|after|is)[:：](?:["“”＂](?<quoted>[^"“”＂]*)["“”＂]|[「『](?<corner>[^「」『』]*)[」』]|(?<value>[^\s"“”＂「『]+))/giu;

type FilterWord = { name: string; quoted?: string; corner?: string; value?: string };

/** Filters of a keyword, the words beside them, and filters with a value that means nothing, as typed. */
export type ParsedFilters = { words: string; filters: Filters; unclear: string[] };

/**
 * Extracts the filters from a keyword. Names that are no filter, and filters without a value or beyond the limit,
 * remain words.
 */
export function parseFilters(keyword: string): ParsedFilters {
  const filters: Filters = { inside: [], by: [], after: [], before: [], starred: false, title: [] };
  const unclear: string[] = [];
  const words = keyword.replace(filterWord, (whole, ...rest) => {
    const { name, quoted, corner, value } = rest.at(-1) as FilterWord;
    const asked = (quoted ?? corner ?? value ?? '').normalize('NFKC').trim();
    const key = name.toLowerCase();
    if (asked === '') return whole;
    if (key === 'is') {
      if (asked.toLowerCase() === 'starred') filters.starred = true;
      else unclear.push(whole);
      return ' ';
    }
    const list = filters[NAMES[key as keyof typeof NAMES]];
    const isDay = key === 'before' || key === 'after';
    if (list.length >= MOST) return whole;
    if (isDay && dayOf(asked) === null) unclear.push(whole);
    else list.push(asked);
    return ' ';
  });
  return { words: words.trim(), filters, unclear };
}

/** Returns the start of a day in UTC, in milliseconds; null if the text is not a day. */
export function dayOf(text: string): number | null {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}
