import { AppError } from '#app/errors.ts';
import { execute, inTransaction } from '#db/connection.ts';

/** Makes accounts administrators, all or none. Throws `userNotFound`. */
export async function promoteAccounts(emails: string[]): Promise<void> {
  await inTransaction(async () => {
    for (const email of emails) {
      const changed = await execute(
        `UPDATE users SET role = 'ADMIN', updated_at = $now
         WHERE email = $email AND verified_at IS NOT NULL AND status <> 'DELETED'`,
        { email: email.trim().toLowerCase(), now: Date.now() },
      );
      if (changed === 0) throw new AppError('userNotFound');
    }
  });
}
