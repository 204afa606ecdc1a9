import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import { planBranch } from '#app/services/accounts/plan-handover.ts';
import { transferBranch, withCopiedFiles } from '#app/services/accounts/transfer-branch.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { inTransaction } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';
import { findRoots } from '#db/queries/branches.ts';

export type HandedOver = { from: string; to: string; branches: number; documents: number };
type Names = { from: string; to: string };

/** Counts what `handOverAccount` would transfer. Throws like it. */
export async function previewAccount(by: Administration, names: Names): Promise<HandedOver> {
  const { owner, heir } = await getBoth(by, names);
  const roots = await findRoots({ owner: owner.id });
  let documents = 0;
  for (const { id } of roots) documents += (await planBranch(id, owner.id, heir.id)).documentIds.length;
  return { from: owner.email, to: heir.email, branches: roots.length, documents };
}

/**
 * Transfers all documents of an account with their files, archived ones included, to the end of another account's tree.
 * Shares and public links stay; the former owner keeps no access. One transaction a branch: an interrupted handover is
 * continued by the next. Throws `permissionDenied`, `userNotFound`, `userNotActive` for an heir who cannot sign in, and
 * `uploadFailed`.
 */
export async function handOverAccount(by: Administration, names: Names): Promise<HandedOver> {
  const { owner, heir } = await getBoth(by, names);
  const roots = await findRoots({ owner: owner.id });
  let documents = 0;
  for (const { id } of roots) documents += await handOverBranch(id, owner.id, heir.id);
  const detail = { to: heir.id, branches: roots.length, documents };
  await inTransaction(() => recordAct(by, { action: 'user.hand-over', subject: owner.id, detail }));
  return { from: owner.email, to: heir.email, branches: roots.length, documents };
}

async function getBoth(by: Administration, { from, to }: Names) {
  const [[owner], [heir]] = [await getAccounts(by, [from]), await getAccounts(by, [to])];
  if (owner!.id === heir!.id) throw new AppError('shareWithYourself');
  if (!accountAllows('signIn', heir!)) throw new AppError('userNotActive');
  return { owner: owner!, heir: heir! };
}

async function handOverBranch(topId: string, ownerId: string, heirId: string): Promise<number> {
  const plan = () => planBranch(topId, ownerId, heirId);
  return withCopiedFiles(
    async () => [await plan()],
    async (copied) => {
      await lockTree(ownerId);
      const handover = await plan();
      if (handover.documentIds.length > 0) await transferBranch(handover, copied);
      signal({ kind: 'tree', ownerId, parentId: null });
      signal({ kind: 'shares', documentId: topId, userIds: [ownerId] });
      return handover.documentIds.length;
    },
  );
}
