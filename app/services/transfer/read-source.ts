import { basename, extname } from 'node:path/posix';
import { z } from 'zod';
import { splitHead } from '#app/markdown/arbor-head.ts';
import { htmlToMarkdown } from '#app/markdown/html-to-markdown.ts';
import { readFrontMatter } from '#app/markdown/parse/front-matter.ts';
import { titleOf } from '#app/markdown/title-of.ts';
import { content as contentSchema, icon as iconSchema, title as titleSchema } from '#app/schemas/documents.ts';
import { decodeText } from '#app/services/transfer/decode-text.ts';
import type { NotTaken } from '#app/services/transfer/import-report.ts';
import { tableOfCsv } from '#app/services/transfer/table-of-csv.ts';

export type SourceKind = 'markdown' | 'text' | 'html' | 'table' | 'archive' | 'other';

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
};

const KINDS: Record<string, SourceKind> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.txt': 'text',
  '.html': 'html',
  '.htm': 'html',
  '.zip': 'archive',
};

/** Notion appends an id to page names and exports databases as tables beside their pages. */
export const NOTION_ID = /[ -]?[0-9a-f]{32}(?:_all)?$/i;

/** Returns the kind of a file by its extension. */
export function kindOf(path: string): SourceKind {
  const ending = extname(path).toLowerCase();
  if (ending === '.csv') return NOTION_ID.test(stemOf(path)) ? 'table' : 'other';
  return KINDS[ending] ?? 'other';
}

export const isText = (path: string) => !['archive', 'other'].includes(kindOf(path));
export const stemOf = (path: string) => basename(path, extname(path));

/** Returns the text of a file, or the reason it cannot be a document. */
export function readSource(path: string, bytes: Uint8Array): SourceText | NotTaken {
  const decoded = decodeText(bytes);
  if ('problem' in decoded) return { path, reason: decoded.problem, detail: '' };
  const kind = kindOf(path);
  if (kind === 'table') return checked(path, tableOfCsv(decoded.text), () => '');
  if (kind === 'html') {
    const page = htmlToMarkdown(decoded.text);
    if (!page) return { path, reason: 'nesting', detail: '' };
    return checked(path, page.markdown, (text) => titleOf(text, page.title));
  }
  const { content, head } = splitHead(decoded.text);
  const known = headSchema.parse(head ?? {});
  const source = checked(path, content, (text) => known.title ?? titleOf(text, ''));
  return 'reason' in source
    ? source
    : {
        ...source,
        icon: known.icon ?? null,
        cover: known.cover ?? null,
        aliases: head ? [] : aliasesIn(content),
        isArbor: head !== null,
      };
}

const ALIASES_MAX = 50;

/** Other names of a text in its front matter (`aliases`, `alias`), as Obsidian writes them. */
function aliasesIn(content: string): string[] {
  if (!/^---[\s\S]{0,65536}?^alias(?:es)?\s*:/im.test(content)) return [];
  const { data } = readFrontMatter(content);
  const given = [data.aliases ?? data.alias]
    .flat()
    .flatMap((name) => (typeof name === 'string' ? name.split(',') : []));
  return given
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, ALIASES_MAX);
}

/** Metadata of a file exported by Arbor; drops invalid values. */
const headSchema = z.object({
  title: titleSchema.optional().catch(undefined),
  icon: z.union([z.null(), iconSchema]).optional().catch(undefined),
  cover: z
    .object({ url: z.string().max(2000), scrollY: z.number().min(0) })
    .optional()
    .catch(undefined),
});

/** Derives the title of accepted texts only: it costs a parse. */
function checked(path: string, content: string, findTitle: (content: string) => string): SourceText | NotTaken {
  const parsed = contentSchema.safeParse(content);
  if (!parsed.success) return { path, reason: 'content', detail: parsed.error.issues[0]?.message ?? '' };
  return {
    path,
    title: findTitle(parsed.data),
    icon: null,
    cover: null,
    content: parsed.data,
    aliases: [],
    isArbor: false,
  };
}
