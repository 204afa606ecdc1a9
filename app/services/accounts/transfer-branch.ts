import { storage } from '#app/adapters/storage.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import type { Handover } from '#app/services/accounts/plan-handover.ts';
import { lastPosition } from '#app/services/documents/position.ts';
import { copyBlob } from '#app/services/files/copy-files.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { lockBytes } from '#app/services/files/lock-bytes.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { execute, executeReturning, inTransaction, models, select } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';
import { FILE_COLUMNS, type FileRow } from '#db/queries/files.ts';
import { listed } from '#db/query.ts';

/** Files whose bytes have been copied for heirs, as `file id`, `content hash` and `heir id`; false for lost bytes. */
export type CopiedFiles = Map<string, boolean>;
type Copied = Pick<FileRow, 'id' | 'contentHash'>;
const mark = ({ id, contentHash }: Copied, heirId: string) => `${id} ${contentHash} ${heirId}`;

/** Files whose bytes are looked for at a time. */
const AT_ONCE = 20;

/** Thrown if a file was added, confirmed or removed since the bytes were copied, so that nothing is transferred. */
class FilesChanged extends Error {}

/**
 * Transfers branches in a transaction, `give`, with `transferBranch`. Copies the bytes of their files before it, as
 * that takes long; files that change meanwhile cause another round. Throws `uploadFailed`.
 */
export async function withCopiedFiles<T>(
  plan: () => Promise<Handover[]>,
  give: (copied: CopiedFiles) => Promise<T>,
): Promise<T> {
  const copied: CopiedFiles = new Map();
  for (;;) {
    await copyFilesForHeirs(await plan(), copied);
    try {
      return await inTransaction(() => give(copied));
    } catch (error) {
      if (!(error instanceof FilesChanged)) throw error;
    }
  }
}

async function copyFilesForHeirs(handovers: Handover[], copied: CopiedFiles): Promise<void> {
  for (const handover of handovers) {
    for (const file of await filesOf(handover)) {
      if (copied.has(mark(file, handover.heirId))) continue;
      const isThere = file.contentHash === null || (await copyBlob(file, handover.heirId));
      copied.set(mark(file, handover.heirId), isThere);
    }
  }
}

/**
 * Locks the bytes of files that now belong to an heir. Throws `FilesChanged` unless all are there that are not lost.
 */
async function requireCopied(files: Copied[], ownerId: string, copied: CopiedFiles): Promise<void> {
  const confirmed = files.filter(({ contentHash }) => contentHash !== null);
  await lockBytes(confirmed.map(({ contentHash }) => ({ ownerId, contentHash })));
  const byHash = [...Map.groupBy(confirmed, ({ contentHash }) => contentHash)];
  for (let from = 0; from < byHash.length; from += AT_ONCE) {
    const some = byHash.slice(from, from + AT_ONCE);
    const sizes = await Promise.all(some.map(([contentHash]) => storage().sizeOf(blobKey({ ownerId, contentHash }))));
    // The heir had equal bytes when these were to be copied, and removed them since.
    for (const [nth, [, same]] of some.entries())
      if (sizes[nth] === null)
        for (const file of same) if (copied.get(mark(file, ownerId))) copied.delete(mark(file, ownerId));
  }
  if (files.some((file) => !copied.has(mark(file, ownerId)))) throw new FilesChanged();
}

const filesOf = ({ documentIds }: Handover) =>
  select<FileRow>(`SELECT ${FILE_COLUMNS} FROM files WHERE files.document_id IN (${listed('ids')}) ORDER BY files.id`, {
    ids: JSON.stringify(documentIds),
  });

const CHAIN = `WITH RECURSIVE chain(id, depth) AS (
    SELECT id, 0 FROM documents WHERE id = $top
    UNION ALL
    SELECT documents.parent_id, chain.depth + 1 FROM chain JOIN documents ON documents.id = chain.id
    WHERE documents.parent_id IS NOT NULL
  )
  SELECT shares.email, shares.user_id AS "userId", shares.group_id AS "groupId", shares.permission, chain.depth
  FROM chain JOIN shares ON shares.document_id = chain.id
  ORDER BY chain.depth, shares.id`;
type Entry = {
  email: string | null;
  userId: string | null;
  groupId: string | null;
  permission: 'EDIT' | 'READ' | 'NONE';
  /** 0 for the top of the branch. */
  depth: number;
};

/**
 * Copies share entries from above to the top of a branch, so that nobody gains access: the nearest of each person,
 * unless a group of theirs has a nearer one, and groups only from the nearest document with any.
 */
export async function keepInherited({ topId, heirId }: Handover): Promise<void> {
  const { Share } = await models();
  const entries = await select<Entry>(CHAIN, { top: topId });
  const nearest = entries.find(({ groupId }) => groupId !== null)?.depth;
  const seen = new Set<string>();
  const now = Date.now();
  for (const { depth, ...entry } of entries) {
    const { email, userId, groupId } = entry;
    const name = groupId ?? email!;
    if (seen.has(name) || userId === heirId) continue;
    seen.add(name);
    const groupsBelow = entries.filter((each) => each.depth < depth).flatMap(({ groupId: id }) => id ?? []);
    const isHidden = groupId === null ? await isInOne(groupsBelow, userId) : depth !== nearest;
    if (depth > 0 && !isHidden) await Share.create({ ...entry, documentId: topId, createdAt: now, updatedAt: now });
  }
}

async function isInOne(groupIds: string[], userId: string | null): Promise<boolean> {
  if (groupIds.includes(EVERYONE_ID)) return true;
  if (groupIds.length === 0 || userId === null) return false;
  return (await (await models()).GroupMember.count({ where: { groupId: groupIds, userId } })) > 0;
}

/** Makes a branch a root of its heir, with its files. Call in the transaction of `withCopiedFiles`. */
export async function transferBranch({ topId, heirId, documentIds }: Handover, copied: CopiedFiles): Promise<void> {
  const bind = { ids: JSON.stringify(documentIds), heir: heirId };
  const given = `IN (${listed('ids')})`;
  await lockTree(heirId);
  const position = await lastPosition({ parentId: null, ownerId: heirId });
  await execute(`UPDATE documents SET owner_id = $heir, import_id = NULL WHERE id ${given}`, bind);
  await (await models()).Document.update({ parentId: null, position }, { where: { id: topId } });
  const files = await executeReturning<Copied>(
    `UPDATE files SET owner_id = $heir WHERE document_id ${given} RETURNING id, content_hash AS "contentHash"`,
    bind,
  );
  await requireCopied(files, heirId, copied);
  await execute(`DELETE FROM shares WHERE user_id = $heir AND document_id ${given}`, bind);
  signal({ kind: 'tree', ownerId: heirId, parentId: null });
  signal({ kind: 'shares', documentId: topId, userIds: [heirId] });
}
