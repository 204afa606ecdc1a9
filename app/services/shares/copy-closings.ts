import { models, select } from '#db/connection.ts';
import { isListed } from '#db/query.ts';

type Closing = { documentId: string; email: string | null; userId: string | null; groupId: string | null };

const CLOSINGS = () => `SELECT shares.document_id AS "documentId", shares.email, shares.user_id AS "userId",
    shares.group_id AS "groupId"
  FROM shares JOIN documents ON documents.id = shares.document_id
  WHERE ${isListed('shares.document_id', 'ids')} AND shares.permission = 'NONE' AND documents.owner_id = $ownerId
  ORDER BY shares.id`;

/**
 * Gives copies the NONE entries of their originals, so that no copy is open to people whom its original is closed to.
 * Skips copies for another owner: no entry reaches them, and only the owner of the original may know its entries.
 * `copyOf` maps the id of an original to that of its copy. Call in the transaction that publishes the copies.
 */
export async function copyClosings(copyOf: Map<string, string>, ownerId: string): Promise<void> {
  const ids = JSON.stringify([...copyOf.keys()]);
  const closings = await select<Closing>(CLOSINGS(), { ids, ownerId });
  if (closings.length === 0) return;
  const now = Date.now();
  const kept = { permission: 'NONE', createdAt: now, updatedAt: now } as const;
  const rows = closings.map((closing) => ({ ...closing, ...kept, documentId: copyOf.get(closing.documentId)! }));
  await (await models()).Share.bulkCreate(rows);
}
