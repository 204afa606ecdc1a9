import { secondFactorMail } from '#app/emails/second-factor-mail.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { type Administered, administerAccounts } from '#app/services/administration/administer-accounts.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { clearTotp } from '#app/services/sign-in/remove-totp.ts';
import { models } from '#db/connection.ts';

/**
 * Removes all second factors of accounts whose owners lost device and recovery codes, and notifies them by mail. The
 * caller must have verified their identity. Accounts without a factor are unchanged. Throws `permissionDenied`,
 * `userNotFound`.
 */
export function resetTwoFactor(by: Administration, names: string[]): Promise<Administered[]> {
  return administerAccounts(by, names, async ({ id, email }) => {
    const user = await (await models()).User.findByPk(id);
    if (!user?.mailFactorAt && !user?.totpSecret) return null;
    await user.update({ mailFactorAt: null });
    await clearTotp(id);
    await queueMail(secondFactorMail(email, mailLanguage(user), 'reset', mailOrigin()));
    return 'user.reset-two-factor';
  });
}
