import { config } from '#app/config.server.ts';
import { handoverMail } from '#app/emails/handover-mail.ts';
import type { Language } from '#app/i18n/language.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { type Handover, planHandover } from '#app/services/accounts/plan-handover.ts';
import { lastPosition } from '#app/services/documents/position.ts';
import { copyBlob } from '#app/services/files/copy-files.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { execute, lockTree, models, select } from '#db/connection.ts';
import { FILE_COLUMNS, type FileRow } from '#db/queries/files.ts';
import { listed } from '#db/query.ts';

/** Files whose bytes have been copied for heirs, as `file id + heir id`. */
type Brought = Set<string>;
const mark = ({ id }: FileRow, heirId: string) => `${id} ${heirId}`;

/** Copies the bytes of all files that a handover includes. Call before its transaction. Throws `uploadFailed`. */
export async function bringFiles(ownerId: string, brought: Brought): Promise<void> {
  for (const handover of await planHandover(ownerId)) {
    for (const file of await filesOf(handover)) {
      if (brought.has(mark(file, handover.heirId))) continue;
      if (file.confirmedAt !== null) await copyBlob(file, handover.heirId);
      brought.add(mark(file, handover.heirId));
    }
  }
}

/**
 * Transfers branches of an account to the people who edit them. Call in the transaction that deletes the rest, before
 * that. Returns false without changes if a file was added since `bringFiles`.
 */
export async function handOver(ownerId: string, brought: Brought): Promise<boolean> {
  const handovers = await planHandover(ownerId);
  const files = await Promise.all(handovers.map(filesOf));
  const isComplete = handovers.every(({ heirId }, at) => files[at]!.every((file) => brought.has(mark(file, heirId))));
  if (!isComplete) return false;
  // Runs before any branch is transferred, as its share entries may grant access to another.
  for (const handover of handovers) await keepInherited(handover);
  for (const handover of handovers) await give(handover);
  return true;
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
 * Copies share entries from above to the top of a branch, so that nobody gains access: the nearest of each person, unless
 * a group of theirs has a nearer one, and groups only from the nearest document with any.
 */
async function keepInherited({ topId, heirId }: Handover): Promise<void> {
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

async function give({ topId, heirId, documentIds }: Handover): Promise<void> {
  const bind = { ids: JSON.stringify(documentIds), heir: heirId };
  const given = `IN (${listed('ids')})`;
  await lockTree(heirId);
  const position = await lastPosition({ parentId: null, ownerId: heirId });
  await execute(`UPDATE documents SET owner_id = $heir, import_id = NULL WHERE id ${given}`, bind);
  await (await models()).Document.update({ parentId: null, position }, { where: { id: topId } });
  await execute(`UPDATE files SET owner_id = $heir WHERE document_id ${given}`, bind);
  await execute(`DELETE FROM shares WHERE user_id = $heir AND document_id ${given}`, bind);
  // The owner who published the branch is gone; the heir decides again.
  await execute(`DELETE FROM public_links WHERE document_id ${given}`, { ids: bind.ids });
  signal({ kind: 'tree', ownerId: heirId, parentId: null });
  signal({ kind: 'shares', documentId: topId, userIds: [heirId] });
  await tell({ topId, heirId, documentIds });
}

async function tell({ topId, heirId, documentIds }: Handover): Promise<void> {
  const [heir] = await select<{ email: string; lng: Language | null; title: string }>(
    `SELECT users.email, users.lng, documents.title FROM users JOIN documents ON documents.owner_id = users.id
     WHERE users.id = $heirId AND documents.id = $topId`,
    { heirId, topId },
  );
  if (!heir) return;
  const content = { title: heir.title, count: documentIds.length, documentUrl: `${mailOrigin()}/doc/${topId}` };
  await queueMail(handoverMail(heir.email, heir.lng ?? config().defaultLanguage, content));
}
