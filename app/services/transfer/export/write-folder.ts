import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { isAbsent, storage } from '#app/adapters/storage.ts';
import { type ArborHead, withHead } from '#app/markdown/arbor-head.ts';
import { rewriteLinks } from '#app/markdown/rewrite-links.ts';
import { log } from '#app/observability/log.ts';
import { destinationsOf } from '#app/services/documents/destinations-of.ts';
import { textAt } from '#app/services/documents/revisions.ts';
import { blobKey, downloadUrlOf } from '#app/services/files/file-entry.ts';
import { layOutAttachments } from '#app/services/transfer/export/lay-out-attachments.ts';
import { type FolderDocument, type FolderPlace, layOutFolder } from '#app/services/transfer/export/lay-out-folder.ts';
import { splitSuffix } from '#app/services/transfer/import/repoint-links.ts';
import { select } from '#db/connection.ts';
import type { FileRow } from '#db/queries/files.ts';

/** A document without its text. */
export type FolderRow = FolderDocument & {
  icon: string | null;
  coverUrl: string | null;
  coverScrollY: number | null;
  createdAt: number;
  updatedAt: number;
  starredAt: number | null;
  /** Place among its siblings, archived ones included. */
  position?: number;
  archivedAt?: number | null;
  archiveRootId?: string | null;
  /** Writes the text of this version instead of the current one. */
  version?: number;
};
/** A file of the folder, read on demand: memory is bounded by one text for any folder. Null leaves it out. */
export type FolderFile = { path: string; updatedAt: Date; read: () => Promise<string | Readable | null> };

/**
 * Returns a tree of documents as Markdown files, in order, from which `import` restores places, titles, icons, texts,
 * covers and each document's files in a folder beside it. Links between documents become links between files. The
 * caller must check read access.
 */
export const writeFolder = (rows: FolderRow[], files: FileRow[]): Promise<FolderFile[]> =>
  writeSections([{ folder: '', rows }], files);

/** Trees of documents with their folders, '' for the top. */
export type Section = { folder: string; rows: FolderRow[] };

/** Writes several trees. Links and parents may refer to other trees. */
export async function writeSections(sections: Section[], files: FileRow[]): Promise<FolderFile[]> {
  const rowOf = new Map(sections.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
  const places: FolderPlace[] = [];
  for (const { folder, rows } of sections)
    for (const place of await layOutFolder(rows)) places.push(below(folder)(place));
  const pathOf = new Map(places.map(({ id, path }) => [`/doc/${id}`, path]));
  const attachments = layOutAttachments(places, files);
  for (const { file, path } of attachments) pathOf.set(downloadUrlOf(file.id), path);
  const texts = places.map((place) => {
    const row = rowOf.get(place.id)!;
    const read = async () => withHead(await relink(await readContent(row), place, pathOf), headOf(row, place, pathOf));
    return { path: place.path, updatedAt: new Date(row.updatedAt), read };
  });
  const bytes = attachments.map(({ file, path }) => ({
    path,
    updatedAt: new Date(file.createdAt),
    read: () => readBytes(file),
  }));
  return [...texts, ...bytes];
}

/**
 * Opens the bytes of an exported file. Returns null, which is logged, for bytes that are lost: the rest is exported.
 */
export async function readBytes(file: FileRow): Promise<Readable | null> {
  try {
    return await storage().read(blobKey(file));
  } catch (error) {
    if (!isAbsent(error)) throw error;
    log.warn({ event: 'export-without-file', fileId: file.id, error }, 'an export leaves out a file without bytes');
    return null;
  }
}

const below = (folder: string) => (place: FolderPlace) => ({
  ...place,
  path: posix.join(folder, place.path),
  folder: posix.join(folder, place.folder),
});

/** Returns the text; empty for a document deleted during the export. */
export async function readContent({ id, version }: FolderRow): Promise<string> {
  const kept = version === undefined ? null : await textAt(id, version);
  if (kept) return kept.content;
  const [text] = await select<{ content: string }>('SELECT content FROM document_texts WHERE document_id = $id', {
    id,
  });
  return text?.content ?? '';
}

function headOf(row: FolderRow, place: FolderPlace, pathOf: Map<string, string>): ArborHead {
  const { id, title, icon, coverUrl, coverScrollY, starredAt, createdAt, updatedAt, position } = row;
  const to = (other: string) => relativeTo(place, pathOf.get(`/doc/${other}`));
  const parent = row.parentId && !isAbove(pathOf.get(`/doc/${row.parentId}`), place) ? to(row.parentId) : null;
  const archivedWith = row.archiveRootId && row.archiveRootId !== id ? to(row.archiveRootId) : null;
  const cover = coverUrl && { url: relativeTo(place, pathOf.get(coverUrl)) ?? coverUrl, scrollY: coverScrollY ?? 0 };
  return {
    id,
    title,
    icon,
    ...(cover ? { cover } : {}),
    isStarred: starredAt !== null,
    ...(starredAt ? { starredAt: instant(starredAt) } : {}),
    ...(row.archivedAt ? { archivedAt: instant(row.archivedAt) } : {}),
    ...(archivedWith ? { archivedWith } : {}),
    ...(parent ? { parent } : {}),
    ...(position === undefined ? {} : { position: Number(position) }),
    createdAt: instant(createdAt),
    updatedAt: instant(updatedAt),
  };
}

const instant = (milliseconds: number) => new Date(Number(milliseconds)).toISOString();
/** Tests whether a path is that of the document that owns a folder. */
const isAbove = (parent: string | undefined, { path }: FolderPlace) =>
  parent?.endsWith('/index.md') === true && path.startsWith(parent.slice(0, -'index.md'.length));

async function relink(content: string, from: FolderPlace, pathOf: Map<string, string>): Promise<string> {
  if (!/\/doc\/|\/api\/files\//.test(content)) return content;
  return rewriteLinks(content, await destinationsOf(from.id, content), (url) => {
    const { target, suffix } = splitSuffix(url);
    const to = relativeTo(from, pathOf.get(target));
    return to === null ? null : to + suffix;
  });
}

const relativeTo = (from: FolderPlace, path: string | undefined) =>
  path === undefined ? null : encodePath(posix.relative(posix.dirname(from.path), path));

export const encodePath = (path: string) =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[()'!*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`),
    )
    .join('/');
