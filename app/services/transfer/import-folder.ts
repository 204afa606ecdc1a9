import { readMarkdownFolder } from '#app/adapters/folder-reader.ts';
import type { Actor } from '#app/services/actor.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { prepareText } from '#app/services/documents/document-text.ts';
import { type NotTaken, type PlannedDocument, planImport } from '#app/services/transfer/plan-import.ts';
import { repointLinks } from '#app/services/transfer/repoint-links.ts';
import { inTransaction } from '#db/connection.ts';

export type ImportReport = { rootId: string; title: string; documents: number; notTaken: NotTaken[] };
type Options = { folder: string; parentId: string | null; onProgress?: (done: number, total: number) => void };

/** Documents written in one transaction: others can write in between. */
const BATCH = 25;

/**
 * Makes a tree of documents from a folder of Markdown files. Run twice it makes two. Throws `documentNotFound` and
 * `documentAccessDenied` for the parent; what cannot be taken is reported, the rest stands.
 */
export async function importFolder(actor: Actor, { folder, parentId, onProgress }: Options): Promise<ImportReport> {
  const { documents, idOfPath, notTaken } = planImport(await readMarkdownFolder(folder), parentId);
  const top = documents[0]!;
  for (let from = 0; from < documents.length; from += BATCH) {
    const batch = await Promise.all(documents.slice(from, from + BATCH).map((planned) => prepare(planned)));
    await inTransaction(async () => {
      for (const { planned, text } of batch) {
        const { id, title, icon } = planned;
        const siblings = await placeBelow(actor, planned.parentId);
        await insertDocument(actor, { id, title, icon, text, siblings });
      }
    });
    onProgress?.(Math.min(from + BATCH, documents.length), documents.length);
  }
  return { rootId: top.id, title: top.title, documents: documents.length, notTaken };

  async function prepare(planned: PlannedDocument) {
    const repointed = repointLinks(planned, idOfPath);
    notTaken.push(...repointed.notTaken);
    return { planned, text: await prepareText(repointed.content) };
  }
}
