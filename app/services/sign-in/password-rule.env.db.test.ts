import { expect, test } from 'vitest';
import { readConfig } from '#app/config.server.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { setPassword } from '#app/services/administration/set-password.ts';
import { changePassword } from '#app/services/sign-in/change-password.ts';
import { hashPassword } from '#app/services/sign-in/password-hash.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';
import { resetPassword, verifyResetCode } from '#app/services/sign-in/reset-password.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { models } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, newEmail } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { BROWSER, DEVICE, HERE, resetCodeFor } from '#tests/support/sign-up.ts';

process.env.PASSWORD_MIN_LENGTH = '12';

/** Eleven and twelve characters; the tree is one character of two UTF-16 units. */
const SHORT = 'Abcdefgh-1🌳';
const LONG = 'Abcdefghi-1🌳';
const REFUSED = { error: 'validationFailed', fields: { password: [{ key: 'password.atLeast', values: { min: 12 } }] } };

async function withEarlierPassword() {
  const actor = await buildUser();
  await (await models()).User.update({ passwordHash: await hashPassword(SHORT) }, { where: { id: actor.id } });
  return actor;
}

describeOnBoth('PASSWORD_MIN_LENGTH=12', () => {
  test('refuses a shorter new password wherever one is set, and names the number', async () => {
    const actor = await withEarlierPassword();
    // A changed password revokes resets, so the reset is of another account.
    const forgetful = await withEarlierPassword();
    const code = await resetCodeFor(forgetful.email);
    const { tempId } = await verifyResetCode(forgetful.email, { code }, BROWSER);
    const ways: [string, (password: string) => Promise<unknown>][] = [
      ['register', (password) => registerAccount({ email: newEmail(), password }, 'en')],
      ['change', (password) => changePassword(actor, { currentPassword: SHORT, password }, DEVICE)],
      ['reset', (password) => resetPassword(tempId, password)],
      ['create', (password) => createAccount({ email: newEmail(), password, isAdmin: false })],
      ['set', (password) => setPassword(OPERATOR, actor.email, password)],
    ];
    for (const [way, set] of ways) {
      const refusal = await set(SHORT).catch(({ error, fields }) => ({ error, fields }));
      expect([way, refusal]).toEqual([way, REFUSED]);
    }
    for (const [way, set] of ways) expect([way, await outcomeOf(set(LONG))]).toEqual([way, 'ok']);
  });

  test('a password set earlier stays good', async () => {
    const { email } = await withEarlierPassword();
    expect(await signIn({ email, password: SHORT, remember: false }, HERE)).toHaveProperty('credentials');
  });
});

test('a value outside 8 to 64 is refused by name', () => {
  for (const PASSWORD_MIN_LENGTH of ['7', '65', 'long']) {
    expect(() => readConfig({ DATA_DIR, PASSWORD_MIN_LENGTH })).toThrow(
      /^PASSWORD_MIN_LENGTH: got .*, takes characters from 8 to 64$/,
    );
  }
});
