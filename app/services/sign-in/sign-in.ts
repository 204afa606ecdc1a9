import { AppError } from '#app/errors.ts';
import { isWithinLimit, requireWithinLimit } from '#app/services/limits/request-limits.ts';
import { countSignInTry, forgetSignInTries } from '#app/services/limits/sign-in-throttle.ts';
import { type Entry, enterAccount } from '#app/services/sign-in/enter-account.ts';
import { verifyPassword } from '#app/services/sign-in/password-hash.ts';
import { models } from '#db/connection.ts';

/** From where: the browser's name for the list of devices, and the client address that is counted. */
type Client = { userAgent: string | null; address: string };
type SignIn = { email: string; password: string; remember: boolean };

/**
 * Signs in with a password. Throws `passwordIncorrect` for an unknown address, a wrong password and an account without
 * one, alike and in the same time; `userNotActive` only after the right password; `requestTooFrequent` after too many
 * wrong ones, for the account or from one client address. With a second factor it is half done.
 */
export async function signIn({ email, password, remember }: SignIn, { userAgent, address }: Client): Promise<Entry> {
  await requireWithinLimit('failedSignIn', address);
  await countSignInTry(email);
  const user = await (await models()).User.findOne({ where: { email } });
  if (!(await verifyPassword(user?.passwordHash, password)) || !user) {
    await isWithinLimit('failedSignIn', address);
    throw new AppError('passwordIncorrect');
  }
  await forgetSignInTries(email);
  if (user.status !== 'ACTIVE' || !user.verifiedAt) {
    const data = user.status === 'ACTIVE' ? { verify: true } : undefined;
    throw new AppError('userNotActive', { data });
  }
  return enterAccount(user, { userAgent, remember });
}
