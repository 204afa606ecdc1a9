import { handoverMail } from '#app/emails/handover-mail.ts';
import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { mayShare } from '#app/policies/share-policy.ts';
import { type DocumentAccess, getAccess, loadChains } from '#app/services/access/document-access.ts';
import { planBranch } from '#app/services/accounts/plan-handover.ts';
import { keepInherited, transferBranch, withCopiedFiles } from '#app/services/accounts/transfer-branch.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { requireWithinStorageLimit } from '#app/services/files/storage-use.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { notifyPeople } from '#app/services/notifications/notify-people.ts';
import type { PersonWithAccess } from '#app/services/shares/list-people-with-access.ts';
import type { InheritedShare } from '#app/services/shares/list-shares.ts';
import { isGroupShare, type ShareEntry } from '#app/services/shares/share-entry.ts';
import { models } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';
import type { User } from '#db/models/user.ts';
import { measureBranch } from '#db/queries/branches.ts';

/** Numbers of documents, files, shares and public links that a handover moves. */
export type BranchSize = { documents: number; files: number; shares: number; links: number };
/** A person who can be the next owner. */
export type Heir = { userId: string; name: string };
type HandedOver = { name: string; documents: number };

/** Returns what `handOverDocument` moves. */
export async function measureHandover({ id, ownerId }: DocumentAccess): Promise<BranchSize> {
  const [size] = await measureBranch({ id, owner: ownerId });
  const { documents, files, shares, links } = size!;
  return { documents: Number(documents), files: Number(files), shares: Number(shares), links: Number(links) };
}

/** Selects those who can edit, of the people with access that the owner sees. */
export function heirsAmong(shares: ShareEntry[], inherited: InheritedShare[], reached: PersonWithAccess[]): Heir[] {
  const entries = [...inherited, ...shares].flatMap((entry) => (isGroupShare(entry) || entry.isDeleted ? [] : [entry]));
  const heirs = new Map<string, Heir & { mayEdit: boolean }>();
  for (const { userId, email, displayName, permission } of [...reached, ...entries]) {
    if (userId !== null) heirs.set(userId, { userId, name: displayName ?? email, mayEdit: permission === 'EDIT' });
  }
  return [...heirs.values()].filter(({ mayEdit }) => mayEdit).map(({ userId, name }) => ({ userId, name }));
}

/**
 * Makes somebody who can edit a document the owner of its branch, which becomes a root of theirs. Shares and public
 * links stay, the former owner can edit. Notifies the next owner by mail and in the inbox. Throws `documentNotFound`,
 * `documentAccessDenied`, `validationFailed` for a person who cannot edit or sign in, `sizeLimitExceeded` if the files
 * exceed that person's storage limit, and `uploadFailed`.
 */
export async function handOverDocument(actor: Actor, documentId: string, heirId: string): Promise<HandedOver> {
  const plan = async () => {
    await requireHeir(actor, documentId, heirId);
    return [await planBranch(documentId, actor.id, heirId)];
  };
  return withCopiedFiles(plan, async (copied) => {
    // In one order, so that two people who hand over to each other do not wait for each other.
    for (const id of [actor.id, heirId].toSorted()) await lockTree(id);
    const heir = await requireHeir(actor, documentId, heirId);
    const handover = await planBranch(documentId, actor.id, heirId);
    await keepInherited(handover);
    await transferBranch(handover, copied);
    await requireWithinStorageLimit(heirId);
    await keepEditing(actor, documentId);
    const documents = handover.documentIds.length;
    const detail = { to: heirId, documents };
    await recordEvent(actor.id, { action: 'document.hand-over', subject: documentId, detail });
    await tell(actor, heir, documentId, documents);
    signal({ kind: 'tree', ownerId: actor.id, parentId: null });
    signal({ kind: 'shares', documentId, userIds: [actor.id, heirId] });
    return { name: heir.displayName ?? heir.email, documents };
  });
}

/**
 * Returns the next owner. Only a person who can edit is accepted, so that nobody owns a document without having taken
 * part in it. Throws `documentAccessDenied` and `validationFailed`.
 */
async function requireHeir(actor: Actor, documentId: string, heirId: string): Promise<User> {
  const access = await getAccess(actor, documentId);
  if (!mayShare('handOver', { access })) throw new AppError('documentAccessDenied');
  const heir = await (await models()).User.findByPk(heirId);
  const theirs = (await loadChains({ id: heirId }, [documentId])).tryFind(documentId);
  const mayOwn = heir && accountAllows('signIn', heir) && theirs?.permission === 'EDIT' && !theirs.isOwner;
  if (!mayOwn) throw new AppError('validationFailed', { fields: { userId: [{ key: 'share.cannotOwn' }] } });
  return heir;
}

async function keepEditing(actor: Actor, documentId: string): Promise<void> {
  const now = Date.now();
  const { id: userId, email } = actor;
  const entry = { documentId, email, userId, permission: 'EDIT' as const, createdAt: now, updatedAt: now };
  await (await models()).Share.create(entry);
}

async function tell(actor: Actor, heir: User, documentId: string, count: number): Promise<void> {
  const act = { actorId: actor.id, documentId, threadId: null };
  const timings = await notifyPeople([{ userId: heir.id, kind: 'share' }], act, { isMailed: true });
  if (timings.get(heir.id) !== 'now') return;
  const document = await (await models()).Document.findByPk(documentId, { attributes: ['title'] });
  const from = actor.displayName ?? actor.email;
  const content = { title: document?.title ?? '', count, documentUrl: `${mailOrigin()}/doc/${documentId}`, from };
  await queueMail(handoverMail(heir.email, mailLanguage(heir), content));
}
