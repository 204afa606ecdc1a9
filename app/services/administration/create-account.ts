import { AppError } from '#app/errors.ts';
import { accountAllows } from '#app/policies/account-policy.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { createGrant } from '#app/services/sign-in/grants.ts';
import { hashNewPassword } from '#app/services/sign-in/password-rule.ts';
import { newUser } from '#app/services/sign-in/register-account.ts';
import { markVerified } from '#app/services/sign-in/verify-account.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAddress } from '#db/locks.ts';

type NewAccount = { email: string; password: string | null; isAdmin: boolean };
export type CreatedAccount = { account: UserEntry; tempId: string | null };

/**
 * Creates a verified account for the operator; without a password, also a one-time grant to choose one. Throws
 * `userExists`, and `userNotActive` if the address was suspended or deleted before verification.
 */
export async function createAccount({ email, password, isAdmin }: NewAccount): Promise<CreatedAccount> {
  const passwordHash = password === null ? null : await hashNewPassword(password);
  return inTransaction(async () => {
    await lockAddress(email);
    const known = await (await models()).User.findOne({ where: { email } });
    if (known?.verifiedAt) throw new AppError('userExists');
    if (known && !accountAllows('enter', known)) throw new AppError('userNotActive');
    const user = known ?? (await (await models()).User.create(newUser(email)));
    user.set({ passwordHash, role: isAdmin ? 'ADMIN' : user.role });
    await markVerified(user);
    await recordAct(OPERATOR, { action: 'user.create', subject: user.id, detail: { role: user.role } });
    const tempId = password === null ? await createGrant(user.id, 'reset-password') : null;
    const [account] = await getAccounts(OPERATOR, [user.id]);
    return { account: account!, tempId };
  });
}
