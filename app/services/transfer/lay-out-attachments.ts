import type { FileRow } from '#app/services/files/file-entry.ts';
import type { FolderPlace } from '#app/services/transfer/lay-out-folder.ts';
import { safeName } from '#app/services/transfer/safe-name.ts';

/** The folder with the files of `3-title.md` is `3-title.files`. */
export const ATTACHMENTS_ENDING = '.files';

const IN_FOLDER = /^(.*)\.files\/[^/]+$/;

/** The text that a file lies beside as an attachment, or null for every other path. */
export function textBeside(path: string): string | null {
  const stem = IN_FOLDER.exec(path)?.[1];
  return stem === undefined ? null : `${stem}.md`;
}

/** Gives each file of the given documents its place beside its document's text, no two the same name. */
export function layOutAttachments(places: FolderPlace[], files: FileRow[]): { file: FileRow; path: string }[] {
  const folderOf = new Map(places.map(({ id, path }) => [id, path.replace(/\.md$/, ATTACHMENTS_ENDING)]));
  const taken = new Set<string>();
  return files.flatMap((file) => {
    const folder = file.docId && folderOf.get(file.docId);
    return folder ? [{ file, path: freePath(folder, file, taken) }] : [];
  });
}

function freePath(folder: string, { name, ext }: FileRow, taken: Set<string>): string {
  const stem = safeName(name.replace(/\.[^.]*$/, ''), 0) || 'file';
  for (let count = 1; ; count += 1) {
    const path = `${folder}/${stem}${count > 1 ? ` ${count}` : ''}.${ext}`;
    // Not every file system tells upper from lower case.
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    return path;
  }
}
