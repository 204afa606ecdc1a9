import { AppError } from '#app/errors.ts';
import { type Entry, enterAccount } from '#app/services/accounts/enter-account.ts';
import { verifyPassword } from '#app/services/accounts/password-hash.ts';
import { User } from '#db/models/user.ts';

type SignIn = { email: string; password: string; remember: boolean };

/**
 * Signs in with a password. Throws `passwordIncorrect` for an unknown address, a wrong password and an account without
 * one, alike and in the same time; `userNotActive` only after the right password. With a second factor it is half done.
 */
export async function signIn({ email, password, remember }: SignIn, userAgent: string | null): Promise<Entry> {
  const user = await User.findOne({ where: { email } });
  if (!(await verifyPassword(user?.passwordHash, password)) || !user) throw new AppError('passwordIncorrect');
  if (user.status !== 'ACTIVE' || !user.verifiedAt) {
    const data = user.status === 'ACTIVE' ? { verify: true } : undefined;
    throw new AppError('userNotActive', { data });
  }
  return enterAccount(user, { userAgent, remember });
}
