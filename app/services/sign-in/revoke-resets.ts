import { models } from '#db/connection.ts';
import type { User } from '#db/models/user.ts';

/**
 * Uses up what was issued to replace the password or the address of an account: reset grants, reset codes and codes for
 * a new address. Runs in the transaction that holds the account's lock.
 */
export async function revokeResets({ id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  const { Code, Grant } = await models();
  const used = { usedAt: Date.now() };
  await Grant.update(used, { where: { userId: id, purpose: 'reset-password', usedAt: null } });
  await Code.update(used, { where: { email, type: 'reset-password', usedAt: null } });
  await Code.update(used, { where: { requestedBy: id, usedAt: null } });
}
