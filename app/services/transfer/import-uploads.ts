import { makeAside } from '#app/adapters/temp-folder.ts';
import type { Actor } from '#app/services/actor.ts';
import { arrangeFolder, type Branch } from '#app/services/transfer/arrange-folder.ts';
import type { Grove } from '#app/services/transfer/plan-import.ts';
import { kindOf, type SourceText, stemOf } from '#app/services/transfer/read-source.ts';
import {
  emptyHands,
  type Gathered,
  importBudget,
  readSingle,
  readZip,
  type Stash,
  type Upload,
} from '#app/services/transfer/read-upload.ts';
import { type Imported, runImport } from '#app/services/transfer/run-import.ts';
import type { Progress } from '#app/services/transfer/write-documents.ts';

type Input = { uploads: Upload[]; parentId: string | null; onProgress?: Progress };

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Imports uploaded files: each text becomes a document, and each archive a tree (a Markdown folder, an export of Arbor,
 * Notion or Outline). Throws `documentNotFound`, `documentAccessDenied`, `validationFailed`.
 */
export async function importUploads(actor: Actor, { uploads, parentId, onProgress }: Input): Promise<Imported> {
  const aside = await makeAside();
  try {
    const { groves, others, notTaken } = await gather(uploads, aside.stash);
    const sources = uploads.map(({ name }) => name);
    return await runImport(actor, { parentId, sources, groves, others, notTaken, onProgress });
  } finally {
    await aside.remove();
  }
}

async function gather(uploads: Upload[], stash: Stash) {
  const all = emptyHands();
  const groves: Grove[] = [];
  const budget = importBudget();
  for (const upload of uploads.toSorted((a, b) => byName.compare(a.name, b.name))) {
    const gathered = emptyHands();
    if (kindOf(upload.name) === 'archive') {
      Object.assign(gathered, await readZip(upload.file, upload.name, budget, stash));
      groves.push({ top: upload.name, branches: archiveBranches(upload.name, [...gathered.texts.values()]) });
    } else {
      await readSingle(gathered, upload);
      groves.push({ top: '', branches: [...gathered.texts.values()].map(leafOf) });
    }
    keep(all, gathered);
  }
  return { ...all, groves };
}

function keep(all: Gathered, { others, notTaken }: Gathered): void {
  for (const [path, bytes] of others) all.others.set(path, bytes);
  all.notTaken.push(...notTaken);
}

const leafOf = (text: SourceText): Branch => ({ name: stemOf(text.path), path: text.path, text, children: [] });

/**
 * Returns the top-level branches of an archive. Groups several loose items under a document named after the archive; a
 * single item and Arbor's own exports stay as they are.
 */
function archiveBranches(name: string, texts: SourceText[]): Branch[] {
  if (texts.length === 0) return [];
  const top = arrangeFolder(name.replace(/\.zip$/i, ''), name, texts, true);
  const isWhole = top.text === null && (top.children.length === 1 || texts.some(({ isArbor }) => isArbor));
  return isWhole ? top.children : [top];
}
