import { storage } from '#app/adapters/storage.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { filePath } from '#app/services/maintenance/backup/backup-form.ts';
import type { Recipient } from '#app/services/maintenance/backup/part/get-recipient.ts';
import type { PartPlan } from '#app/services/maintenance/backup/part/plan-part.ts';
import type { Source } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { bytesOf, verifyFile } from '#app/services/maintenance/backup/restore-backup.ts';
import { queueChangedFiles } from '#app/services/search/waiting-files.ts';
import { findLiveFiles, findStoredHashes, removeLeftFiles } from '#db/queries/restored-parts.ts';
import { insertRows, type TableRow } from '#db/tables.ts';

/** Rows of restored files with their bytes, and the number of files whose bytes are missing everywhere. */
export type PartFiles = { rows: TableRow[]; missing: number };

/**
 * Stores the bytes of the files of a part for their new owner. Call before the transaction, as that takes long; bytes
 * that no row refers to in the end are pruned. Throws UnfitBackup for damaged ones, and the errors of the storage.
 */
export async function storeFilesOfPart(source: Source, plan: PartPlan, recipient: Recipient): Promise<PartFiles> {
  const found = await readFiles(source, plan, recipient);
  const hashes = JSON.stringify(found.map(({ content_hash }) => content_hash));
  const stored = await findStoredHashes({ ownerId: recipient.ownerId, hashes });
  const here = new Set(stored.map(({ hash }) => hash));
  const files: PartFiles = { rows: [], missing: 0 };
  for (const row of found) {
    const hash = row.content_hash as string;
    if (here.has(hash) || (await store(source, row, recipient))) {
      here.add(hash);
      files.rows.push(row);
    } else files.missing += 1;
  }
  return files;
}

/** Reads the confirmed files of the documents, and those without a document of a restored account. */
async function readFiles({ rows }: Source, { documents }: PartPlan, { account }: Recipient): Promise<TableRow[]> {
  const found: TableRow[] = [];
  const ids = documents.map(({ id }) => id);
  for await (const batch of rows.batches('files', 'document_id', ids)) found.push(...batch);
  if (account)
    found.push(...(await rows.where('files', 'owner_id', [account.id as string])).filter((row) => !row.document_id));
  return found.filter((row) => row.confirmed_at !== null && row.content_hash !== null);
}

/** Stores bytes from the backup, or from what the installation still has. Returns false if both lack them. */
async function store({ backup }: Source, row: TableRow, { ownerId }: Recipient): Promise<boolean> {
  const contentHash = row.content_hash as string;
  const from = blobKey({ ownerId: row.owner_id as string, contentHash });
  const to = blobKey({ ownerId, contentHash });
  if (backup.manifest.files.some(({ key }) => key === from)) {
    await verifyFile(backup, filePath(from));
    await storage().write(to, await bytesOf(backup, from), { type: row.type as string, isDurable: true });
    return true;
  }
  if ((await storage().sizeOf(from)) === null) return false;
  if (from !== to) await storage().copy(from, to);
  return true;
}

const ROWS_AT_ONCE = 50;

/** Inserts the rows of files; call in the transaction that inserted their documents. Returns their number. */
export async function insertFiles(
  { rows }: PartFiles,
  { documents }: PartPlan,
  { ownerId }: Recipient,
  isKnown: (userId: string) => boolean,
): Promise<number> {
  const files = JSON.stringify(rows.map(({ id }) => id));
  await removeLeftFiles({ ids: JSON.stringify(documents.map(({ id }) => id)), files, ownerId });
  const taken = new Set((await findLiveFiles({ ids: files })).map(({ id }) => id));
  const wanted = rows
    .filter(({ id }) => !taken.has(id as string))
    .map((row) => {
      const uploader = row.uploader_id as string | null;
      return {
        ...row,
        owner_id: ownerId,
        uploader_id: uploader && isKnown(uploader) ? uploader : null,
        orphaned_at: null,
      };
    });
  for (let from = 0; from < wanted.length; from += ROWS_AT_ONCE)
    await insertRows('files', wanted.slice(from, from + ROWS_AT_ONCE));
  for (const id of new Set(wanted.map((row) => (row as TableRow).document_id as string | null)))
    await queueChangedFiles(id);
  return wanted.length;
}
