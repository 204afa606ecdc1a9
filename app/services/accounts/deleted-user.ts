import { inTransaction, models } from '#db/connection.ts';

/** Placeholder author for purged accounts: one shared account that cannot sign in. */
export const DELETED_USER_ID = 'cdeleteduser000000000000';

/** Creates the account at the first purge. Its "address" is invalid, so it cannot be registered, invited or found. */
export async function ensureDeletedUser(): Promise<void> {
  const account = { id: DELETED_USER_ID, email: 'deleted user', status: 'DELETED', role: 'USER' } as const;
  const unset = { passwordHash: null, displayName: null, username: null, imageUrl: null, lng: null };
  const row = { ...account, ...unset, registrationHash: null, createdAt: 0, updatedAt: 0 };
  await inTransaction(async () => (await models()).User.bulkCreate([row], { ignoreDuplicates: true }));
}
