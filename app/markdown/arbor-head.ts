import { endOfFrontMatter, readFrontMatter } from '#app/markdown/parse/front-matter.ts';

/** Metadata of a document in the front matter of an exported file. */
export type ArborHead = {
  id: string;
  title: string;
  icon: string | null;
  /** `url` is a path relative to the file, a preset or an external address. */
  cover?: { url: string; scrollY: number };
  isStarred: boolean;
  /** ISO 8601. Times of starring and archiving. */
  starredAt?: string;
  archivedAt?: string;
  /** Paths relative to the file, if they are in another folder: the document it was archived with, and its parent. */
  archivedWith?: string;
  parent?: string;
  /** Position, ascending among siblings. */
  position?: number;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
};

// A text without front matter gets a complete head, removed on import. A text with its own front matter gets one extra
// line at its start: a second `title` would be invalid YAML.
const OPENING = /^---[ \t]*\r?\n/;
const MARK = 'arbor: ';
const WHOLE_HEAD = '1';
const END = '\n---\n';

/** Adds the head for export. `splitHead` restores the text byte for byte. */
export function withHead(content: string, head: ArborHead): string {
  const opening = OPENING.exec(content);
  const hasOwn = opening !== null && endOfFrontMatter(content) > 0;
  if (hasOwn) return `${opening[0]}${MARK}${quoted(head)}\n${content.slice(opening[0].length)}`;
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${quoted(value)}`);
  return ['---', MARK + WHOLE_HEAD, ...lines, '---', content].join('\n');
}

/** Splits a file into text and exported head, unvalidated; null for a file not written by Arbor. */
export function splitHead(source: string): { content: string; head: Record<string, unknown> | null } {
  const opening = OPENING.exec(source)?.[0] ?? '';
  const rest = source.slice(opening.length);
  const first = /^arbor: (.*?)\r?\n/.exec(rest);
  if (!opening || !first) return { content: source, head: null };
  if (first[1] === WHOLE_HEAD) {
    const { data, bodyStart } = readWritten(source, opening.length) ?? readFrontMatter(source);
    return bodyStart > 0 ? { content: source.slice(bodyStart), head: data } : { content: source, head: null };
  }
  const head = parseObject(first[1]!);
  return head ? { content: opening + rest.slice(first[0].length), head } : { content: source, head: null };
}

/** Reads a head as `withHead` writes it, in time whatever it holds; null for one that was edited. */
function readWritten(source: string, start: number): { data: Record<string, unknown>; bodyStart: number } | null {
  const end = source.indexOf(END, start);
  if (end < 0) return null;
  try {
    const entries = source
      .slice(start, end)
      .split('\n')
      .map((line) => {
        const [, key = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
        return [key, JSON.parse(value)];
      });
    return { data: Object.fromEntries(entries), bodyStart: end + END.length };
  } catch {
    return null;
  }
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // The author uses the same key for something else.
    return null;
  }
}

/** JSON is valid YAML except for characters that YAML must escape. */
function quoted(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
