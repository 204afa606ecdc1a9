import { basename, extname } from 'node:path/posix';
import { content as contentSchema } from '#app/schemas/documents.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';

export type SourceKind = 'markdown' | 'mdx' | 'text' | 'html' | 'table' | 'word' | 'archive' | 'other';

/** A file as the text of a document; `title` is '' if it has none. */
export type SourceText = {
  /** Source path for links and messages, relative to the top of the import, separated by `/`. */
  path: string;
  title: string;
  icon: string | null;
  /** As given in the file: a relative path, a preset or an external address. */
  cover: { url: string; scrollY: number } | null;
  content: string;
  /** Other names given in the front matter. */
  aliases: string[];
  /** Exported by Arbor: its name begins with its position among its siblings. */
  isArbor: boolean;
  /** Its id where it was exported. */
  exportedId: string | null;
  isStarred: boolean;
  starredAt: number | null;
  /** Of a document in the archive, with the path of the one it was archived with (its own for itself). */
  archived: { at: number; with: string } | null;
  /** Rises among siblings of an export of Arbor. */
  position: number | null;
  /** Milliseconds; null if the source does not say. */
  createdAt: number | null;
  updatedAt: number | null;
  /** Paths of the page it lies under, if not that of its folder, and of pages in their order. */
  parent: string | null;
  order: string[];
  /** What was not taken as it is. */
  notes: Omit<NotTaken, 'path'>[];
};

const KINDS: Record<string, SourceKind> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'mdx',
  '.txt': 'text',
  '.html': 'html',
  '.htm': 'html',
  '.csv': 'table',
  '.tsv': 'table',
  '.docx': 'word',
  '.docm': 'word',
  '.zip': 'archive',
};
/** Value of `<input accept>`. */
export const IMPORTED_ENDINGS = Object.keys(KINDS);

/** Notion appends an id to page names and exports databases as tables beside their pages. */
export const NOTION_ID = /[ -]?[0-9a-f]{32}(?:_all)?$/i;

/** Returns the kind of a file by its extension. */
export const kindOf = (path: string): SourceKind => KINDS[extname(path).toLowerCase()] ?? 'other';

export const isText = (path: string) => !['archive', 'other'].includes(kindOf(path));
export const stemOf = (path: string) => basename(path, extname(path));

/** Makes the source of accepted texts; derives the title of these only, since it costs a parse. */
export function sourceOf(
  path: string,
  content: string,
  findTitle: (content: string) => string,
  facts: Partial<SourceText> = {},
): SourceText | NotTaken {
  const parsed = contentSchema.safeParse(content);
  if (!parsed.success) return { path, reason: 'content', detail: parsed.error.issues[0]?.message ?? '' };
  const nothing = { icon: null, cover: null, aliases: [], isArbor: false, isStarred: false, createdAt: null };
  const marks = { exportedId: null, starredAt: null, archived: null, position: null };
  const more = { ...marks, updatedAt: null, parent: null, order: [], notes: [], content: parsed.data };
  return { path, title: findTitle(parsed.data), ...nothing, ...more, ...facts };
}

/** Returns an instant as milliseconds; null for none, a malformed one and one outside of 1970 to now. */
export function instantOf(value: unknown): number | null {
  const isInstant =
    value instanceof Date || typeof value === 'number' || (typeof value === 'string' && /^\d{4}-\d\d/.test(value));
  const instant = isInstant ? new Date(value as string).getTime() : Number.NaN;
  return instant > 0 && instant <= Date.now() ? Math.round(instant) : null;
}

/** Keeps the author of a page that is converted to Markdown: front matter is not shown, and found. */
export const withAuthor = (markdown: string, author: string | null): string =>
  author ? `---\nauthor: ${JSON.stringify(author)}\n---\n\n${markdown}` : markdown;
