import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getAccount } from '#app/services/accounts/get-account.ts';
import type { Actor } from '#app/services/actor.ts';
import { resetTwoFactor } from '#app/services/administration/reset-two-factor.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { findSession } from '#app/services/sessions/find-session.ts';
import { changePassword } from '#app/services/sign-in/change-password.ts';
import { consumeGrant, createGrant } from '#app/services/sign-in/grants.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { rememberDevice } from '#app/services/sign-in/requester.ts';
import { resetPassword } from '#app/services/sign-in/reset-password.ts';
import { sendCode } from '#app/services/sign-in/send-code.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { verifySecondFactor } from '#app/services/sign-in/verify-second-factor.ts';
import { database } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { BROWSER, DEVICE, HERE, wrongCode } from '#tests/support/sign-up.ts';

async function withMailFactor(): Promise<Actor> {
  const actor = await buildUser({ password: PASSWORD });
  await setMailFactor(actor, true);
  return actor;
}

async function tempIdOf({ email }: Actor, remember = false): Promise<string> {
  const entry = await signIn({ email, password: PASSWORD, remember }, HERE);
  if (!('twoFactor' in entry)) throw new Error('No second factor was asked for');
  return entry.tempId;
}

async function codeFor({ email }: Actor): Promise<string> {
  return (await codesFor({ email })).at(-1)!;
}

async function codesFor({ email }: Pick<Actor, 'email'>): Promise<string[]> {
  await awaitMails();
  return (await mailsTo(DATA_DIR, email)).flatMap(({ code }) => code ?? []);
}

const prove = (tempId: string, { email }: Actor, code: string) => verifySecondFactor({ tempId, email, code }, null);

