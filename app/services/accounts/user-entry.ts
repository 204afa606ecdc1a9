import { DAY_MS } from '#app/services/day.ts';
import type { UserRole, UserStatus } from '#db/models/user.ts';

/** Period in which a deleted account can be restored before it is purged. */
export const PURGE_AFTER_MS = 30 * DAY_MS;

/** Returns when an account that was deleted at an instant is purged. */
export const purgeAtOf = (deletedAt: number): string => new Date(deletedAt + PURGE_AFTER_MS).toISOString();

/** An account as administrators see it: the contract's row, its document count, and its purge date. */
export type UserEntry = {
  id: string;
  email: string;
  displayName: string | null;
  username: string | null;
  role: UserRole;
  status: UserStatus;
  verified: boolean;
  createdAt: string;
  /** Time of the last activity, within the hour; null for none. */
  lastSeenAt: string | null;
  documents: number;
  purgeAt: string | null;
  /** Number of bytes; null for no limit. */
  storageLimit: number | null;
};

export type UserEntryRow = Omit<UserEntry, 'verified' | 'createdAt' | 'lastSeenAt' | 'purgeAt'> & {
  lastSeenAt: number | null;
  verifiedAt: number | null;
  createdAt: number;
  deletedAt: number | null;
};

/** Columns of a UserEntryRow. */
export const USER_COLUMNS = `users.id, users.email, users.display_name AS "displayName", users.username, users.role,
  users.status, users.verified_at AS "verifiedAt", users.created_at AS "createdAt",
  users.last_seen_at AS "lastSeenAt", users.deleted_at AS "deletedAt",
  users.storage_limit AS "storageLimit",
  (SELECT COUNT(*) FROM documents WHERE documents.owner_id = users.id) AS documents`;

export function toUserEntry({ verifiedAt, createdAt, lastSeenAt, deletedAt, ...rest }: UserEntryRow): UserEntry {
  return {
    ...rest,
    documents: Number(rest.documents),
    storageLimit: rest.storageLimit === null ? null : Number(rest.storageLimit),
    verified: verifiedAt !== null,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: lastSeenAt === null ? null : new Date(Number(lastSeenAt)).toISOString(),
    purgeAt: rest.status === 'DELETED' ? purgeAtOf(deletedAt ?? createdAt) : null,
  };
}
