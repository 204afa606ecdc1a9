import { execute } from '#db/connection.ts';

/** Placeholder author for purged accounts: one shared account that cannot sign in. */
export const DELETED_USER_ID = 'cdeleteduser000000000000';

/** Creates the account at the first purge. Its "address" is invalid, so it cannot be registered, invited or found. */
export async function ensureDeletedUser(): Promise<void> {
  await execute(
    `INSERT INTO users (id, email, status, role, created_at, updated_at)
     VALUES ($id, 'deleted user', 'DELETED', 'USER', 0, 0) ON CONFLICT (id) DO NOTHING`,
    { id: DELETED_USER_ID },
  );
}
