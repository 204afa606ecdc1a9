import { AppError } from '#app/errors.ts';
import { mayShare, type ShareVerb } from '#app/policies/share-policy.ts';
import { PERMISSIONS } from '#app/schemas/shares.ts';
import { type DocumentAccess, getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import type { SharePermission } from '#db/models/share.ts';
import { findShares, IS_DECLINED, type ShareRow } from '#db/queries/shares.ts';

/** A share with a person. `userId` and `displayName` are null for a pending invitation. */
export type PersonShare = {
  id: number;
  userId: string | null;
  email: string;
  displayName: string | null;
  permission: SharePermission;
  /** Present only for a deleted account; the share has no effect until the account is restored. */
  isDeleted?: true;
  /** The mail server's answer. Present only for an invitation whose address it refused for good. */
  mailRefusal?: string;
  /** Present only for an invitation whose address wants no mails about shares. */
  isDeclined?: true;
};
export type GroupShare = {
  id: number;
  userId: null;
  email: null;
  displayName: null;
  permission: SharePermission;
  groupId: string;
  groupName: string;
};
export type ShareEntry = PersonShare | GroupShare;
/** Identifies a share of a document by its id or its recipient, or by both if they agree. */
export type WhichShare = {
  shareId?: number | undefined;
  userId?: string | undefined;
  groupId?: string | undefined;
};

export const isGroupShare = <Entry extends ShareEntry>(entry: Entry): entry is Entry & GroupShare => 'groupId' in entry;

export function toPermission(word: string): SharePermission {
  const permission = PERMISSIONS.find((known) => known === word);
  if (!permission) throw new AppError('invalidSharePermission');
  return permission;
}

/**
 * Returns the access if it allows an act on the document's shares. Throws `documentNotFound`, `documentAccessDenied`.
 */
export async function requireShareAccess(
  actor: Actor,
  document: string | DocumentAccess,
  verb: ShareVerb,
  { isRecipient = false } = {},
): Promise<DocumentAccess> {
  const access = await getAccess(actor, document);
  if (!mayShare(verb, { access, isRecipient })) throw new AppError('documentAccessDenied');
  return access;
}

/** True if something names the entry and everything that is named is of this entry. */
export function isMeant(entry: ShareEntry, { shareId, userId, groupId }: WhichShare): boolean {
  if (shareId === undefined && userId === undefined && groupId === undefined) return false;
  if (shareId !== undefined && entry.id !== shareId) return false;
  if (userId !== undefined && entry.userId !== userId) return false;
  return groupId === undefined || (isGroupShare(entry) && entry.groupId === groupId);
}

export async function getShare(documentId: string, which: WhichShare): Promise<ShareEntry> {
  const share = (await sharesOf(documentId)).find((entry) => isMeant(entry, which));
  if (!share) throw new AppError('shareNotFound');
  return share;
}

export async function sharesOf(documentId: string): Promise<ShareEntry[]> {
  return (await findShares({ documentId })).map(toShareEntry);
}

/** Columns of a ShareRow. */
export const SHARE_COLUMNS = `shares.id, shares.user_id AS "userId", shares.email,
  users.display_name AS "displayName", shares.permission, users.status, shares.group_id AS "groupId",
  groups.name AS "groupName", shares.mail_refusal AS "mailRefusal", ${IS_DECLINED}`;

/** Converts a row. For a deleted account, the owner sees only the address. */
export function toShareEntry(row: ShareRow): ShareEntry {
  const { id, email, userId, displayName, permission, status, groupId, groupName, mailRefusal, isDeclined } = row;
  if (groupId !== null) {
    return { id, userId: null, email: null, displayName: null, permission, groupId, groupName: groupName ?? '' };
  }
  const person = { id, userId, email: email ?? '', displayName, permission };
  if (userId === null && Number(isDeclined) > 0) return { ...person, isDeclined: true };
  if (userId === null && mailRefusal !== null) return { ...person, mailRefusal };
  return status === 'DELETED' ? { ...person, displayName: null, isDeleted: true } : person;
}
