import { models } from '#db/connection.ts';

/** Maximum number of documents in one query. */
const DOCUMENTS_TOGETHER = 500;

/**
 * Gives the copies of a branch the NONE entries of their originals, so that no copy is open to people whom its original
 * is closed to. Does nothing for another owner: no entry reaches their copies, and only the owner of the originals may
 * know the entries. `copyOf` maps the id of an original to that of its copy. Call in the transaction that publishes the
 * copies.
 */
export async function copyClosings(copyOf: Map<string, string>, ownerId: string): Promise<void> {
  const { Document, Share } = await models();
  const ids = [...copyOf.keys()];
  const original = await Document.findByPk(ids[0], { attributes: ['ownerId'] });
  if (original?.ownerId !== ownerId) return;
  const now = Date.now();
  for (let at = 0; at < ids.length; at += DOCUMENTS_TOGETHER) {
    const closings = await Share.findAll({
      attributes: ['documentId', 'email', 'userId', 'groupId'],
      where: { documentId: ids.slice(at, at + DOCUMENTS_TOGETHER), permission: 'NONE' },
      order: ['id'],
    });
    const rows = closings.map(({ documentId, email, userId, groupId }) => ({
      ...{ email, userId, groupId, permission: 'NONE' as const, createdAt: now, updatedAt: now },
      documentId: copyOf.get(documentId)!,
    }));
    if (rows.length > 0) await Share.bulkCreate(rows);
  }
}
