import { expect, test } from 'vitest';
import { createAccount } from '#app/services/administration/create-account.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';
import { resetPassword } from '#app/services/sign-in/reset-password.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { verifyAccount } from '#app/services/sign-in/verify-account.ts';
import { execute, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { mailsTo, newestMail } from '#tests/support/outbox.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { beginSignUp, DEVICE, HERE, signUp, wrongCode } from '#tests/support/sign-up.ts';

const rowsOf = (email: string) =>
  select<{ passwordHash: string | null }>('SELECT password_hash AS "passwordHash" FROM users WHERE email = $email', {
    email,
  });

describeOnBoth('registering', () => {
  test('A1: signing in works from the right code on and not before', async () => {
    const { email, password, code, registrationToken } = await beginSignUp();
    const attempt = () => outcomeOf(signIn({ email, password, remember: false }, HERE));
    expect(await attempt()).toBe('userNotActive');
    const wrong = { email, code: wrongCode(code), registrationToken };
    expect(await outcomeOf(verifyAccount(wrong, DEVICE))).toBe('codeInvalid');
    expect(await attempt()).toBe('userNotActive');
    expect(await outcomeOf(verifyAccount({ email, code, registrationToken }, DEVICE))).toBe('ok');
    expect(await attempt()).toBe('ok');
  });

  test('A1: a wrong password of an unverified account is as wrong as any', async () => {
    const { email } = await beginSignUp();
    expect(await outcomeOf(signIn({ email, password: 'Another-1', remember: false }, HERE))).toBe('passwordIncorrect');
  });

  test('A1: an address that has an account gets the same answer, keeps its password and hears of it by mail', async () => {
    const { email, password } = await signUp();
    const clock = stopClock(new Date(Date.now() + 120_000));
    clock.advance(1);
    const again = await registerAccount({ email, password: 'Other-Password-2' }, 'en');
    expect(again).toEqual({ email, registrationToken: expect.any(String) });
    await awaitMails();
    expect(await newestMail(DATA_DIR, email)).toMatchObject({ code: null });
    expect(await outcomeOf(signIn({ email, password, remember: false }, HERE))).toBe('ok');
    expect(await rowsOf(email)).toHaveLength(1);
  });

  test('the address of a suspended or deleted account gets the same answer, and a mail that tells the truth', async () => {
    const clock = stopClock();
    for (const [status, truth] of [
      ['SUSPENDED', /suspended/],
      ['DELETED', /deleted.*administrator/],
    ] as const) {
      const [verified, pending] = [await buildUser({ password: PASSWORD }), await beginSignUp()];
      clock.advance(61);
      for (const { email } of [verified, pending]) {
        await execute('UPDATE users SET status = $status WHERE email = $email', { status, email });
        const before = await rowsOf(email);
        const again = await registerAccount({ email, password: 'Other-Password-2' }, 'en');
        expect(again).toEqual({ email, registrationToken: expect.any(String) });
        await awaitMails();
        const mail = await newestMail(DATA_DIR, email);
        expect(mail).toMatchObject({ code: null, text: expect.stringMatching(truth) });
        expect(mail.text).not.toContain('/login');
        expect(await rowsOf(email)).toEqual(before);
      }
    }
  });

  test('the newest registration replaces the earlier one and its password', async () => {
    const clock = stopClock();
    const first = await beginSignUp({ password: 'First-Password-1' });
    clock.advance(61);
    const second = await beginSignUp({ email: first.email, password: 'Second-Password-2' });
    expect(await outcomeOf(verifyAccount(first, DEVICE))).toBe('codeInvalid');
    expect(await outcomeOf(verifyAccount(second, DEVICE))).toBe('ok');
    const attempt = (password: string) => outcomeOf(signIn({ email: first.email, password, remember: false }, HERE));
    expect(await attempt('First-Password-1')).toBe('passwordIncorrect');
    expect(await attempt('Second-Password-2')).toBe('ok');
  });

  test('registering twice within a minute answers alike and mails once', async () => {
    const { email } = await beginSignUp();
    await registerAccount({ email, password: PASSWORD }, 'en');
    await awaitMails();
    expect(await mailsTo(DATA_DIR, email)).toHaveLength(1);
  });

  test('a code that is entered in another browser proves the address and drops the password', async () => {
    const pending = await beginSignUp({ password: 'Attackers-Choice-1' });
    const outcome = await verifyAccount({ ...pending, registrationToken: null }, DEVICE);
    expect(outcome).toEqual({ tempId: expect.any(String), passwordRequired: true });
    expect((await rowsOf(pending.email))[0]?.passwordHash).toBeNull();
    const attempt = (password: string) => outcomeOf(signIn({ email: pending.email, password, remember: false }, HERE));
    expect(await attempt('Attackers-Choice-1')).toBe('passwordIncorrect');
    await resetPassword((outcome as { tempId: string }).tempId, 'Owners-Choice-1');
    expect(await attempt('Owners-Choice-1')).toBe('ok');
  });

  test('the token of another registration does not keep the password either', async () => {
    const stranger = await beginSignUp();
    const pending = await beginSignUp();
    const proof = { ...pending, registrationToken: stranger.registrationToken };
    expect(await verifyAccount(proof, DEVICE)).toMatchObject({ passwordRequired: true });
  });

  test('a code for an address that was verified meanwhile changes nothing: userExists', async () => {
    const { email, code } = await beginSignUp();
    await createAccount({ email, password: 'Operators-Choice-1', isAdmin: false });
    expect(await outcomeOf(verifyAccount({ email, code, registrationToken: null }, DEVICE))).toBe('userExists');
    expect(await outcomeOf(signIn({ email, password: 'Operators-Choice-1', remember: false }, HERE))).toBe('ok');
  });

  test('registrations of one new address at once make one account, and all answer alike', async () => {
    for (let round = 0; round < repeats(3, 10); round++) {
      const email = newEmail();
      const many = Array.from({ length: 4 }, () => registerAccount({ email, password: PASSWORD }, 'en'));
      expect(await tally(many)).toEqual({ ok: 4 });
      expect(await rowsOf(email)).toHaveLength(1);
    }
  });

  test('the mail comes in the language of the page, its code alone on a line', async () => {
    const email = newEmail();
    const { code } = await beginSignUp({ email }, 'zh');
    const { text, subject } = await newestMail(DATA_DIR, email);
    expect(subject).toMatch(/\p{Script=Han}/u);
    expect(text.split('\n')).toContain(code);
  });

  test('an operator cannot make a second account of an address', async () => {
    const { email } = await buildUser();
    expect(await outcomeOf(createAccount({ email, password: null, isAdmin: false }))).toBe('userExists');
  });
});
