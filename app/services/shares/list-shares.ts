import type { DocumentAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import {
  isGroupShare,
  requireShareAccess,
  SHARE_COLUMNS,
  type ShareEntry,
  sharesOf,
  toShareEntry,
} from '#app/services/shares/share-entry.ts';
import { select } from '#db/connection.ts';
import type { ShareRow } from '#db/queries/shares.ts';

/** Lists the shares of a document; owner only. Throws `documentNotFound`, `documentAccessDenied`. */
export async function listShares(actor: Actor, document: string | DocumentAccess): Promise<ShareEntry[]> {
  const { id } = await requireShareAccess(actor, document, 'list');
  return sharesOf(id);
}

export type InheritedShare = ShareEntry & { fromId: string; fromTitle: string };

const recipientOf = (entry: ShareEntry) => (isGroupShare(entry) ? entry.groupId : entry.email);

/** Lists ancestor entries that apply to this document, each from its nearest ancestor; for the owner's page. */
export async function listInheritedShares(actor: Actor, document: string | DocumentAccess): Promise<InheritedShare[]> {
  const { id: documentId, path } = await requireShareAccess(actor, document, 'list');
  if (path.length === 0) return [];
  const names = path.map((_, index) => `$p${index}`).join(', ');
  const rows = await select<ShareRow & { fromId: string; fromTitle: string }>(
    `SELECT ${SHARE_COLUMNS}, documents.id AS "fromId", documents.title AS "fromTitle"
     FROM shares JOIN documents ON documents.id = shares.document_id LEFT JOIN users ON users.id = shares.user_id
     LEFT JOIN groups ON groups.id = shares.group_id
     WHERE shares.document_id IN (${names}) ORDER BY shares.id`,
    Object.fromEntries(path.map(({ id }, index) => [`p${index}`, id])),
  );
  const direct = new Set((await sharesOf(documentId)).map(recipientOf));
  const depth = new Map(path.map(({ id }, index) => [id, index]));
  const nearest = new Map<string, InheritedShare>();
  for (const row of rows.toSorted((a, b) => depth.get(a.fromId)! - depth.get(b.fromId)!)) {
    const entry = toShareEntry(row);
    nearest.set(recipientOf(entry), { ...entry, fromId: row.fromId, fromTitle: row.fromTitle });
  }
  return [...nearest.values()].filter((entry) => !direct.has(recipientOf(entry)));
}