describeOnBoth('a mailed second factor', () => {
  test('is asked for once it is switched on, ends in a session, and not once it is off again', async () => {
    const actor = await withMailFactor();
    expect((await getAccount(actor)).twoFactor).toBe(true);
    const tempId = await tempIdOf(actor, true);
    const { user, credentials } = await prove(tempId, actor, await codeFor(actor));
    expect(user).toMatchObject({ id: actor.id, twoFactor: true });
    expect(credentials.remember).toBe(true);
    expect(await findSession(credentials.accessToken)).toMatchObject({ actor: { id: actor.id } });
    await setMailFactor(actor, false);
    expect(await signIn({ email: actor.email, password: PASSWORD, remember: false }, HERE)).toHaveProperty('user');
  });

  test('the owner hears of both by mail', async () => {
    const actor = await withMailFactor();
    await setMailFactor(actor, true);
    await setMailFactor(actor, false);
    await awaitMails();
    expect(await mailsTo(DATA_DIR, actor.email)).toHaveLength(2);
  });

  test('is asked for after the right password only', async () => {
    const { email } = await withMailFactor();
    expect(await outcomeOf(signIn({ email, password: 'Wrong-1', remember: false }, HERE))).toBe('passwordIncorrect');
  });

  test('B1: of 20 posts of the right code at once one signs in; a replay is wrong, and the sign-in is spent', async () => {
    const actor = await withMailFactor();
    const tempId = await tempIdOf(actor);
    const code = await codeFor(actor);
    expect(await tally(Array.from({ length: 20 }, () => prove(tempId, actor, code)))).toEqual({
      ok: 1,
      codeInvalid: 19,
    });
    expect(await outcomeOf(prove(tempId, actor, code))).toBe('codeInvalid');
    expect(await outcomeOf(prove(tempId, actor, wrongCode(code)))).toBe('invalidTempId');
  });

  test('B2: five wrong ones kill the code, not the sign-in: another code ends it', async () => {
    const clock = stopClock();
    const actor = await withMailFactor();
    const tempId = await tempIdOf(actor);
    const code = await codeFor(actor);
    for (const _ of [1, 2, 3, 4, 5]) expect(await outcomeOf(prove(tempId, actor, wrongCode(code)))).toBe('codeInvalid');
    expect(await outcomeOf(prove(tempId, actor, code))).toBe('codeInvalid');
    clock.advance(61);
    await sendCode({ email: actor.email, type: '2fa', tempId }, 'en', BROWSER);
    expect(await outcomeOf(prove(tempId, actor, await codeFor(actor)))).toBe('ok');
  });

  test('B2: new codes and new sign-ins buy no more than ten guesses a day', async () => {
    const clock = stopClock();
    const actor = await withMailFactor();
    for (const _ of [1, 2]) {
      const tempId = await tempIdOf(actor);
      const code = await codeFor(actor);
      for (const _try of [1, 2, 3, 4, 5]) await outcomeOf(prove(tempId, actor, wrongCode(code)));
      clock.advance(61);
    }
    const tempId = await tempIdOf(actor);
    expect(await outcomeOf(prove(tempId, actor, await codeFor(actor)))).toBe('requestTooFrequent');
    clock.advance(24 * 3600);
    const later = await tempIdOf(actor);
    expect(await outcomeOf(prove(later, actor, await codeFor(actor)))).toBe('ok');
  });

  test('B3: the code of another account, type or address does not count', async () => {
    const [mine, theirs] = [await withMailFactor(), await withMailFactor()];
    const [myTempId] = [await tempIdOf(mine), await tempIdOf(theirs)];
    const [myCode, theirCode] = [await codeFor(mine), await codeFor(theirs)];
    expect(await outcomeOf(prove(myTempId, mine, theirCode))).toBe('codeInvalid');
    expect(await outcomeOf(prove(myTempId, theirs, theirCode))).toBe('codeInvalid');
    expect(await outcomeOf(prove(myTempId, theirs, myCode))).toBe('codeInvalid');
    expect(await outcomeOf(prove(myTempId, mine, myCode))).toBe('ok');
  });

  test('B3: works at 9:59 and not at 10:01', async () => {
    const clock = stopClock();
    const [early, late] = [await withMailFactor(), await withMailFactor()];
    const [first, second] = [await tempIdOf(early), await tempIdOf(late)];
    const codes = [await codeFor(early), await codeFor(late)];
    clock.advance(599);
    expect(await outcomeOf(prove(first, early, codes[0]!))).toBe('ok');
    clock.advance(2);
    expect(await outcomeOf(prove(second, late, codes[1]!))).toBe('invalidTempId');
  });

  test('B4: one mail a minute while a code waits; after a sign-in the next brings a new one', async () => {
    const clock = stopClock();
    const actor = await withMailFactor();
    const tempId = await tempIdOf(actor);
    await tempIdOf(actor);
    const known = { browser: 'a browser', device: rememberDevice(null, actor.email) };
    for (const asker of [BROWSER, known]) {
      const send = sendCode({ email: actor.email, type: '2fa', tempId }, 'en', asker);
      expect(await outcomeOf(send)).toBe('requestTooFrequent');
    }
    expect(await codesFor(actor)).toHaveLength(1);
    clock.advance(1);
    await prove(tempId, actor, await codeFor(actor));
    const next = await tempIdOf(actor);
    expect(await outcomeOf(prove(next, actor, await codeFor(actor)))).toBe('ok');
  });

  test('C1: only a sign-in’s own tempId of this account counts, and it opens nothing else', async () => {
    const actor = await withMailFactor();
    const tempId = await tempIdOf(actor);
    const code = await codeFor(actor);
    const reset = await createGrant(actor.id, 'reset-password');
    for (const wrong of [reset, code, '', 'x'.repeat(200)]) {
      expect(await outcomeOf(prove(wrong, actor, code))).toBe('invalidTempId');
      expect(await outcomeOf(sendCode({ email: actor.email, type: '2fa', tempId: wrong }, 'en', BROWSER))).toBe(
        'invalidTempId',
      );
    }
    expect(await outcomeOf(resetPassword(tempId, 'Brand-New-2'))).toBe('invalidTempId');
    expect(await findSession(tempId)).toBeNull();
    expect(await outcomeOf(sendCode({ email: 'other@example.com', type: '2fa', tempId }, 'en', BROWSER))).toBe(
      'invalidTempId',
    );
  });

  test('A6: a suspended or deleted account cannot finish signing in', async () => {
    for (const status of ['SUSPENDED', 'DELETED'] as const) {
      const actor = await withMailFactor();
      const tempId = await tempIdOf(actor);
      const code = await codeFor(actor);
      await setStatus(actor, status);
      expect(await outcomeOf(prove(tempId, actor, code))).toBe('userNotActive');
    }
  });

  test('A7: a new password ends the sign-ins that wait, and a reset leads past no second factor', async () => {
    const actor = await withMailFactor();
    const waiting = await tempIdOf(actor);
    const code = await codeFor(actor);
    await resetPassword(await createGrant(actor.id, 'reset-password'), PASSWORD);
    expect(await outcomeOf(prove(waiting, actor, code))).toBe('invalidTempId');
    const again = await tempIdOf(actor);
    await changePassword(actor, { currentPassword: PASSWORD, password: PASSWORD }, DEVICE);
    expect(await outcomeOf(prove(again, actor, code))).toBe('invalidTempId');
    expect(await outcomeOf(consumeGrant(again, '2fa'))).toBe('invalidTempId');
  });

  test('lies nowhere in plain text', async () => {
    const actor = await withMailFactor();
    const tempId = await tempIdOf(actor);
    const code = await codeFor(actor);
    const rows = await Promise.all(
      ['codes', 'grants'].map(async (table) => (await database()).query(`SELECT * FROM ${table}`)),
    );
    expect(JSON.stringify(rows).toUpperCase()).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(tempId);
  });

  test('an operator takes it off, and the owner hears of it', async () => {
    const actor = await withMailFactor();
    await resetTwoFactor(OPERATOR, [actor.email]);
    expect((await getAccount(actor)).twoFactor).toBe(false);
    await awaitMails();
    const told = (await mailsTo(DATA_DIR, actor.email)).map(({ text }) => text).join();
    expect(told).toContain('took every second factor off');
    expect(await outcomeOf(resetTwoFactor(OPERATOR, ['nobody@example.com']))).toBe('userNotFound');
  });
});
