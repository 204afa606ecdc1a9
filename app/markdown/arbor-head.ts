import { endOfFrontMatter, readFrontMatter } from '#app/markdown/parse/front-matter.ts';

/** What a document is besides its text, as an exported file carries it in its front matter. */
export type ArborHead = {
  id: string;
  title: string;
  icon: string | null;
  /** `url`: a path beside the file, a preset or an address elsewhere. */
  cover?: { url: string; scrollY: number };
  isStarred: boolean;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
};

// A text without front matter gets a head of its own, which goes as a whole when it is read again. One that has front
// matter of its own gets a single line more, at its beginning: a second `title` beside the author's would be no YAML.
const OPENING = /^---[ \t]*\r?\n/;
const MARK = 'arbor: ';
const WHOLE_HEAD = '1';

/** The text as an exported file: readable anywhere, and the same text again, byte for byte, after `splitHead`. */
export function withHead(content: string, head: ArborHead): string {
  const opening = OPENING.exec(content);
  const hasOwn = opening !== null && endOfFrontMatter(content) > 0;
  if (hasOwn) return `${opening[0]}${MARK}${quoted(head)}\n${content.slice(opening[0].length)}`;
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${quoted(value)}`);
  return ['---', MARK + WHOLE_HEAD, ...lines, '---', content].join('\n');
}

/** The text of a file and the head it was exported with, unchecked; null for a file that Arbor has not written. */
export function splitHead(source: string): { content: string; head: Record<string, unknown> | null } {
  const opening = OPENING.exec(source)?.[0] ?? '';
  const rest = source.slice(opening.length);
  const first = /^arbor: (.*?)\r?\n/.exec(rest);
  if (!opening || !first) return { content: source, head: null };
  if (first[1] === WHOLE_HEAD) {
    const { data, bodyStart } = readFrontMatter(source);
    return bodyStart > 0 ? { content: source.slice(bodyStart), head: data } : { content: source, head: null };
  }
  const head = parseObject(first[1]!);
  return head ? { content: opening + rest.slice(first[0].length), head } : { content: source, head: null };
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // A key of the author's own that happens to have this name.
    return null;
  }
}

/** JSON is YAML, but for signs that YAML would have escaped. */
function quoted(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
