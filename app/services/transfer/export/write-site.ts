import { posix } from 'node:path';
import { Readable } from 'node:stream';
import {
  type SiteLink,
  type SiteNode,
  type SiteTexts,
  siteContents,
  sitePage,
  siteSearch,
  siteSearchScript,
} from '#app/markdown/site-page.ts';
import { type AlertTitles, localizeAlerts } from '#app/services/documents/localize-html.ts';
import { renderText } from '#app/services/documents/render-text.ts';
import { downloadUrlOf } from '#app/services/files/file-entry.ts';
import { traditionalPairs } from '#app/services/search/chinese-variants.ts';
import { layOutAttachments } from '#app/services/transfer/export/lay-out-attachments.ts';
import { layOutFolder } from '#app/services/transfer/export/lay-out-folder.ts';
import {
  encodePath,
  type FolderFile,
  type FolderRow,
  readBytes,
  readContent,
} from '#app/services/transfer/export/write-folder.ts';
import { select } from '#db/connection.ts';
import type { FileRow } from '#db/queries/files.ts';

type Site = {
  /** Scheduling key of rendering. */
  person: string;
  title: string;
  lng: string;
  origin: string;
  texts: SiteTexts;
  alertTitles: AlertTitles;
};
type Page = { row: FolderRow; path: string; children: Page[]; above: Page | null; nth: number };

/**
 * Siblings that a page lists before and after its own link: with all of ten thousand, a site would grow to gigabytes.
 */
const SIBLINGS_BESIDE = 50;

const TARGET = /(<[^<>]*? (?:href|src)=")(\/(?!\/)[^"?#]*)/g;

/**
 * Returns documents as a static site that can be served or opened directly: a page for each with its position in the
 * tree, their files, a table of contents, and a search that runs in the browser. The caller must check read access.
 */
export async function writeSite(rows: FolderRow[], files: FileRow[], site: Site): Promise<FolderFile[]> {
  const places = await layOutFolder(rows);
  const pages = pagesOf(rows, new Map(places.map(({ id, path }) => [id, path.replace(/\.md$/, '.html')])));
  const attachments = layOutAttachments(places, files);
  const pathOf = new Map(pages.map(({ row, path }) => [`/doc/${row.id}`, path]));
  for (const { file, path } of attachments) pathOf.set(downloadUrlOf(file.id), path);
  const tops = pages.filter(({ above }) => above === null);
  const now = new Date();
  const fixed = (path: string, read: () => string | Readable): FolderFile => ({
    path,
    updatedAt: now,
    read: async () => read(),
  });
  return [
    fixed('index.html', () => siteContents(tops.map(nodeOf), site)),
    fixed('search.html', () => siteSearch(site)),
    fixed('search.js', () => siteSearchScript(traditionalPairs())),
    fixed('search-index.js', () => Readable.from(indexOf(pages))),
    ...pages.map((page) => ({
      path: page.path,
      updatedAt: new Date(Number(page.row.updatedAt)),
      read: () => render(page, { site, pathOf, tops }),
    })),
    ...attachments.map(({ file, path }) => ({
      path,
      updatedAt: new Date(Number(file.createdAt)),
      read: () => readBytes(file),
    })),
  ];
}

function pagesOf(rows: FolderRow[], pathOf: Map<string, string>): Page[] {
  const pages = new Map(
    rows.map((row): [string, Page] => [row.id, { row, path: pathOf.get(row.id)!, children: [], above: null, nth: 0 }]),
  );
  let tops = 0;
  for (const page of pages.values()) {
    const above = page.row.parentId === null ? undefined : pages.get(page.row.parentId);
    page.nth = above ? above.children.length : tops++;
    if (!above) continue;
    page.above = above;
    above.children.push(page);
  }
  return [...pages.values()];
}

type Around = { site: Site; pathOf: Map<string, string>; tops: Page[] };

async function render(page: Page, { site, pathOf, tops }: Around): Promise<string> {
  const { html } = await renderText(site.person, await readContent(page.row));
  const body = localizeAlerts(html, site.alertTitles).replace(TARGET, (_, before: string, target: string) => {
    const path = pathOf.get(target);
    return before + (path === undefined ? escapedOrigin(site.origin) + target : relative(page, path));
  });
  const link = (other: Page): SiteLink => ({
    title: other.row.title,
    href: relative(page, other.path),
    isHere: other === page,
  });
  const top = '../'.repeat(page.path.split('/').length - 1);
  const siblings = page.above?.children ?? tops;
  const beside = siblings.slice(Math.max(0, page.nth - SIBLINGS_BESIDE), page.nth + SIBLINGS_BESIDE + 1);
  const rest = { title: `${site.texts.contents} …`, href: `${top}index.html` };
  const path: Page[] = [];
  for (let above = page.above; above; above = above.above) path.unshift(above);
  return sitePage({
    title: page.row.title,
    lng: site.lng,
    body,
    top,
    path: path.map(link),
    siblings: [...beside.map(link), ...(beside.length < siblings.length ? [rest] : [])],
    children: page.children.map(link),
    texts: site.texts,
  });
}

const escapedOrigin = (origin: string) => origin.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const relative = (from: Page, path: string) => encodePath(posix.relative(posix.dirname(from.path), path));

const nodeOf = ({ row, path, children }: Page): SiteNode => ({
  title: row.title,
  href: encodePath(path),
  children: children.map(nodeOf),
});

/** Yields one text at a time to limit memory. */
async function* indexOf(pages: Page[]): AsyncGenerator<string> {
  yield 'window.arborPages=[\n';
  for (const { row, path } of pages) {
    const [found] = await select<{ text: string }>(
      'SELECT plain_text AS text FROM document_texts WHERE document_id = $id',
      { id: row.id },
    );
    yield `${JSON.stringify({ title: row.title, href: encodePath(path), text: found?.text ?? '' })},\n`;
  }
  yield '];\n';
}
