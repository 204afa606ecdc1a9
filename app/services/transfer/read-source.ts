import { basename, extname } from 'node:path/posix';
import { z } from 'zod';
import { splitHead } from '#app/markdown/arbor-head.ts';
import { htmlToMarkdown } from '#app/markdown/html-to-markdown.ts';
import { titleOf } from '#app/markdown/title-of.ts';
import { content as contentSchema, icon as iconSchema, title as titleSchema } from '#app/schemas/documents.ts';
import { decodeText } from '#app/services/transfer/decode-text.ts';
import type { NotTaken } from '#app/services/transfer/import-report.ts';
import { tableOfCsv } from '#app/services/transfer/table-of-csv.ts';

export type SourceKind = 'markdown' | 'text' | 'html' | 'table' | 'archive' | 'other';

/** A file as the text of a document; `title` is blank where it names none. */
export type SourceText = {
  /** Where it came from, for links and messages: its parts below the top of the import, with `/` between them. */
  path: string;
  title: string;
  icon: string | null;
  /** As the file names it: a path beside it, a preset or an address elsewhere. */
  cover: { url: string; scrollY: number } | null;
  content: string;
  /** Arbor has written it, so its name begins with its place among its siblings. */
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

/** Notion puts the page's number behind its name, and its databases beside their pages as tables. */
export const NOTION_ID = /[ -]?[0-9a-f]{32}(?:_all)?$/i;

/** What a file is taken for, by the ending of its name. */
export function kindOf(path: string): SourceKind {
  const ending = extname(path).toLowerCase();
  if (ending === '.csv') return NOTION_ID.test(stemOf(path)) ? 'table' : 'other';
  return KINDS[ending] ?? 'other';
}

export const isText = (path: string) => !['archive', 'other'].includes(kindOf(path));
export const stemOf = (path: string) => basename(path, extname(path));

/** The text of a file; or why it cannot be a document. */
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
    : { ...source, icon: known.icon ?? null, cover: known.cover ?? null, isArbor: head !== null };
}

/** What a file says of its document, if Arbor has written it; anything that does not fit is left out. */
const headSchema = z.object({
  title: titleSchema.optional().catch(undefined),
  icon: z.union([z.null(), iconSchema]).optional().catch(undefined),
  cover: z
    .object({ url: z.string().max(2000), scrollY: z.number().min(0) })
    .optional()
    .catch(undefined),
});

/** The title is looked for in texts that are taken only: it costs a parse. */
function checked(path: string, content: string, findTitle: (content: string) => string): SourceText | NotTaken {
  const parsed = contentSchema.safeParse(content);
  if (!parsed.success) return { path, reason: 'content', detail: parsed.error.issues[0]?.message ?? '' };
  return { path, title: findTitle(parsed.data), icon: null, cover: null, content: parsed.data, isArbor: false };
}
