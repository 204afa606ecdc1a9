import { expect, test } from 'vitest';
import { readConfig } from '#app/config.server.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getActor } from '#app/services/accounts/get-actor.ts';
import type { Actor } from '#app/services/actor.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { resetTwoFactor } from '#app/services/administration/reset-two-factor.ts';
import { getSecondFactors } from '#app/services/sign-in/get-second-factors.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { removeTotp } from '#app/services/sign-in/remove-totp.ts';
import { mustSetUpFactor } from '#app/services/sign-in/second-factor-rule.ts';
import { setUpAuthenticator } from '#tests/support/authenticator.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { tally } from '#tests/support/outcome.ts';

process.env.REQUIRE_SECOND_FACTOR = 'administrators';

const PROOF = { password: PASSWORD, code: '' };
const DEMANDED = { error: 'permissionDenied', fields: { factor: [{ key: 'factor.demanded' }] } };

async function buildAdministrator(): Promise<Actor> {
  const email = newEmail('chief');
  await createAccount({ email, password: PASSWORD, isAdmin: true });
  return getActor(email);
}

describeOnBoth('REQUIRE_SECOND_FACTOR=administrators', () => {
  test('demands one of administrators only, until they have either', async () => {
    // The first account administers.
    await buildAdministrator();
    expect(await mustSetUpFactor(await buildUser())).toBe(false);
    const [byMail, byApp] = [await buildAdministrator(), await buildAdministrator()];
    expect([await mustSetUpFactor(byMail), await mustSetUpFactor(byApp)]).toEqual([true, true]);
    await setMailFactor(byMail, true);
    await setUpAuthenticator(byApp);
    expect([await mustSetUpFactor(byMail), await mustSetUpFactor(byApp)]).toEqual([false, false]);
    await resetTwoFactor(OPERATOR, [byMail.email, byApp.email]);
    expect([await mustSetUpFactor(byMail), await mustSetUpFactor(byApp)]).toEqual([true, true]);
  });

  test('keeps the last factor of an administrator, and lets one of two go', async () => {
    const chief = await buildAdministrator();
    await setMailFactor(chief, true);
    await expect(setMailFactor(chief, false)).rejects.toMatchObject(DEMANDED);
    await setUpAuthenticator(chief);
    await setMailFactor(chief, false);
    await expect(removeTotp(chief, PROOF)).rejects.toMatchObject(DEMANDED);
    expect(await getSecondFactors(chief)).toMatchObject({ mail: false, authenticator: true, isDemanded: true });
    await setMailFactor(chief, true);
    await removeTotp(chief, PROOF);
    expect(await getSecondFactors(chief)).toMatchObject({ mail: true, authenticator: false });
  });

  test('of both removed at the same time one stays', async () => {
    const chief = await buildAdministrator();
    await setMailFactor(chief, true);
    await setUpAuthenticator(chief);
    const outcomes = await tally([setMailFactor(chief, false), removeTotp(chief, PROOF)]);
    expect(outcomes).toEqual({ ok: 1, permissionDenied: 1 });
    expect(await mustSetUpFactor(chief)).toBe(false);
  });

  test('others remove theirs', async () => {
    const actor = await buildUser({ password: PASSWORD });
    await setUpAuthenticator(actor);
    await removeTotp(actor, PROOF);
    expect(await getSecondFactors(actor)).toMatchObject({ authenticator: false, isDemanded: false });
  });
});

test('another value is refused by name', () => {
  expect(() => readConfig({ DATA_DIR, REQUIRE_SECOND_FACTOR: 'everyone' })).toThrow(
    'REQUIRE_SECOND_FACTOR: got "everyone", takes one of off, administrators, all',
  );
});
