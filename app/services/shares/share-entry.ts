import { AppError } from '#app/errors.ts';
import { mayShare, type ShareVerb } from '#app/policies/share-policy.ts';
import { PERMISSIONS } from '#app/schemas/shares.ts';
import { type DocumentAccess, findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import type { SharePermission } from '#db/models/share.ts';
import { findShares, type ShareRow } from '#db/queries/shares.ts';

/** `userId` and `displayName` are null for a pending invitation. */
export type ShareEntry = {
  id: number;
  userId: string | null;
  email: string;
  displayName: string | null;
  permission: SharePermission;
  /** Present only for a deleted account: the entry has no effect until it is restored. */
  isDeleted?: true;
};
/** Identifies an entry of a document by its id or its recipient. */
export type WhichShare = { shareId?: number | undefined; userId?: string | undefined };

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
): Promise<DocumentAccess> {
  const access = await findAccess(actor, document);
  if (!mayShare(verb, { access })) throw new AppError('documentAccessDenied');
  return access;
}

export async function findShare(documentId: string, { shareId, userId }: WhichShare): Promise<ShareEntry> {
  const share = (await sharesOf(documentId)).find(
    (entry) => (shareId !== undefined && entry.id === shareId) || (userId !== undefined && entry.userId === userId),
  );
  if (!share) throw new AppError('shareNotFound');
  return share;
}

export async function sharesOf(documentId: string): Promise<ShareEntry[]> {
  return (await findShares({ documentId })).map(toShareEntry);
}

/** Columns of a ShareRow. */
export const SHARE_COLUMNS = `shares.id, shares.user_id AS "userId", shares.email,
  users.display_name AS "displayName", shares.permission, users.status`;

/** For a deleted account the owner sees only the address they shared with. */
export function toShareEntry<Row extends ShareRow>({ status, ...entry }: Row) {
  return status === 'DELETED' ? { ...entry, displayName: null, isDeleted: true as const } : entry;
}
