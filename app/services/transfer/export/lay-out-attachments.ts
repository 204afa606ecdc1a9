import type { FolderPlace } from '#app/services/transfer/export/lay-out-folder.ts';
import { safeName } from '#app/services/transfer/export/safe-name.ts';
import type { FileRow } from '#db/queries/files.ts';

/** `3-title.files` is the attachment folder of `3-title.md`. */
export const ATTACHMENTS_ENDING = '.files';

const IN_FOLDER = /^(.*)\.files\/[^/]+$/;

/** Returns the path of the text to which a file is attached; null for other paths. */
export function textBeside(path: string): string | null {
  const stem = IN_FOLDER.exec(path)?.[1];
  return stem === undefined ? null : `${stem}.md`;
}

/** Assigns each file of the given documents a unique path beside its document's text. */
export function layOutAttachments(places: FolderPlace[], files: FileRow[]): { file: FileRow; path: string }[] {
  const folderOf = new Map(places.map(({ id, path }) => [id, path.replace(/\.md$/, ATTACHMENTS_ENDING)]));
  const taken: Taken = { paths: new Set(), counts: new Map() };
  return files.flatMap((file) => {
    const folder = file.docId && folderOf.get(file.docId);
    return folder ? [{ file, path: freePath(folder, file, taken) }] : [];
  });
}

/** Paths in lower case, as some file systems are case-insensitive; `counts` has the last number of each first path. */
type Taken = { paths: Set<string>; counts: Map<string, number> };

function freePath(folder: string, { name, ext }: FileRow, { paths, counts }: Taken): string {
  const stem = safeName(name.replace(/\.[^.]*$/, ''), 0) || 'file';
  const first = `${folder}/${stem}.${ext}`.toLowerCase();
  // All numbers up to the last one are taken.
  for (let count = (counts.get(first) ?? 0) + 1; ; count += 1) {
    const path = `${folder}/${stem}${count > 1 ? ` ${count}` : ''}.${ext}`;
    if (paths.has(path.toLowerCase())) continue;
    paths.add(path.toLowerCase());
    counts.set(first, count);
    return path;
  }
}
