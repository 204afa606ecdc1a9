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
const filterWord =
  /(?<=^|\s)(?<name>in|by|title|before|after|is):(?:["“”](?<quoted>[^"“”]*)["“”]|(?<value>[^\s"“”]+))/giu;

/** Extracts the filters from a keyword. Unknown filters and those without a value remain words. */
export function parseFilters(keyword: string): { words: string; filters: Filters } {
  const filters: Filters = { inside: [], by: [], after: [], before: [], starred: false, title: [] };
  const words = keyword.replace(filterWord, (whole, ...rest) => {
    const { name, quoted, value } = rest.at(-1) as { name: string; quoted?: string; value?: string };
    const asked = (quoted ?? value ?? '').trim();
    const key = name.toLowerCase();
    if (key === 'is') {
      if (asked.toLowerCase() !== 'starred') return whole;
      filters.starred = true;
      return ' ';
    }
    const list = filters[NAMES[key as keyof typeof NAMES]];
    const isDay = key === 'before' || key === 'after';
    if (asked === '' || list.length >= MOST || (isDay && dayOf(asked) === null)) return whole;
    list.push(asked);
    return ' ';
  });
  return { words: words.trim(), filters };
}

/** Returns the start of a day in UTC, in milliseconds; null if the text is not a day. */
export function dayOf(text: string): number | null {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}
