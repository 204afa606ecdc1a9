import { posix } from 'node:path';
import { z } from 'zod';
import { splitHead } from '#app/markdown/arbor-head.ts';
import { mdxToMarkdown } from '#app/markdown/foreign/mdx.ts';
import { readNotionPage } from '#app/markdown/foreign/notion-page.ts';
import { htmlToMarkdown } from '#app/markdown/html-to-markdown.ts';
import { readFrontMatter } from '#app/markdown/parse/front-matter.ts';
import { titleOf } from '#app/markdown/title-of.ts';
import { icon as iconSchema, title as titleSchema } from '#app/schemas/documents.ts';
import type { NotTaken } from '#app/services/transfer/import/import-report.ts';
import { decodeText } from '#app/services/transfer/sources/decode-text.ts';
import {
  instantOf,
  kindOf,
  NOTION_ID,
  type SourceText,
  sourceOf,
  stemOf,
  withAuthor,
} from '#app/services/transfer/sources/source-text.ts';
import { TABLE_ROWS_MAX, tableOfCsv } from '#app/services/transfer/sources/table-of-csv.ts';

/** Returns the text of a file, or the reason it cannot be a document. */
export function readImportedText(path: string, bytes: Uint8Array): SourceText | NotTaken {
  const decoded = decodeText(bytes);
  if ('problem' in decoded) return { path, reason: decoded.problem, detail: '' };
  const source = readText(path, decoded.text);
  if ('reason' in source || decoded.encoding === null) return source;
  return { ...source, notes: [{ reason: 'recognised', detail: decoded.encoding }, ...source.notes] };
}

export const readImportedTexts = (files: { path: string; bytes: Uint8Array }[]): (SourceText | NotTaken)[] =>
  files.map(({ path, bytes }) => readImportedText(path, bytes));

function readText(path: string, text: string): SourceText | NotTaken {
  const kind = kindOf(path);
  if (kind === 'table') return readTable(path, text);
  if (kind === 'html') return readPage(path, text);
  return readMarkdown(path, kind === 'mdx' ? mdxToMarkdown(text) : text);
}

function readTable(path: string, text: string): SourceText | NotTaken {
  const { markdown, isCut } = tableOfCsv(text);
  const notes = isCut ? [{ reason: 'tableCut' as const, detail: String(TABLE_ROWS_MAX) }] : [];
  return sourceOf(path, markdown, () => '', { notes });
}

function readPage(path: string, text: string): SourceText | NotTaken {
  const page = htmlToMarkdown(text);
  if (!page) return { path, reason: 'nesting', detail: '' };
  const { author, parent, order, updatedAt } = page.facts;
  const beside = (link: string) => posix.join(posix.dirname(path), decoded(link));
  const instant = instantOf(updatedAt);
  return sourceOf(path, withAuthor(page.markdown, author), (markdown) => titleOf(markdown, page.title), {
    ...(page.hasOwnTitle ? { title: page.title } : {}),
    parent: parent === null ? null : beside(parent),
    order: order.map(beside),
    createdAt: instant,
    updatedAt: instant,
  });
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    // The link contains a literal percent sign.
    return link;
  }
}

function readMarkdown(path: string, text: string): SourceText | NotTaken {
  const { content, head } = splitHead(text);
  if (!head && NOTION_ID.test(stemOf(path))) return readNotion(path, content);
  if (!head) return sourceOf(path, content, (body) => titleOf(body, ''), factsIn(content));
  const { id: exportedId, title, parent, archivedWith, ...known } = headSchema.parse(head);
  const beside = (link: string) => posix.join(posix.dirname(path), decoded(link));
  const archivedAt = instantOf(head.archivedAt);
  const facts = {
    ...known,
    isArbor: true,
    exportedId,
    createdAt: instantOf(head.createdAt),
    updatedAt: instantOf(head.updatedAt),
    starredAt: instantOf(head.starredAt),
    parent: parent === null ? null : beside(parent),
    archived:
      archivedAt === null ? null : { at: archivedAt, with: archivedWith === null ? path : beside(archivedWith) },
  };
  return sourceOf(path, content, (body) => title ?? titleOf(body, ''), facts);
}

function readNotion(path: string, text: string): SourceText | NotTaken {
  const { title, markdown } = readNotionPage(text.replaceAll('\r\n', '\n'));
  return sourceOf(path, markdown, (body) => title || titleOf(body, ''));
}

const ALIASES_MAX = 50;
const FACTS = /^---[\s\S]{0,65536}?^(?:alias(?:es)?|created|date|updated|modified)\b[\w ]*:/im;

/** Reads aliases and dates from front matter as written by Obsidian and others. */
function factsIn(content: string): Partial<SourceText> {
  if (!FACTS.test(content)) return {};
  const { data } = readFrontMatter(content);
  const given = [data.aliases ?? data.alias].flat();
  const aliases = given.flatMap((name) => (typeof name === 'string' ? name.split(',') : []));
  const createdAt = instantOf(data.created ?? data.date);
  return {
    aliases: aliases
      .map((name) => name.trim())
      .filter(Boolean)
      .slice(0, ALIASES_MAX),
    createdAt,
    updatedAt: instantOf(data.updated ?? data.modified) ?? createdAt,
  };
}

/** Metadata of a file exported by Arbor; drops invalid values. */
const headSchema = z.object({
  id: z.string().max(64).nullable().default(null).catch(null),
  title: titleSchema.optional().catch(undefined),
  icon: z.union([z.null(), iconSchema]).default(null).catch(null),
  cover: z
    .object({ url: z.string().max(2000), scrollY: z.number().min(0) })
    .nullable()
    .default(null)
    .catch(null),
  isStarred: z.boolean().default(false).catch(false),
  position: z.number().nullable().default(null).catch(null),
  parent: z.string().nullable().default(null).catch(null),
  archivedWith: z.string().nullable().default(null).catch(null),
});
