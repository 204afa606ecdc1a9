import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { setPassword } from '#app/services/administration/set-password.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { findSession } from '#app/services/sessions/find-session.ts';
import { rotateSession } from '#app/services/sessions/rotate-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { confirmEmailChange, requestEmailChange } from '#app/services/sign-in/change-email.ts';
import { changePassword } from '#app/services/sign-in/change-password.ts';
import { consumeGrant, createGrant, isGrantValid } from '#app/services/sign-in/grants.ts';
import { setMailFactor } from '#app/services/sign-in/mail-factor.ts';
import { resetPassword, verifyResetCode } from '#app/services/sign-in/reset-password.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { database } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { newestCode, newestMail } from '#tests/support/outbox.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { BROWSER, beginSignUp, DEVICE, HERE, resetCodeFor, signedIn, wrongCode } from '#tests/support/sign-up.ts';

function requireWrongPassword(error: unknown): null {
  expect(error).toMatchObject({ error: 'passwordIncorrect' });
  return null;
}

async function moveToNewAddress(actor: Actor): Promise<void> {
  const email = newEmail('moved');
  const { sessionId } = await startSession(actor.id, DEVICE);
  await requestEmailChange(actor, { email, sessionId }, 'en', BROWSER);
  await awaitMails();
  await confirmEmailChange(actor, email, { code: await newestCode(DATA_DIR, email) }, BROWSER);
}

