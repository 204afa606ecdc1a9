import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { inTransaction, models, select } from '#db/connection.ts';

type Row = { id: number; documentId: string; email: string; userId: string | null };

/**
 * Checks for share entries of the owner, pending ones of existing accounts, and ones with another account's address.
 */
export async function* checkPermissions(repair: boolean): AsyncGenerator<Finding> {
  const own = await select<Row>(
    `SELECT shares.id, shares.email FROM shares JOIN documents ON documents.id = shares.document_id
     WHERE shares.user_id = documents.owner_id`,
  );
  for (const { id, email } of own) {
    if (repair) await inTransaction(async () => (await models()).Share.destroy({ where: { id } }));
    yield finding('permissions', 'ownShare', String(id), { detail: email, repaired: repair });
  }
  const waiting = await select<Row>(
    `SELECT shares.id, shares.email, users.id AS "userId" FROM shares JOIN users ON users.email = shares.email
     WHERE shares.user_id IS NULL AND users.verified_at IS NOT NULL AND users.status <> 'DELETED'`,
  );
  for (const { id, email, userId } of waiting) {
    if (repair) await inTransaction(async () => (await models()).Share.update({ userId }, { where: { id } }));
    yield finding('permissions', 'unlinkedShare', String(id), { detail: email, repaired: repair });
  }
  const foreign = await select<Row>(
    `SELECT shares.id, shares.email FROM shares JOIN users ON users.id = shares.user_id
     WHERE users.email <> shares.email AND EXISTS (SELECT 1 FROM users AS other WHERE other.email = shares.email)`,
  );
  for (const { id, email } of foreign) yield finding('permissions', 'foreignShare', String(id), { detail: email });
}
