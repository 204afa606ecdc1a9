import { execute } from '#db/connection.ts';

/** Who stands as author where the author's account was purged: one account for all of them that nobody can sign in to. */
export const DELETED_USER_ID = 'cdeleteduser000000000000';

/** Makes it when the first account is purged. Its "address" is none, so nobody registers, invites or finds it. */
export async function ensureDeletedUser(): Promise<void> {
  await execute(
    `INSERT INTO users (id, email, status, role, created_at, updated_at)
     VALUES ($id, 'deleted user', 'DELETED', 'USER', 0, 0) ON CONFLICT (id) DO NOTHING`,
    { id: DELETED_USER_ID },
  );
}
