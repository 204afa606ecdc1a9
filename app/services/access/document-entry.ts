import type { Commenting } from '#app/policies/comment-policy.ts';
import { entryOf } from '#app/services/access/share-entries.ts';
import type { Actor } from '#app/services/actor.ts';

export type NoticeType = 'NEW' | 'UPDATE' | 'NONE';

/** A document without its text, as seen by one actor: the contract's listing entry. */
export type DocumentEntry = {
  id: string;
  title: string;
  parentId: string | null;
  icon: string | null;
  isLeaf: boolean;
  isStarred: boolean;
  isArchived: boolean;
  position: number;
  coverImage: { url: string; scrollY: number } | null;
  createdAt: string;
  updatedAt: string;
  version: number;
  /** Both are null if the owner's account is deleted. */
  owner: { displayName: string | null; email: string | null };
  permission: 'EDIT' | 'READ';
  commenting: Commenting;
  noticeType: NoticeType;
};

export type EntryRow = {
  id: string;
  title: string;
  parentId: string | null;
  icon: string | null;
  hasChild: number | boolean;
  position: number;
  version: number;
  archivedAt: number | null;
  createdAt: number;
  updatedAt: number;
  updatedBy: string;
  ownerId: string;
  ownerName: string | null;
  ownerEmail: string | null;
  starredAt: number | null;
  seenVersion: number | null;
  permission: 'EDIT' | 'READ';
  commenting: Commenting;
  coverUrl: string | null;
  coverScrollY: number | null;
};

/** Columns of an EntryRow, except `permission` and `parentId`, which depend on how the document was reached. */
export const ENTRY_COLUMNS = `
  documents.id, documents.title, documents.icon, documents.position, documents.version,
  documents.archived_at AS "archivedAt", documents.created_at AS "createdAt", documents.updated_at AS "updatedAt",
  documents.cover_url AS "coverUrl", documents.cover_scroll_y AS "coverScrollY", documents.commenting,
  documents.updated_by AS "updatedBy", documents.owner_id AS "ownerId",
  CASE WHEN owner.status <> 'DELETED' THEN owner.display_name END AS "ownerName",
  CASE WHEN owner.status <> 'DELETED' THEN owner.email END AS "ownerEmail",
  reader_states.starred_at AS "starredAt", reader_states.seen_version AS "seenVersion",
  EXISTS (
    SELECT 1 FROM documents AS child WHERE child.parent_id = documents.id AND child.archived_at IS NULL
      AND COALESCE(${entryOf('child')}, 'READ') <> 'NONE'
  ) AS "hasChild"`;

/** Joins required by ENTRY_COLUMNS. */
export const ENTRY_JOINS = `
  JOIN users AS owner ON owner.id = documents.owner_id
  LEFT JOIN reader_states ON reader_states.document_id = documents.id AND reader_states.user_id = $me`;

export function toEntry(actor: Actor, row: EntryRow): DocumentEntry {
  return {
    id: row.id,
    title: row.title,
    parentId: row.parentId,
    icon: row.icon,
    isLeaf: !row.hasChild,
    isStarred: row.starredAt !== null,
    isArchived: row.archivedAt !== null,
    position: row.position,
    coverImage: row.coverUrl === null ? null : { url: row.coverUrl, scrollY: row.coverScrollY ?? 0 },
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    version: row.version,
    owner: { displayName: row.ownerName, email: row.ownerEmail },
    permission: row.permission,
    commenting: row.commenting,
    noticeType: noticeOf(actor, row),
  };
}

/**
 * Returns NEW until a shared document is first opened, UPDATE after a later change by someone else; own documents are
 * never NEW.
 */
export function noticeOf(
  actor: Actor,
  row: Pick<EntryRow, 'ownerId' | 'seenVersion' | 'updatedBy' | 'version'>,
): NoticeType {
  if (row.seenVersion !== null) return row.version > row.seenVersion ? 'UPDATE' : 'NONE';
  if (row.ownerId !== actor.id) return 'NEW';
  return row.updatedBy === actor.id ? 'NONE' : 'UPDATE';
}
