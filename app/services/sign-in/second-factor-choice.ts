import { AppError } from '#app/errors.ts';
import { getGrant } from '#app/services/sign-in/grants.ts';
import { models } from '#db/connection.ts';

/** Second factors that can complete a sign-in. */
export type SecondFactorChoice = { email: string; authenticator: boolean; mail: boolean };

/** Returns the second factors of the account behind a sign-in's tempId. Throws `invalidTempId`. */
export async function getSecondFactorChoice(tempId: string | undefined): Promise<SecondFactorChoice> {
  const { userId, isUsed } = await getGrant(tempId, '2fa');
  const user = isUsed ? null : await (await models()).User.findByPk(userId);
  if (!user) throw new AppError('invalidTempId');
  return { email: user.email, authenticator: Boolean(user.totpConfirmedAt), mail: Boolean(user.mailFactorAt) };
}
