import { readFile } from 'node:fs/promises';
import { makeTempFolder } from '#app/adapters/temp-folder.ts';
import type { Actor } from '#app/services/actor.ts';
import type { ReadExtras } from '#app/services/transfer/export/read-extras.ts';
import { arrangeFolder, type Branch, topsOfExport } from '#app/services/transfer/import/arrange-folder.ts';
import type { UploadedFolder } from '#app/services/transfer/import/plan-import.ts';
import { takeDescriptions } from '#app/services/transfer/import/read-manifests.ts';
import { type Imported, type ImportSource, runAlone } from '#app/services/transfer/import/run-import.ts';
import type { Progress } from '#app/services/transfer/import/write-documents.ts';
import { BOOKSTACK_DATA } from '#app/services/transfer/sources/read-bookstack.ts';
import {
  importBudget,
  nothingGathered,
  readSingle,
  readZip,
  type Upload,
} from '#app/services/transfer/sources/read-zip.ts';
import { kindOf, type SourceText, stemOf } from '#app/services/transfer/sources/source-text.ts';
import type { Gathered, Stash } from '#app/services/transfer/sources/text-reader.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { Slices } from '#app/threads/slices.ts';

export type ImportInput = { uploads: Upload[]; parentId: string | null };
type Input = ImportInput & { onProgress?: Progress };

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Imports uploaded files: each text becomes a document, and each archive a tree (a Markdown folder, an export of Arbor,
 * Notion or Outline). Throws `documentNotFound`, `documentAccessDenied`, `validationFailed`.
 */
export async function importUploads(actor: Actor, { uploads, parentId, onProgress }: Input): Promise<Imported> {
  return withUploads(
    async () => uploads,
    parentId,
    (source) => runAlone(actor, { ...source, onProgress }),
  );
}

/** Reads uploads and passes them to `use`. Unpacked files are deleted afterwards. */
export async function withUploads<Result>(
  open: (stash: Stash) => Promise<Upload[]>,
  parentId: string | null,
  use: (source: ImportSource) => Promise<Result>,
): Promise<Result> {
  const temp = await makeTempFolder();
  try {
    const uploads = await open(temp.stash);
    const { folders, others, notTaken, carried } = await gather(uploads, temp.stash);
    // Arranging and planning ten thousand texts are a slice each.
    await new Slices().rest();
    return await use({ parentId, sources: uploads.map(({ name }) => name), folders, others, notTaken, carried });
  } finally {
    await temp.remove();
  }
}

async function gather(uploads: Upload[], stash: Stash) {
  const all = nothingGathered();
  const folders: UploadedFolder[] = [];
  const carried: ReadExtras[] = [];
  const budget = importBudget();
  for (const upload of uploads.toSorted((a, b) => byName.compare(a.name, b.name))) {
    const gathered = nothingGathered();
    if (kindOf(upload.name) === 'archive') {
      Object.assign(gathered, await readZip(upload.file, upload.name, budget, stash));
      await takeBookstack(gathered, upload.name);
      const texts = [...gathered.texts.values()];
      folders.push({ top: upload.name, branches: await archiveBranches(upload.name, texts, gathered.emptyFolders) });
      if (texts.some(({ isArbor }) => isArbor)) {
        await takeDescriptions({ ...gathered, carried }, `${upload.name}/`);
      }
    } else {
      await readSingle(gathered, upload, stash);
      folders.push({ top: '', branches: [...gathered.texts.values()].map(leafOf) });
    }
    keep(all, gathered);
  }
  return { ...all, folders, carried };
}

function keep(all: Gathered, { others, notTaken }: Gathered): void {
  for (const [path, bytes] of others) all.others.set(path, bytes);
  all.notTaken.push(...notTaken);
}

/** Reads the texts of a BookStack portable zip, which are in its JSON data. */
async function takeBookstack(gathered: Gathered, top: string): Promise<void> {
  const path = `${top}/${BOOKSTACK_DATA}`;
  const file = gathered.others.get(path);
  if (!file || gathered.texts.size > 0) return;
  const reading = runInThread('import', 'readBookstack', top, await readFile(file));
  const texts = await orFallback(reading, () => [{ path, reason: 'nesting' as const, detail: '' }]);
  if (!texts) return;
  gathered.others.delete(path);
  gathered.emptyFolders = [];
  for (const text of texts) {
    if ('reason' in text) gathered.notTaken.push(text);
    else gathered.texts.set(text.path, text);
  }
}

const leafOf = (text: SourceText): Branch => ({ name: stemOf(text.path), path: text.path, text, children: [] });

/**
 * Returns the top-level branches of an archive. Groups several loose items under a document named after the archive; a
 * single item and Arbor's own exports stay as they are.
 */
async function archiveBranches(name: string, texts: SourceText[], emptyFolders: string[]): Promise<Branch[]> {
  if (texts.length === 0) return [];
  const top = await arrangeFolder(name.replace(/\.zip$/i, ''), name, texts, { joinsPages: true, emptyFolders });
  const exported = topsOfExport(top);
  if (exported) return exported;
  const isWhole = top.text === null && (top.children.length === 1 || texts.some(({ isArbor }) => isArbor));
  return isWhole ? top.children : [top];
}
