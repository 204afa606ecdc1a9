import { AppError } from '#app/errors.ts';
import type { Language } from '#app/i18n/language.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { getPendingAccount } from '#app/services/providers/pending-links.ts';
import { consumeCode } from '#app/services/sign-in/consume-code.ts';
import { type Entry, enterAccount } from '#app/services/sign-in/enter-account.ts';
import { NOBODY } from '#app/services/sign-in/requester.ts';
import { issueCode } from '#app/services/sign-in/verification-codes.ts';
import { writeCodeMail } from '#app/services/sign-in/write-code-mail.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Mails a code to verify the account of a pending link. Throws `invalidTempId`, `requestTooFrequent`. */
export async function sendLinkCode(tempId: string, lng: Language): Promise<void> {
  const { email } = await getPendingAccount(tempId);
  await inTransaction(async () => {
    const code = await issueCode({ email, type: 'link-provider', asker: NOBODY });
    await queueMail(writeCodeMail(email, lng, 'link-provider', code));
  });
}

/** Signs in with the mailed link code. Throws `invalidTempId`, `codeInvalid`. */
export async function signInWithLinkCode(
  tempId: string,
  code: string,
  userAgent: string | null,
): Promise<{ entry: Entry; email: string }> {
  const { userId, email, remember } = await getPendingAccount(tempId);
  await consumeCode(email, 'link-provider', { code }, NOBODY);
  const user = await (await models()).User.findByPk(userId);
  if (!user) throw new AppError('invalidTempId');
  return { entry: await enterAccount(userId, { userAgent, remember }), email };
}
