import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { resetTwoFactor } from '#app/services/administration/reset-two-factor.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { getSecondFactors } from '#app/services/sign-in/get-second-factors.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { proveAgain } from '#app/services/sign-in/prove-again.ts';
import { removeTotp, renewRecoveryCodes } from '#app/services/sign-in/remove-totp.ts';
import { sendCode } from '#app/services/sign-in/send-code.ts';
import { confirmTotp, startTotp } from '#app/services/sign-in/set-up-totp.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { verifySecondFactor } from '#app/services/sign-in/verify-second-factor.ts';
import { database } from '#db/connection.ts';
import { appCode, setUpAuthenticator, wrongAppCode } from '#tests/support/authenticator.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { BROWSER, DEVICE, HERE } from '#tests/support/sign-up.ts';

async function withAuthenticator() {
  const actor = await buildUser({ password: PASSWORD });
  return { actor, ...(await setUpAuthenticator(actor)) };
}

async function tempIdOf({ email }: Actor): Promise<string> {
  const entry = await signIn({ email, password: PASSWORD, remember: false }, HERE);
  if (!('twoFactor' in entry)) throw new Error('No second factor was asked for');
  return entry.tempId;
}

const prove = (tempId: string, { email }: Actor, code: string) => verifySecondFactor({ tempId, email, code }, null);
const recover = (tempId: string, { email }: Actor, recoveryCode: string) =>
  verifySecondFactor({ tempId, email, code: '', recoveryCode }, null);
const NO_PROOF = { password: '', code: '' };

