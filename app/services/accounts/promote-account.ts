import { AppError } from '#app/errors.ts';
import { execute } from '#db/connection.ts';

/** Makes an account an administrator; one that is already stays so. Throws `userNotFound`. */
export async function promoteAccount(email: string): Promise<void> {
  const changed = await execute(
    "UPDATE users SET role = 'ADMIN', updated_at = $now WHERE email = $email AND verified_at IS NOT NULL AND status <> 'DELETED'",
    { email: email.trim().toLowerCase(), now: Date.now() },
  );
  if (changed === 0) throw new AppError('userNotFound');
}
