import { secondFactorMail } from '#app/emails/second-factor-mail.ts';
import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { replaceRecoveryCodes } from '#app/services/sign-in/recovery-codes.ts';
import { newTotpSecret, totpStepOf } from '#app/services/sign-in/totp.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Creates an authenticator secret, replacing an unconfirmed one. A confirmed one stays. */
export async function startTotp(actor: Actor): Promise<void> {
  const unconfirmed = { id: actor.id, totpConfirmedAt: null };
  await inTransaction(async () =>
    (await models()).User.update({ totpSecret: newTotpSecret(actor.id), totpStep: null }, { where: unconfirmed }),
  );
}

/**
 * Confirms the authenticator with a code and mails the owner. Returns ten recovery codes, which cannot be read again.
 * Throws `codeInvalid`, also if an authenticator is already on.
 */
export async function confirmTotp(actor: Actor, code: string): Promise<string[]> {
  const user = await (await models()).User.findByPk(actor.id);
  const step = user && !user.totpConfirmedAt ? totpStepOf(user, code) : null;
  if (!user || step === null) throw new AppError('codeInvalid', { fields: { code: [{ key: 'code.wrong' }] } });
  return inTransaction(async () => {
    const now = Date.now();
    const unconfirmed = { id: actor.id, totpSecret: user.totpSecret, totpConfirmedAt: null };
    const [confirmed] = await (await models()).User.update(
      { totpConfirmedAt: now, totpStep: step, updatedAt: now },
      { where: unconfirmed },
    );
    if (confirmed === 0) throw new AppError('codeInvalid');
    await recordEvent(actor.id, { action: 'account.totp-on', subject: actor.id });
    await queueMail(secondFactorMail(actor.email, mailLanguage(actor), 'authenticatorOn', mailOrigin()));
    return replaceRecoveryCodes(actor.id);
  });
}
