import { EVERYONE, EVERYONE_ID } from '#app/schemas/groups.ts';
import { type Finding, finding } from '#app/services/maintenance/check/finding.ts';
import { linkInvitations } from '#app/services/shares/link-invitations.ts';
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
    if (repair) await inTransaction(() => linkInvitations({ id: userId!, email }));
    yield finding('permissions', 'unlinkedShare', String(id), { detail: email, repaired: repair });
  }
  const foreign = await select<Row>(
    `SELECT shares.id, shares.email FROM shares JOIN users ON users.id = shares.user_id
     WHERE users.email <> shares.email AND EXISTS (SELECT 1 FROM users AS other WHERE other.email = shares.email)`,
  );
  for (const { id, email } of foreign) yield finding('permissions', 'foreignShare', String(id), { detail: email });
  yield* checkGroups(repair);
}

/** Checks that the built-in group has its row, and no members or keepers, as it implicitly contains everyone. */
async function* checkGroups(repair: boolean): AsyncGenerator<Finding> {
  const { Group, GroupKeeper, GroupMember } = await models();
  if (!(await Group.findByPk(EVERYONE_ID))) {
    const row = { id: EVERYONE_ID, name: EVERYONE, createdAt: 0, updatedAt: 0 };
    if (repair) await inTransaction(() => Group.create(row));
    yield finding('permissions', 'noEveryone', EVERYONE_ID, { repaired: repair });
  }
  const where = { groupId: EVERYONE_ID };
  const listed = (await GroupMember.count({ where })) + (await GroupKeeper.count({ where }));
  if (listed === 0) return;
  if (repair) {
    await inTransaction(async () => {
      await GroupMember.destroy({ where });
      await GroupKeeper.destroy({ where });
    });
  }
  yield finding('permissions', 'everyoneListed', EVERYONE_ID, { detail: String(listed), repaired: repair });
}
