import { AppError } from '#app/errors.ts';
import type { ProofMethod } from '#app/schemas/problem.ts';
import { findIdentities } from '#app/services/accounts/find-identities.ts';
import type { Actor } from '#app/services/actor.ts';
import { guessKey, signedInCounter } from '#app/services/limits/counter.ts';
import { requirePassword } from '#app/services/sign-in/change-password.ts';
import { forgetGuesses, takeGuess } from '#app/services/sign-in/code-guesses.ts';
import { consumeRecoveryCode } from '#app/services/sign-in/recovery-codes.ts';
import { consumeTotpStep, totpStepOf } from '#app/services/sign-in/totp.ts';
import { inTransaction, models } from '#db/connection.ts';

const GOOD_FOR_MS = 10 * 60 * 1000;

export type ProofAgain = { password?: string | undefined; code?: string | undefined };

/** Throws `permissionDenied` with the possible proofs unless the session proved itself within ten minutes. */
export async function requireProof(actor: Actor, sessionId: string): Promise<void> {
  const row = await (await models()).Session.findOne({ where: { id: sessionId, userId: actor.id } });
  if (row && row.provedAt > Date.now() - GOOD_FOR_MS) return;
  throw new AppError('permissionDenied', { data: { proof: await waysToProve(actor) } });
}

/**
 * Proves identity again by the password or an authenticator code (or a recovery code); valid for ten minutes of this
 * session. Throws `passwordIncorrect`, `passwordNotSet`, `codeInvalid`, `requestTooFrequent`.
 */
export async function proveAgain(actor: Actor, sessionId: string, { password, code }: ProofAgain): Promise<void> {
  if (code) await requireFactor(actor, code);
  else await requirePassword(actor, password ?? '', 'password');
  await markProved(sessionId);
}

export async function markProved(sessionId: string): Promise<void> {
  const provedAt = Date.now();
  await inTransaction(async () => (await models()).Session.update({ provedAt }, { where: { id: sessionId } }));
}

/** Lists the possible proofs; `provider` means signing in there again. */
async function waysToProve(actor: Actor): Promise<ProofMethod[]> {
  const user = await (await models()).User.findByPk(actor.id);
  const identities = await findIdentities(actor.id);
  const ways: [ProofMethod, boolean][] = [
    ['password', Boolean(user?.passwordHash)],
    ['totp', Boolean(user?.totpConfirmedAt)],
    ['provider', identities.length > 0],
  ];
  return ways.filter(([, isPossible]) => isPossible).map(([way]) => way);
}

/**
 * Verifies an authenticator or recovery code of a signed-in person; ten wrong ones a day, wherever they are asked for.
 * Throws `codeInvalid`, `requestTooFrequent`.
 */
export async function requireFactor(actor: Actor, code: string): Promise<void> {
  const guesser = guessKey(signedInCounter(actor.id));
  await takeGuess(guesser);
  const user = await (await models()).User.findByPk(actor.id);
  if (user?.totpConfirmedAt) {
    const step = totpStepOf(user, code);
    if (step === null ? await consumeRecoveryCode(user.id, code) : await consumeTotpStep(user.id, step)) {
      return forgetGuesses(guesser);
    }
  }
  throw new AppError('codeInvalid', { fields: { code: [{ key: 'code.wrong' }] } });
}
