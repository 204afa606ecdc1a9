import { extname } from 'node:path';
import { nameOfFolder, readFolder } from '#app/adapters/folder-reader.ts';
import { makeTempFolder } from '#app/adapters/temp-folder.ts';
import { fileTypeOf } from '#app/schemas/file-types.ts';
import type { Actor } from '#app/services/actor.ts';
import { DESCRIPTIONS } from '#app/services/transfer/export/describe-export.ts';
import type { ReadExtras } from '#app/services/transfer/export/read-extras.ts';
import { arrangeFolder, topsOfExport } from '#app/services/transfer/import/arrange-folder.ts';
import { ownerOfExport } from '#app/services/transfer/import/export-owner.ts';
import { takeDescriptions } from '#app/services/transfer/import/read-manifests.ts';
import { type Imported, type ImportSource, runAlone } from '#app/services/transfer/import/run-import.ts';
import type { Progress } from '#app/services/transfer/import/write-documents.ts';
import { FILE_BYTES_MAX, isDocument, nothingGathered } from '#app/services/transfer/sources/read-zip.ts';
import { type Stash, TextReader } from '#app/services/transfer/sources/text-reader.ts';

type Options = { folder: string; parentId: string | null; onProgress?: Progress };

/**
 * Imports a folder of texts as a tree of documents: one for the folder itself, and one for each folder and file in it.
 * A folder exported by Arbor is restored without a document for the folder; the export of an account without documents
 * makes nothing, and no entry in the list of imports. Not idempotent: a second run creates a second tree. Throws
 * `documentNotFound` and `documentAccessDenied` for the parent. Reports what it cannot import.
 */
export function importFolder(actor: Actor, { folder, parentId, onProgress }: Options): Promise<Imported> {
  return readFolderSource(folder, parentId, (source) => runAlone(actor, { ...source, onProgress }));
}

/** Reads a folder and passes it to `use`. Unpacked files are deleted afterwards. */
export async function readFolderSource<Result>(
  folder: string,
  parentId: string | null,
  use: (source: ImportSource) => Promise<Result>,
): Promise<Result> {
  const temp = await makeTempFolder();
  try {
    const { texts, others, emptyFolders, notTaken } = await gather(folder, temp.stash);
    const name = nameOfFolder(folder);
    const top = await arrangeFolder(name, '', texts.values(), { joinsPages: false, emptyFolders });
    const isEmpty = top.children.length === 0 && isDescribedAlone(others);
    const exported = isEmpty && (await ownerOfExport(folder)) ? [] : topsOfExport(top);
    const carried: ReadExtras[] = [];
    if (exported) await takeDescriptions({ others, notTaken, carried }, '');
    const folders = [{ top: '', branches: exported ?? [top] }];
    return await use({ parentId, sources: [name], folders, others, notTaken, carried });
  } finally {
    await temp.remove();
  }
}

/** Tests whether the files beside texts are those of an export without attachments. */
const isDescribedAlone = (others: ReadonlyMap<string, unknown>) =>
  [...others.keys()].every((path) => DESCRIPTIONS.includes(path));

async function gather(folder: string, stash: Stash) {
  const gathered = nothingGathered();
  const reader = new TextReader(gathered, stash);
  for await (const { path, file, bytes, isEmptyFolder } of readFolder(folder, isDocument, FILE_BYTES_MAX)) {
    if (isEmptyFolder) gathered.emptyFolders.push(path);
    else if (isDocument(path)) await reader.add(path, bytes);
    else if (fileTypeOf(extname(path))) gathered.others.set(path, file);
  }
  await reader.end();
  return gathered;
}