describeOnBoth('an authenticator', () => {
  test('counts once it has shown a right code, and mails nothing at sign-in', async () => {
    const clock = stopClock();
    const actor = await buildUser({ password: PASSWORD });
    await startTotp(actor);
    const { setup } = await getSecondFactors(actor);
    expect(setup!.uri).toContain(`secret=${setup!.secret}`);
    expect(await signIn({ email: actor.email, password: PASSWORD, remember: false }, HERE)).toHaveProperty('user');
    expect(await outcomeOf(confirmTotp(actor, wrongAppCode(setup!.secret)))).toBe('codeInvalid');
    expect(await confirmTotp(actor, appCode(setup!.secret))).toHaveLength(10);
    expect(await getSecondFactors(actor)).toEqual({
      mail: false,
      authenticator: true,
      setup: null,
      recoveryCodesLeft: 10,
      isDemanded: false,
    });
    clock.advance(30);
    const { credentials } = await prove(await tempIdOf(actor), actor, appCode(setup!.secret));
    expect(credentials.accessToken).toBeTruthy();
    await awaitMails();
    expect((await mailsTo(DATA_DIR, actor.email)).map(({ code }) => code)).toEqual([null]);
  });

  test('B1: each of its codes counts once, the one that switched it on as well', async () => {
    const clock = stopClock();
    const { actor, secret } = await withAuthenticator();
    expect(await outcomeOf(prove(await tempIdOf(actor), actor, appCode(secret)))).toBe('codeInvalid');
    clock.advance(30);
    const code = appCode(secret);
    const [tempId, other] = [await tempIdOf(actor), await tempIdOf(actor)];
    expect(await tally(Array.from({ length: 20 }, () => prove(tempId, actor, code)))).toEqual({
      ok: 1,
      codeInvalid: 19,
    });
    expect(await outcomeOf(prove(other, actor, code))).toBe('codeInvalid');
    expect(await outcomeOf(prove(other, actor, appCode(secret, -1)))).toBe('codeInvalid');
    expect(await outcomeOf(prove(other, actor, appCode(secret, 1)))).toBe('ok');
  });

  test('B1: a used code counts as no guess', async () => {
    stopClock();
    const { actor, secret } = await withAuthenticator();
    const tempId = await tempIdOf(actor);
    for (let n = 0; n < 12; n++) expect(await outcomeOf(prove(tempId, actor, appCode(secret)))).toBe('codeInvalid');
    expect(await outcomeOf(prove(tempId, actor, appCode(secret, 1)))).toBe('ok');
  });

  test('takes codes one step early or late, not two', async () => {
    const clock = stopClock();
    const { actor, secret } = await withAuthenticator();
    clock.advance(300);
    const tempId = await tempIdOf(actor);
    expect(await outcomeOf(prove(tempId, actor, appCode(secret, -2)))).toBe('codeInvalid');
    expect(await outcomeOf(prove(tempId, actor, appCode(secret, 2)))).toBe('codeInvalid');
    expect(await outcomeOf(prove(tempId, actor, appCode(secret, -1)))).toBe('ok');
    expect(await outcomeOf(prove(await tempIdOf(actor), actor, appCode(secret, 1)))).toBe('ok');
  });

  test('B2: a sign-in is dead after five wrong codes, at once or one by one', async () => {
    const clock = stopClock();
    const { actor, secret } = await withAuthenticator();
    clock.advance(60);
    const wrong = wrongAppCode(secret);
    const [serial, parallel] = [await tempIdOf(actor), await tempIdOf(actor)];
    for (const _ of [1, 2, 3, 4, 5]) expect(await outcomeOf(prove(serial, actor, wrong))).toBe('codeInvalid');
    expect(await outcomeOf(prove(serial, actor, appCode(secret)))).toBe('codeInvalid');
    expect(await tally(Array.from({ length: 50 }, () => prove(parallel, actor, wrong)))).toEqual({ codeInvalid: 50 });
    expect(await outcomeOf(prove(parallel, actor, appCode(secret)))).toBe('codeInvalid');
    expect(await outcomeOf(prove(await tempIdOf(actor), actor, appCode(secret)))).toBe('requestTooFrequent');
    clock.advance(24 * 3600);
    expect(await outcomeOf(prove(await tempIdOf(actor), actor, appCode(secret)))).toBe('ok');
  });

  test('B2: sign-ins at once buy no more than ten guesses a day, with the mailed factor on as well', async () => {
    const { actor, secret } = await withAuthenticator();
    await setMailFactor(actor, true);
    const tempIds = await Promise.all(Array.from({ length: 5 }, () => tempIdOf(actor)));
    const many = tempIds.flatMap((tempId) => [1, 2, 3].map(() => prove(tempId, actor, wrongAppCode(secret))));
    expect(await tally(many)).toEqual({ codeInvalid: 10, requestTooFrequent: 5 });
  });

  test('its secret lies nowhere in plain text', async () => {
    const { actor, secret } = await withAuthenticator();
    const [rows] = await (await database()).query('SELECT * FROM users');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(actor.id).toBeTruthy();
  });

  test('a mail instead is sent only where the mailed factor is on too', async () => {
    const { actor } = await withAuthenticator();
    const send = async () =>
      outcomeOf(sendCode({ email: actor.email, type: '2fa', tempId: await tempIdOf(actor) }, 'en', BROWSER));
    expect(await send()).toBe('permissionDenied');
    await setMailFactor(actor, true);
    expect(await send()).toBe('ok');
    await awaitMails();
    const codes = (await mailsTo(DATA_DIR, actor.email)).flatMap(({ code }) => code ?? []);
    expect(codes).toHaveLength(1);
    expect(await outcomeOf(prove(await tempIdOf(actor), actor, codes[0]!))).toBe('ok');
  });

  test('goes with the password only; one that was never confirmed goes without', async () => {
    const { actor } = await withAuthenticator();
    expect(await outcomeOf(removeTotp(actor, NO_PROOF))).toBe('passwordIncorrect');
    expect((await getSecondFactors(actor)).authenticator).toBe(true);
    await startTotp(actor);
    expect((await getSecondFactors(actor)).authenticator).toBe(true);
    await removeTotp(actor, { password: PASSWORD, code: '' });
    expect(await getSecondFactors(actor)).toMatchObject({ authenticator: false, setup: null, recoveryCodesLeft: 0 });
    await startTotp(actor);
    await removeTotp(actor, NO_PROOF);
    expect((await getSecondFactors(actor)).setup).toBeNull();
  });

  test('where there is no password it goes with a code of it', async () => {
    const actor = await buildUser();
    const { secret, recoveryCodes } = await setUpAuthenticator(actor);
    expect(await outcomeOf(removeTotp(actor, { password: '', code: wrongAppCode(secret) }))).toBe('codeInvalid');
    expect(await outcomeOf(removeTotp(actor, { password: '', code: recoveryCodes[0]! }))).toBe('ok');
  });

  test('B2: where there is no password, ten wrong codes a day are all that any form of the owner takes', async () => {
    const clock = stopClock();
    const actor = await buildUser();
    const { secret } = await setUpAuthenticator(actor);
    const { sessionId } = await startSession(actor.id, DEVICE);
    const guess = (code: string) => [
      () => removeTotp(actor, { password: '', code }),
      () => renewRecoveryCodes(actor, { password: '', code }),
      () => proveAgain(actor, sessionId, { code }),
    ];
    for (let count = 0; count < 10; count += 1) {
      const act = guess(wrongAppCode(secret))[count % 3]!;
      expect([count, await outcomeOf(act())]).toEqual([count, 'codeInvalid']);
    }
    clock.advance(60);
    for (const act of guess(appCode(secret))) expect(await outcomeOf(act())).toBe('requestTooFrequent');
    clock.advance(24 * 3600);
    expect(await outcomeOf(removeTotp(actor, { password: '', code: appCode(secret) }))).toBe('ok');
  });
});

