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
  /** Address as given in the file: a relative path, a preset or an external address. */
  cover: { url: string; scrollY: number } | null;
  content: string;
  /** Other names given in the front matter. */
  aliases: string[];
  /** True for files exported by Arbor, whose names begin with their position among siblings. */
  isArbor: boolean;
  /** Its id at the exporting installation. */
  exportedId: string | null;
  isStarred: boolean;
  starredAt: number | null;
  /**
   * Present for an archived document: time, and path of the document it was archived with (its own path for itself).
   */
  archived: { at: number; with: string } | null;
  /** Position among siblings in an export of Arbor; null for other sources. */
  position: number | null;
  /** Milliseconds since 1970; null if unknown. */
  createdAt: number | null;
  updatedAt: number | null;
  /** `parent` is the path of its parent page if not that of its folder; `order` lists the paths of pages in order. */
  parent: string | null;
  order: string[];
  /** Reports on parts that were not imported unchanged. */
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

/** Creates the source of an accepted text. `findTitle` is called only for those, as it parses the text. */
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

/** Returns a date as milliseconds; null if it is missing, malformed, or not between 1970 and now. */
export function instantOf(value: unknown): number | null {
  const isInstant =
    value instanceof Date || typeof value === 'number' || (typeof value === 'string' && /^\d{4}-\d\d/.test(value));
  const instant = isInstant ? new Date(value as string).getTime() : Number.NaN;
  return instant > 0 && instant <= Date.now() ? Math.round(instant) : null;
}

/** Adds the author to converted Markdown as front matter, which is searchable but not displayed. */
export const withAuthor = (markdown: string, author: string | null): string =>
  author ? `---\nauthor: ${JSON.stringify(author)}\n---\n\n${markdown}` : markdown;
