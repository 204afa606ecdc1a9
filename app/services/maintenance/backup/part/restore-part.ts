import type { Administration } from '#app/services/access/administrator.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { awaitPurge, purgeDeletedDocuments } from '#app/services/documents/purge-deleted.ts';
import { requireWithinStorageLimit } from '#app/services/files/storage-use.ts';
import { insertFiles, type PartFiles, storeFilesOfPart } from '#app/services/maintenance/backup/part/files-of-part.ts';
import { getRecipient, type Part, type Recipient } from '#app/services/maintenance/backup/part/get-recipient.ts';
import { insertAccount } from '#app/services/maintenance/backup/part/insert-account.ts';
import { insertDocuments } from '#app/services/maintenance/backup/part/insert-documents.ts';
import { findPeople } from '#app/services/maintenance/backup/part/people-of-part.ts';
import { type PartPlan, planPart } from '#app/services/maintenance/backup/part/plan-part.ts';
import type { Source } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { UnfitPart } from '#app/services/maintenance/backup/part/unfit-part.ts';
import { reindexDocument } from '#app/services/search/rebuild-index.ts';
import { packTakeouts } from '#app/services/takeouts/pack-takeouts.ts';
import { inTransaction } from '#db/connection.ts';
import { lockAddress, lockTree } from '#db/locks.ts';

type Wanted = { part: Part; to?: string | undefined };
export type PlannedPart = { recipient: Recipient; plan: PartPlan };
/** `missing` files have bytes neither in the backup nor here. `username` as in RestoredAccount. */
export type RestoredPart = PlannedPart & { files: number; missing: number; username: string | null };
type Progress = (done: number, total: number) => void;

/** Returns what would be restored and to whom, and changes nothing. Throws UnfitPart. */
export async function previewPart(source: Source, { part, to }: Wanted): Promise<PlannedPart> {
  const recipient = await getRecipient(source, part, to);
  return { recipient, plan: await planPart(source, part, recipient) };
}

/**
 * Restores one account or one branch beside the existing data, in one transaction: documents keep their ids, and
 * existing ones stay unchanged. The search index follows. Throws UnfitPart, UnfitBackup, and `sizeLimitExceeded`.
 */
export async function restorePart(
  by: Administration,
  source: Source,
  wanted: Wanted,
  onProgress: Progress = () => undefined,
): Promise<RestoredPart> {
  await removeDeleted();
  for (;;) {
    const planned = await previewPart(source, wanted);
    const files = await storeFilesOfPart(source, planned.plan, planned.recipient);
    const total = 2 * planned.plan.documents.length;
    const restored = await inTransaction(() =>
      insertPart(by, source, wanted, { planned, files, onProgress: (done) => onProgress(done, total) }),
    );
    // The data changed between the plan and the lock.
    if (restored === 'again') continue;
    for (const [nth, { id }] of planned.plan.documents.entries()) {
      await inTransaction(() => reindexDocument(id));
      onProgress(planned.plan.documents.length + nth + 1, total);
    }
    return restored;
  }
}

/** Removes documents that were deleted a moment ago, as they keep their ids until then. */
async function removeDeleted(): Promise<void> {
  await packTakeouts();
  await awaitPurge();
  await purgeDeletedDocuments();
}

type Work = { planned: PlannedPart; files: PartFiles; onProgress: (done: number) => void };

async function insertPart(
  by: Administration,
  source: Source,
  wanted: Wanted,
  { planned, files, onProgress }: Work,
): Promise<RestoredPart | 'again'> {
  const { recipient, plan } = planned;
  await lockAddress(recipient.email);
  await lockTree(recipient.ownerId);
  const now = await previewPart(source, wanted);
  if (now.plan.isBlocked) throw new UnfitPart('removing', recipient.email);
  if (JSON.stringify(now.plan) !== JSON.stringify(plan) || now.recipient.ownerId !== recipient.ownerId) return 'again';
  if (plan.documents.length === 0 && !recipient.account) return { ...planned, files: 0, missing: 0, username: null };
  const account = recipient.account ? await insertAccount(source, recipient.account) : null;
  const people = await findPeople(source);
  await insertDocuments({ source, plan, recipient, people }, onProgress);
  const inserted = await insertFiles(files, plan, recipient, people.isKnown);
  if (inserted > 0) await requireWithinStorageLimit(recipient.ownerId);
  await audit(by, source, wanted, { ...planned, files: inserted });
  return { ...planned, files: inserted, missing: files.missing, username: account?.username ?? null };
}

async function audit(
  by: Administration,
  source: Source,
  { part }: Wanted,
  { recipient, plan, files }: PlannedPart & { files: number },
): Promise<void> {
  const detail = { backup: source.backup.manifest.createdAt, documents: plan.documents.length, files };
  if ('branch' in part)
    await recordAct(by, {
      action: 'document.restore-backup',
      subject: part.branch,
      detail: { ...detail, owner: recipient.ownerId },
    });
  else await recordAct(by, { action: 'user.restore-backup', subject: recipient.ownerId, detail });
}
