import { requireAnotherAdministrator } from '#app/services/accounts/administrators.ts';
import { requirePassword } from '#app/services/accounts/change-password.ts';
import type { Actor } from '#app/services/actor.ts';
import { endSessionsOf } from '#app/services/sessions/end-session.ts';
import { execute, inTransaction } from '#db/connection.ts';

/**
 * Deletes one's own account: it cannot sign in and every session ends at once; what it owned goes after 30 days (purge).
 * Throws `passwordNotSet`, `passwordIncorrect`, and `permissionDenied` for the last administrator.
 */
export async function deleteAccount(actor: Actor, password: string): Promise<void> {
  await requirePassword(actor, password, 'password');
  await inTransaction(async () => {
    await requireAnotherAdministrator(actor.id);
    await execute("UPDATE users SET status = 'DELETED', updated_at = $now WHERE id = $me", {
      me: actor.id,
      now: Date.now(),
    });
    await endSessionsOf(actor.id);
  });
}