describeOnBoth('a recovery code', () => {
  test('B1: signs in once, in any case and spacing, and the owner hears of it', async () => {
    const { actor, recoveryCodes } = await withAuthenticator();
    const [first, second] = recoveryCodes as [string, string];
    const [tempId, other] = [await tempIdOf(actor), await tempIdOf(actor)];
    expect(await tally(Array.from({ length: 20 }, () => recover(tempId, actor, first)))).toEqual({
      ok: 1,
      codeInvalid: 19,
    });
    expect(await outcomeOf(recover(other, actor, first))).toBe('codeInvalid');
    expect(await outcomeOf(recover(other, actor, ` ${second.toLowerCase().replace('-', ' ')} `))).toBe('ok');
    expect((await getSecondFactors(actor)).recoveryCodesLeft).toBe(8);
    await awaitMails();
    const told = (await mailsTo(DATA_DIR, actor.email)).map(({ text }) => text).join();
    expect(told).toContain('with a recovery code');
  });

  test('B2: wrong ones are guesses like any other', async () => {
    const { actor, recoveryCodes } = await withAuthenticator();
    const tempId = await tempIdOf(actor);
    for (const _ of [1, 2, 3, 4, 5]) {
      expect(await outcomeOf(recover(tempId, actor, 'AAAAA-AAAAA'))).toBe('codeInvalid');
    }
    expect(await outcomeOf(recover(tempId, actor, recoveryCodes[0]!))).toBe('codeInvalid');
    expect(await outcomeOf(recover(await tempIdOf(actor), actor, recoveryCodes[0]!))).toBe('ok');
  });

  test('opens no other account, and lies nowhere in plain text', async () => {
    const [mine, theirs] = [await withAuthenticator(), await withAuthenticator()];
    const outcome = await outcomeOf(recover(await tempIdOf(mine.actor), mine.actor, theirs.recoveryCodes[0]!));
    expect(outcome).toBe('codeInvalid');
    const [rows] = await (await database()).query('SELECT * FROM recovery_codes');
    expect(JSON.stringify(rows)).not.toContain(mine.recoveryCodes[0]!.replace('-', ''));
  });

  test('ends when new ones are made, which takes the password', async () => {
    const { actor, recoveryCodes } = await withAuthenticator();
    expect(await outcomeOf(renewRecoveryCodes(actor, NO_PROOF))).toBe('passwordIncorrect');
    const renewed = await renewRecoveryCodes(actor, { password: PASSWORD, code: '' });
    const tempId = await tempIdOf(actor);
    expect(await outcomeOf(recover(tempId, actor, recoveryCodes[0]!))).toBe('codeInvalid');
    expect(await outcomeOf(recover(tempId, actor, renewed[0]!))).toBe('ok');
  });

  test('ends with the authenticator, and an operator’s reset takes both', async () => {
    const { actor } = await withAuthenticator();
    await resetTwoFactor(OPERATOR, [actor.email]);
    expect(await getSecondFactors(actor)).toMatchObject({ authenticator: false, recoveryCodesLeft: 0 });
    expect(await signIn({ email: actor.email, password: PASSWORD, remember: false }, HERE)).toHaveProperty('user');
  });
});
