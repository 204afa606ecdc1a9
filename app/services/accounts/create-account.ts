import { AppError } from '#app/errors.ts';
import { createGrant } from '#app/services/accounts/grants.ts';
import { hashPassword } from '#app/services/accounts/password-hash.ts';
import { newUser } from '#app/services/accounts/register-account.ts';
import { markVerified } from '#app/services/accounts/verify-account.ts';
import { inTransaction, lockAddress } from '#db/connection.ts';
import { User, type UserRole } from '#db/models/user.ts';

type NewAccount = { email: string; password: string | null; isAdmin: boolean };
export type CreatedAccount = { id: string; email: string; role: UserRole; tempId: string | null };

/**
 * Makes a verified account for the operator; without a password it comes with a one-time grant to choose one.
 * Throws `userExists`.
 */
export async function createAccount({ email, password, isAdmin }: NewAccount): Promise<CreatedAccount> {
  const passwordHash = password === null ? null : await hashPassword(password);
  return inTransaction(async () => {
    await lockAddress(email);
    const known = await User.findOne({ where: { email } });
    if (known?.verifiedAt) throw new AppError('userExists');
    const user = known ?? (await User.create(newUser(email)));
    user.set({ passwordHash, role: isAdmin ? 'ADMIN' : user.role });
    await markVerified(user);
    const tempId = password === null ? await createGrant(user.id, 'reset-password') : null;
    return { id: user.id, email, role: user.role, tempId };
  });
}
