import { config } from '#app/config.server.ts';
import { accountDeletedMail } from '#app/emails/account-deleted-mail.ts';
import { AppError } from '#app/errors.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import { PURGE_AFTER_MS, type UserEntry } from '#app/services/accounts/user-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { administerAccounts } from '#app/services/administration/administer-accounts.ts';
import { requireAnotherAdministrator } from '#app/services/administration/administrators.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { endSessionsOf } from '#app/services/sessions/end-session.ts';
import { requirePassword } from '#app/services/sign-in/change-password.ts';
import { inTransaction, models } from '#db/connection.ts';

/**
 * Deletes the actor's own account: ends every session, blocks sign-in, marks its data for purging after 30 days, and
 * mails the owner. Where passwords are switched off, the caller must have required another proof. Throws
 * `passwordNotSet`, `passwordIncorrect`, and `permissionDenied` for the last administrator.
 */
export async function deleteAccount(actor: Actor, password: string): Promise<void> {
  if (config().passwordSignIn) await requirePassword(actor, password, 'password');
  await inTransaction(async () => {
    const deletedAt = await markDeleted(actor.id);
    await recordEvent(actor.id, { action: 'account.delete', subject: actor.id });
    const lng = mailLanguage(actor);
    await queueMail(accountDeletedMail(actor.email, lng, new Date(deletedAt + PURGE_AFTER_MS)));
  });
}

/**
 * Deletes other people's accounts. An already deleted one keeps its date. Throws `permissionDenied` (also for the last
 * administrator), `userNotFound`.
 */
export function deleteAccounts(by: Administration, names: string[]): Promise<UserEntry[]> {
  return administerAccounts(by, names, async ({ id, status }) => {
    if (status === 'DELETED') return null;
    await markDeleted(id);
    return 'user.delete';
  });
}

/** Returns the accounts a deletion would remove, for its confirmation. Throws as `deleteAccounts`. */
export async function previewDeletion(by: Administration, names: string[]): Promise<UserEntry[]> {
  return inTransaction(async () => {
    const accounts = await getAccounts(by, names);
    for (const { id } of accounts) await requireAnotherAdministrator(id);
    return accounts;
  });
}

/** Returns the time of the deletion. */
async function markDeleted(id: string): Promise<number> {
  await requireAnotherAdministrator(id);
  const now = Date.now();
  const changes = { status: 'DELETED', deletedAt: now, updatedAt: now } as const;
  const [deleted] = await (await models()).User.update(changes, { where: { id } });
  if (deleted === 0) throw new AppError('userNotFound');
  await endSessionsOf(id);
  return now;
}
