import { secondFactorMail } from '#app/emails/second-factor-mail.ts';
import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { accountDetails } from '#app/services/accounts/account-details.ts';
import { recordFailedSignIn } from '#app/services/audit/record-act.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { forgetGuesses, returnGuess, takeGuess } from '#app/services/sign-in/code-guesses.ts';
import { consumeAttempt, consumeCode, guessKeyOf } from '#app/services/sign-in/consume-code.ts';
import type { SignedIn } from '#app/services/sign-in/enter-account.ts';
import { consumeGrant, getGrant, takeGrantGuess } from '#app/services/sign-in/grants.ts';
import { consumeRecoveryCode, isSpentRecoveryCode } from '#app/services/sign-in/recovery-codes.ts';
import { NOBODY } from '#app/services/sign-in/requester.ts';
import { consumeTotpStep, isSpentStep, totpStepOf } from '#app/services/sign-in/totp.ts';
import { isSpentCode } from '#app/services/sign-in/verification-codes.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAccount } from '#db/locks.ts';
import type { User } from '#db/models/user.ts';

type Proof = { tempId?: string | undefined; email: string; code: string; recoveryCode?: string | undefined };

/**
 * Completes a sign-in with its second factor: an authenticator code, a recovery code, or the mailed code. Throws
 * `invalidTempId`, `userNotActive`, `codeInvalid` (also for a used code, which does not count as a guess), and
 * `requestTooFrequent` after ten wrong ones in a day.
 */
export async function verifySecondFactor(proof: Proof, userAgent: string | null): Promise<SignedIn> {
  const { userId, remember, isUsed } = await getGrant(proof.tempId, '2fa');
  const user = await (await models()).User.findByPk(userId);
  if (user?.email !== proof.email) throw new AppError('codeInvalid');
  if (!accountAllows('enter', user)) throw new AppError('userNotActive');
  if (await isSpent(user, proof)) throw new AppError('codeInvalid');
  if (isUsed) throw new AppError('invalidTempId');
  try {
    await prove(user, proof);
  } catch (error) {
    if (error instanceof AppError) await recordFailedSignIn(user.id, 'code');
    throw error;
  }
  return inTransaction(async () => {
    const locked = await lockAccount(user.id);
    if (!locked || !accountAllows('enter', locked)) throw new AppError('userNotActive');
    // A reset or suspension meanwhile has used up the grant.
    await consumeGrant(proof.tempId!, '2fa');
    if (user.totpConfirmedAt && proof.recoveryCode) {
      await queueMail(secondFactorMail(user.email, mailLanguage(user), 'recovered', mailOrigin()));
    }
    return { user: await accountDetails(locked), credentials: await startSession(user.id, { userAgent, remember }) };
  });
}

async function prove(user: User, proof: Proof): Promise<void> {
  if (user.totpConfirmedAt) await proveByAuthenticator(user, proof);
  else if (user.mailFactorAt) await consumeCode(user.email, '2fa', proof, NOBODY);
  else throw new AppError('codeInvalid');
}

async function isSpent(user: User, { code, recoveryCode }: Proof): Promise<boolean> {
  if (recoveryCode) return isSpentRecoveryCode(user.id, recoveryCode);
  const step = user.totpConfirmedAt ? totpStepOf(user, code) : null;
  return step === null ? isSpentCode(user.email, '2fa', code) : isSpentStep(user, step);
}

/** Consumes one of the sign-in's five guesses and of the account's ten before checking the code. */
async function proveByAuthenticator(user: User, proof: Proof): Promise<void> {
  if (!(await takeGrantGuess(proof.tempId!))) {
    throw new AppError('codeInvalid', { fields: { code: [{ key: 'code.startAgain' }] } });
  }
  const guesser = guessKeyOf(user.email, '2fa');
  await takeGuess(guesser);
  if (await isRight(user, proof)) return forgetGuesses(guesser);
  const fresh = await (await models()).User.findByPk(user.id);
  // The code is right, but a concurrent request used it first. It does not count as a wrong guess.
  if (fresh && (await isSpent(fresh, proof))) await returnGuess(guesser);
  throw new AppError('codeInvalid');
}

/** A mailed code can also be six digits, so it is checked last. */
async function isRight(user: User, { code, recoveryCode }: Proof): Promise<boolean> {
  if (recoveryCode) return consumeRecoveryCode(user.id, recoveryCode);
  const step = totpStepOf(user, code);
  if (step !== null) return consumeTotpStep(user.id, step);
  if (!user.mailFactorAt) return false;
  return (await consumeAttempt({ email: user.email, type: '2fa', account: null }, code)) === 'right';
}
