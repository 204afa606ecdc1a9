import { queueMail } from '#app/adapters/mailer.ts';
import { secondFactorMail } from '#app/emails/second-factor-mail.ts';
import { AppError } from '#app/errors.ts';
import { clearTotp } from '#app/services/accounts/remove-totp.ts';
import { mailOrigin } from '#app/services/mail-origin.ts';
import { execute, inTransaction } from '#db/connection.ts';
import { User } from '#db/models/user.ts';

/**
 * For someone who has lost device and recovery codes: takes every second factor off the account, which its owner is
 * told by mail. The operator has made sure who asks. Throws `userNotFound`.
 */
export async function resetTwoFactor(email: string): Promise<void> {
  const user = await User.findOne({ where: { email: email.trim().toLowerCase() } });
  if (!user?.verifiedAt) throw new AppError('userNotFound');
  await inTransaction(async () => {
    await execute('UPDATE users SET mail_factor_at = NULL WHERE id = $id', { id: user.id });
    await clearTotp(user.id);
  });
  queueMail(secondFactorMail(user.email, user.lng ?? 'en', 'reset', mailOrigin()));
}
