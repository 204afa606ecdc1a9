import { AppError } from '#app/errors.ts';
import { type AccountDetails, accountDetails } from '#app/services/accounts/account-details.ts';
import { verifyPassword } from '#app/services/accounts/password-hash.ts';
import { type Credentials, startSession } from '#app/services/sessions/start-session.ts';
import { User } from '#db/models/user.ts';

type SignIn = { email: string; password: string; remember: boolean };
export type SignedIn = { user: AccountDetails; credentials: Credentials };

/**
 * Signs in with a password. Throws `passwordIncorrect` for an unknown address, a wrong password and an account without
 * one, alike and in the same time; `userNotActive` only after the right password.
 */
export async function signIn({ email, password, remember }: SignIn, userAgent: string | null): Promise<SignedIn> {
  const user = await User.findOne({ where: { email } });
  if (!(await verifyPassword(user?.passwordHash, password)) || !user) throw new AppError('passwordIncorrect');
  if (user.status !== 'ACTIVE' || !user.verifiedAt) {
    const data = user.status === 'ACTIVE' ? { verify: true } : undefined;
    throw new AppError('userNotActive', { data });
  }
  return { user: await accountDetails(user), credentials: await startSession(user.id, { userAgent, remember }) };
}
