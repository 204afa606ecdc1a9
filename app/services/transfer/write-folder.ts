import { posix } from 'node:path';
import { type ArborHead, withHead } from '#app/markdown/arbor-head.ts';
import { rewriteLinks } from '#app/markdown/rewrite-links.ts';
import { type FolderDocument, type FolderPlace, layOutFolder } from '#app/services/transfer/lay-out-folder.ts';
import { select } from '#db/connection.ts';

/** A document with everything but its text. */
export type FolderRow = FolderDocument & {
  icon: string | null;
  createdAt: number;
  updatedAt: number;
  starredAt: number | null;
};
/** One file of the folder. Its text is read when it is asked for: a folder of any size takes no more memory than one. */
export type FolderFile = { path: string; updatedAt: Date; read: () => Promise<string> };

/**
 * A tree of documents as Markdown files, in order, that `import` makes the same tree from: places, titles, icons and
 * texts. Links between the documents become links between the files. The caller has checked who may read them.
 */
export function writeFolder(rows: FolderRow[]): FolderFile[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const places = layOutFolder(rows);
  const placeOf = new Map(places.map((place) => [place.id, place]));
  return places.map((place) => {
    const row = rowOf.get(place.id)!;
    const read = async () => withHead(relink(await readContent(row.id), place, placeOf), headOf(row));
    return { path: place.path, updatedAt: new Date(row.updatedAt), read };
  });
}

/** The text as it is now; empty for a document that was deleted while the folder was being written. */
async function readContent(id: string): Promise<string> {
  const [text] = await select<{ content: string }>('SELECT content FROM document_texts WHERE document_id = $id', {
    id,
  });
  return text?.content ?? '';
}

function headOf({ id, title, icon, starredAt, createdAt, updatedAt }: FolderRow): ArborHead {
  return {
    id,
    title,
    icon,
    isStarred: starredAt !== null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

function relink(content: string, from: FolderPlace, placeOf: Map<string, FolderPlace>): string {
  if (!content.includes('/doc/')) return content;
  return rewriteLinks(content, (url) => {
    const [, id, hash = ''] = /^\/doc\/(c[a-z0-9]{23})(#.*)?$/.exec(url) ?? [];
    const to = id && placeOf.get(id);
    return to ? encodePath(posix.relative(posix.dirname(from.path), to.path)) + hash : null;
  });
}

const encodePath = (path: string) =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()'!*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`))
    .join('/');
