import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { promoteAccounts } from '#app/services/administration/promote-account.ts';
import { verifyAccount } from '#app/services/sign-in/verify-account.ts';
import { execute, select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { newEmail } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { beginSignUp, DEVICE, signUp } from '#tests/support/sign-up.ts';

const admins = () => select<{ email: string }>("SELECT email FROM users WHERE role = 'ADMIN' ORDER BY email");

describeOnBoth('the first administrator', () => {
  test('is the first account that verifies its address, and only that one', async () => {
    const early = await beginSignUp();
    const first = await signUp();
    expect(first).toMatchObject({ user: { role: 'ADMIN' } });
    expect(await verifyAccount(early, DEVICE)).toMatchObject({ user: { role: 'USER' } });
    expect(await signUp()).toMatchObject({ user: { role: 'USER' } });
  });

  test('is one even when several first accounts verify at the same moment', async () => {
    const pending = await Promise.all(Array.from({ length: 6 }, () => beginSignUp()));
    await execute('DELETE FROM users WHERE verified_at IS NOT NULL');
    await Promise.all(pending.map((proof) => verifyAccount(proof, DEVICE)));
    expect(await admins()).toHaveLength(1);
  });

  test('can be joined by one the operator makes or promotes', async () => {
    const made = newEmail('made');
    await createAccount({ email: made, password: null, isAdmin: true });
    const { email } = await signUp();
    await promoteAccounts(OPERATOR, [email.toUpperCase()]);
    expect((await admins()).map((admin) => admin.email)).toEqual(expect.arrayContaining([made, email]));
    const unverified = await beginSignUp();
    const third = await signUp();
    expect(await outcomeOf(promoteAccounts(OPERATOR, [third.email, unverified.email]))).toBe('userNotFound');
    expect((await admins()).map((admin) => admin.email)).not.toContain(third.email);
  });
});
