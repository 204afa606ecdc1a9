import { offsetOf, type Page } from '#app/schemas/paging.ts';
import { type DocumentAccess, getAccess } from '#app/services/access/document-access.ts';
import {
  type DocumentEntry,
  ENTRY_COLUMNS,
  ENTRY_JOINS,
  type EntryRow,
  toEntry,
} from '#app/services/access/document-entry.ts';
import { entryOf } from '#app/services/access/share-entries.ts';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';

/** A tree node with the fields of the contract's tree endpoint. */
export type TreeEntry = Pick<
  DocumentEntry,
  'id' | 'title' | 'icon' | 'parentId' | 'isLeaf' | 'isStarred' | 'position' | 'permission' | 'noticeType'
>;

/** Lists the children of a document in order; without a parent, the actor's roots. Throws `documentNotFound`. */
export async function listChildren(actor: Actor, parentId: string | null): Promise<TreeEntry[]> {
  return loadChildren(actor, parentId === null ? null : await getAccess(actor, parentId), '');
}

/** Returns a page of a document's children. */
export async function listChildrenPage(
  actor: Actor,
  parent: DocumentAccess,
  { page, limit }: { page: number; limit: number },
): Promise<Page<TreeEntry>> {
  const start = offsetOf({ page, limit });
  const rows = await loadChildren(actor, parent, `LIMIT ${limit + 1} OFFSET ${start}`);
  const isAll = page === 1 && rows.length <= limit;
  const total = isAll ? rows.length : await countChildren(actor, parent.id);
  return { items: rows.slice(0, limit), total, page, limit };
}

async function countChildren(actor: Actor, parentId: string): Promise<number> {
  const [row] = await select<{ total: number }>(
    `SELECT COUNT(*) AS total FROM documents
     WHERE documents.parent_id = $parentId AND documents.archived_at IS NULL ${CHILD_VISIBLE}`,
    { me: actor.id, parentId },
  );
  return Number(row?.total ?? 0);
}

async function loadChildren(actor: Actor, parent: DocumentAccess | null, cut: string): Promise<TreeEntry[]> {
  const { id: parentId, permission: inherited } = parent ?? { id: null, permission: 'EDIT' };
  const where =
    parentId === null ? 'documents.parent_id IS NULL AND documents.owner_id = $me' : 'documents.parent_id = $parentId';
  const rows = await select<EntryRow>(
    `SELECT ${ENTRY_COLUMNS}, documents.parent_id AS "parentId", ${CHILD_PERMISSION}
     FROM documents ${ENTRY_JOINS}
     WHERE ${where} AND documents.archived_at IS NULL ${CHILD_VISIBLE}
     ORDER BY documents.position, documents.id ${cut}`,
    { me: actor.id, inherited, ...(parentId === null ? {} : { parentId }) },
  );
  return rows.map((row) => treeEntry(toEntry(actor, row)));
}

// Permission of a visible child: its own share entry, else the parent's permission.
const CHILD_PERMISSION = `COALESCE(${entryOf('documents')}, CAST($inherited AS TEXT)) AS permission`;
const CHILD_VISIBLE = `AND COALESCE(${entryOf('documents')}, 'READ') <> 'NONE'`;

export function treeEntry(entry: DocumentEntry): TreeEntry {
  const { id, title, icon, parentId, isLeaf, isStarred, position, permission, noticeType } = entry;
  return { id, title, icon, parentId, isLeaf, isStarred, position, permission, noticeType };
}
