import { AppError } from '#app/errors.ts';
import type { Language } from '#app/i18n/language.ts';
import type { CodeType } from '#app/schemas/accounts.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import type { Asker } from '#app/services/sign-in/asker.ts';
import { getSecondFactorChoice } from '#app/services/sign-in/second-factor-choice.ts';
import { issueCode, issueCodeOrNull } from '#app/services/sign-in/verification-codes.ts';
import { writeCodeMail } from '#app/services/sign-in/write-code-mail.ts';
import { inTransaction, models } from '#db/connection.ts';

type CodeRequest = { email: string; type: CodeType; tempId?: string | undefined };

/**
 * Mails another code. Answers alike whether the address has an account; at most one a minute per address and type,
 * and five an hour per address: throws `requestTooFrequent`. `2fa` needs the tempId that signing in gave: throws
 * `invalidTempId`, and `permissionDenied` where the account takes no mailed code.
 */
export async function sendCode({ email, type, tempId }: CodeRequest, lng: Language, asker: Asker): Promise<void> {
  if (type === '2fa') await requireMailFactor(tempId, email);
  await inTransaction(async () => {
    const code = await issueCode({ email, type, asker });
    await queueMail((await isExpecting(email, type)) ? writeCodeMail(email, lng, type, code) : null);
  });
}

/** Starts a password reset: always the same answer; within a minute of the last code nothing is sent. */
export async function requestPasswordReset(email: string, lng: Language, asker: Asker): Promise<void> {
  await inTransaction(async () => {
    const code = await issueCodeOrNull({ email, type: 'reset-password', asker });
    const isAnswered = code && (await isExpecting(email, 'reset-password'));
    await queueMail(isAnswered ? writeCodeMail(email, lng, 'reset-password', code) : null);
  });
}

async function requireMailFactor(tempId: string | undefined, email: string): Promise<void> {
  const choice = await getSecondFactorChoice(tempId);
  if (choice.email !== email) throw new AppError('invalidTempId');
  if (!choice.mail) throw new AppError('permissionDenied');
}

async function isExpecting(email: string, type: CodeType): Promise<boolean> {
  // Whoever asks is signed in, and the address is the one they want to have.
  if (type === 'change-email') return true;
  const user = await (await models()).User.findOne({ where: { email } });
  if (type === 'register') return Boolean(user && !user.verifiedAt && user.status === 'ACTIVE');
  return Boolean(user?.verifiedAt && user.status === 'ACTIVE');
}
