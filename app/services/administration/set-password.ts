import { passwordChangedMail } from '#app/emails/password-changed-mail.ts';
import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import { administerAccounts } from '#app/services/administration/administer-accounts.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { endSessionsOf } from '#app/services/sessions/end-session.ts';
import { createGrant } from '#app/services/sign-in/grants.ts';
import { hashNewPassword } from '#app/services/sign-in/password-rule.ts';
import { models } from '#db/connection.ts';

export type PasswordReset = { account: UserEntry; tempId: string | null };

/**
 * Sets an account's password, or with null issues a one-time grant to choose one; ends all its sessions and notifies
 * the owner by mail (with a grant: when it is used). Throws `permissionDenied`, `userNotFound`, `userNotActive`.
 */
export async function setPassword(by: Administration, name: string, password: string | null): Promise<PasswordReset> {
  const passwordHash = password === null ? null : await hashNewPassword(password);
  let tempId: string | null = null;
  const [account] = await administerAccounts(by, [name], async (known) => {
    if (!accountAllows('setPassword', known)) throw new AppError('userNotActive');
    const { id, email } = known;
    if (passwordHash !== null)
      await (await models()).User.update({ passwordHash, updatedAt: Date.now() }, { where: { id } });
    await endSessionsOf(id);
    // Only now, as earlier grants have just been used up.
    if (passwordHash === null) tempId = await createGrant(id, 'reset-password');
    else await tellOwner(id, email);
    return 'user.reset-password';
  });
  if (!account) throw new AppError('userNotFound');
  return { account, tempId };
}

async function tellOwner(id: string, email: string): Promise<void> {
  const user = await (await models()).User.findByPk(id, { attributes: ['lng'] });
  await queueMail(passwordChangedMail(email, mailLanguage(user), mailOrigin()));
}