describeOnBoth('forgetting a password', () => {
  test('A7: ends every session of the account, changes the password, and tells the owner by mail', async () => {
    const { email } = await buildUser({ password: PASSWORD });
    const attempt = (password: string) => signIn({ email, password, remember: true }, HERE);
    const devices = await Promise.all([1, 2, 3].map(() => signedIn(attempt(PASSWORD))));
    const { tempId } = await verifyResetCode(email, { code: await resetCodeFor(email) }, BROWSER);
    await resetPassword(tempId, 'Brand-New-2');
    for (const { credentials } of devices) {
      expect(await findSession(credentials.accessToken)).toBeNull();
      expect(await outcomeOf(rotateSession(credentials.refreshToken))).toBe('invalidRefreshToken');
    }
    expect(await outcomeOf(attempt(PASSWORD))).toBe('passwordIncorrect');
    expect(await outcomeOf(attempt('Brand-New-2'))).toBe('ok');
    await awaitMails();
    expect(await newestMail(DATA_DIR, email)).toMatchObject({ code: null });
  });

  test('a sign-in with the old password that is under way at a reset leaves no session and no grant', async () => {
    for (const hasFactor of [false, true]) {
      const actor = await buildUser({ password: PASSWORD });
      if (hasFactor) await setMailFactor(actor, true);
      const tempId = await createGrant(actor.id, 'reset-password');
      const attempt = () => signIn({ email: actor.email, password: PASSWORD, remember: true }, HERE);
      // They read the old hash and verify it while the reset commits.
      const [, ...entries] = await Promise.all([
        resetPassword(tempId, 'Brand-New-2'),
        ...Array.from({ length: 8 }, () => attempt().catch(requireWrongPassword)),
      ]);
      for (const entry of entries) {
        if (entry && 'twoFactor' in entry) expect(await isGrantValid(entry.tempId, '2fa')).toBe(false);
        else if (entry) expect(await findSession(entry.credentials.accessToken)).toBeNull();
      }
    }
  });

  test('of a reset and a change of the old password at the same time, the first to commit ends the other', async () => {
    const actor = await buildUser({ password: PASSWORD });
    const tempId = await createGrant(actor.id, 'reset-password');
    const passwords = { currentPassword: PASSWORD, password: 'Changed-Garden-3' };
    const [reset, changed] = await Promise.all([
      outcomeOf(resetPassword(tempId, 'Brand-New-2')),
      changePassword(actor, passwords, DEVICE).catch(requireWrongPassword),
    ]);
    expect(reset).toBe(changed ? 'invalidTempId' : 'ok');
    const password = changed ? passwords.password : 'Brand-New-2';
    expect(await outcomeOf(signIn({ email: actor.email, password, remember: true }, HERE))).toBe('ok');
  });

  test('B1: of 20 posts of the right code at once one gets a grant', async () => {
    const { email } = await buildUser();
    const code = await resetCodeFor(email);
    const many = Array.from({ length: 20 }, () => verifyResetCode(email, { code }, BROWSER));
    expect(await tally(many)).toEqual({ ok: 1, codeInvalid: 19 });
  });

  test('a grant sets one password, once, within ten minutes', async () => {
    const clock = stopClock();
    const { id } = await buildUser();
    const tempId = await createGrant(id, 'reset-password');
    const late = await createGrant((await buildUser()).id, 'reset-password');
    clock.advance(599);
    const many = Array.from({ length: 5 }, () => resetPassword(tempId, 'Brand-New-2'));
    expect(await tally(many)).toEqual({ ok: 1, invalidTempId: 4 });
    expect(await isGrantValid(late, 'reset-password')).toBe(true);
    clock.advance(2);
    expect(await isGrantValid(late, 'reset-password')).toBe(false);
    expect(await outcomeOf(resetPassword(late, 'Brand-New-2'))).toBe('invalidTempId');
  });

  test('A7: whatever replaces the password or the address uses up the grants and codes made before', async () => {
    const clock = stopClock();
    const replace: ((actor: Actor) => Promise<unknown>)[] = [
      (actor) => changePassword(actor, { currentPassword: PASSWORD, password: 'Brand-New-2' }, DEVICE),
      async ({ id }) => resetPassword(await createGrant(id, 'reset-password'), 'Brand-New-2'),
      ({ email }) => setPassword(OPERATOR, email, 'Brand-New-2'),
      ({ email }) => setPassword(OPERATOR, email, null),
      moveToNewAddress,
    ];
    for (const act of replace) {
      const actor = await buildUser({ password: PASSWORD });
      const code = await resetCodeFor(actor.email);
      const tempId = await createGrant(actor.id, 'reset-password');
      const { tempId: ofCode } = await verifyResetCode(actor.email, { code }, BROWSER);
      clock.advance(61);
      const unused = await resetCodeFor(actor.email);
      const email = newEmail('next');
      const { sessionId } = await startSession(actor.id, DEVICE);
      await requestEmailChange(actor, { email, sessionId }, 'en', BROWSER);
      await awaitMails();
      const next = await newestCode(DATA_DIR, email);
      await act(actor);
      for (const grant of [tempId, ofCode]) {
        expect(await outcomeOf(resetPassword(grant, 'Stolen-Garden-3'))).toBe('invalidTempId');
      }
      expect(await outcomeOf(verifyResetCode(actor.email, { code: unused }, BROWSER))).toBe('codeInvalid');
      expect(await outcomeOf(confirmEmailChange(actor, email, { code: next }, BROWSER))).toBe('codeInvalid');
    }
  });

  test('A7: the link of an operator sets a password after it ended all others', async () => {
    const { email } = await buildUser();
    const first = await setPassword(OPERATOR, email, null);
    const second = await setPassword(OPERATOR, email, null);
    expect(await outcomeOf(resetPassword(first.tempId!, 'Brand-New-2'))).toBe('invalidTempId');
    expect(await outcomeOf(resetPassword(second.tempId!, 'Brand-New-2'))).toBe('ok');
  });

  test('C1: a grant of another purpose, a code or nonsense sets no password', async () => {
    const { id, email } = await buildUser();
    const other = await createGrant(id, '2fa');
    const code = await resetCodeFor(email);
    for (const tempId of [other, code, '', 'x'.repeat(200)]) {
      expect(await outcomeOf(resetPassword(tempId, 'Brand-New-2'))).toBe('invalidTempId');
    }
    expect(await consumeGrant(other, '2fa')).toBe(id);
  });

  test('a grant lies in the database as a hash only', async () => {
    const { id } = await buildUser();
    const tempId = await createGrant(id, 'reset-password');
    const [rows] = await (await database()).query('SELECT * FROM grants');
    expect(JSON.stringify(rows)).not.toContain(tempId);
  });

  test('A6: leads nowhere for a suspended, a deleted and an unverified account', async () => {
    for (const status of ['SUSPENDED', 'DELETED'] as const) {
      const user = await buildUser();
      const code = await resetCodeFor(user.email);
      const tempId = await createGrant(user.id, 'reset-password');
      await setStatus(user, status);
      expect(await outcomeOf(verifyResetCode(user.email, { code }, BROWSER))).toBe('codeInvalid');
      expect(await outcomeOf(resetPassword(tempId, 'Brand-New-2'))).toBe('invalidTempId');
    }
    const { email, code } = await beginSignUp();
    expect(await outcomeOf(verifyResetCode(email, { code }, BROWSER))).toBe('codeInvalid');
  });

  test('B3: a code of one address opens no other', async () => {
    const [mine, theirs] = [await buildUser(), await buildUser()];
    const code = await resetCodeFor(mine.email);
    await resetCodeFor(theirs.email);
    expect(await outcomeOf(verifyResetCode(theirs.email, { code }, BROWSER))).toBe('codeInvalid');
    expect(await outcomeOf(verifyResetCode(mine.email, { code: wrongCode(code) }, BROWSER))).toBe('codeInvalid');
    expect(await outcomeOf(verifyResetCode(newEmail(), { code }, BROWSER))).toBe('codeInvalid');
  });
});

describeOnBoth('signing in', () => {
  test('A2: unknown address, wrong password and no password at all are one error', async () => {
    const withPassword = await buildUser({ password: PASSWORD });
    const withoutPassword = await buildUser();
    const attempt = (email: string, password: string) => outcomeOf(signIn({ email, password, remember: false }, HERE));
    expect(await attempt(newEmail(), PASSWORD)).toBe('passwordIncorrect');
    expect(await attempt(withPassword.email, 'Wrong-1')).toBe('passwordIncorrect');
    expect(await attempt(withoutPassword.email, PASSWORD)).toBe('passwordIncorrect');
  });

  test('A6: a suspended and a deleted account hear of it after the right password only', async () => {
    for (const status of ['SUSPENDED', 'DELETED'] as const) {
      const user = await buildUser({ password: PASSWORD });
      await setStatus(user, status);
      const attempt = (password: string) => outcomeOf(signIn({ email: user.email, password, remember: false }, HERE));
      expect(await attempt('Wrong-1')).toBe('passwordIncorrect');
      expect(await attempt(PASSWORD)).toBe('userNotActive');
    }
  });
});
