import { expect, test } from 'vitest';
import type { MailedCodeType } from '#app/schemas/accounts.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { createPendingLink } from '#app/services/providers/pending-links.ts';
import { sendLinkCode, signInWithLinkCode } from '#app/services/providers/prove-by-code.ts';
import { consumeCode } from '#app/services/sign-in/consume-code.ts';
import { hashPassword } from '#app/services/sign-in/password-hash.ts';
import { NOBODY, type Requester, rememberDevice } from '#app/services/sign-in/requester.ts';
import { verifyResetCode } from '#app/services/sign-in/reset-password.ts';
import { requestPasswordReset } from '#app/services/sign-in/send-code.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { issueCode } from '#app/services/sign-in/verification-codes.ts';
import { verifyAccount } from '#app/services/sign-in/verify-account.ts';
import { execute } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, PASSWORD } from '#tests/support/factories.ts';
import { isLong } from '#tests/support/length.ts';
import { mailsTo, newestCode } from '#tests/support/outbox.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { beginSignUp, DEVICE, wrongCode } from '#tests/support/sign-up.ts';

process.env.RATE_LIMIT = 'on';

const HOUR_SECONDS = 3600;
const browserOf = (name: string, email?: string): Requester => ({
  browser: `the browser of ${name}`,
  device: email ? rememberDevice(null, email) : null,
});
const attempt = (email: string, password: string, address: string, asker = NOBODY) =>
  outcomeOf(signIn({ email, password, remember: false }, { userAgent: null, address, asker }));

describeOnBoth('guessing', () => {
  test('S5: three strangers who guess for an hour never keep the owner out of a browser that signed in before', async () => {
    const clock = stopClock();
    const { email } = await buildUser({ password: PASSWORD });
    const own = browserOf('owner', email);
    const stepSeconds = isLong ? 1 : 60;
    for (let second = 0; second < HOUR_SECONDS; second += stepSeconds) {
      for (const stranger of ['192.0.2.1', '198.51.100.2', '203.0.113.3']) await attempt(email, 'Wrong-1', stranger);
      if (second % 600 === 0) expect(await attempt(email, PASSWORD, '10.0.0.1', own)).toBe('ok');
      clock.advance(stepSeconds);
    }
    expect(await attempt(email, PASSWORD, '10.0.0.1', own)).toBe('ok');
  }, 120_000);

  test('S5: the counter of a known browser is good for its own account only, and is a counter', async () => {
    stopClock();
    const [{ email }, other] = [await buildUser({ password: PASSWORD }), await buildUser({ password: PASSWORD })];
    for (let count = 0; count < 12; count += 1) await attempt(email, 'Wrong-1', '192.0.2.1');
    expect(await attempt(email, PASSWORD, '192.0.2.1', browserOf('stranger', other.email))).toBe('requestTooFrequent');
    const stolen = browserOf('owner', email);
    for (let count = 0; count < 10; count += 1) await attempt(email, 'Wrong-1', '192.0.2.1', stolen);
    expect(await attempt(email, PASSWORD, '192.0.2.1', stolen)).toBe('requestTooFrequent');
    const forged = { browser: null, device: `${stolen.device!.slice(0, 44)}${'A'.repeat(43)}` };
    expect(await attempt(email, PASSWORD, '192.0.2.1', forged)).toBe('requestTooFrequent');
  }, 60_000);

  test('S5: wrong reset codes from elsewhere neither kill the code nor spend the guesses of who asked', async () => {
    const { email } = await buildUser();
    const owner = browserOf('owner');
    const { code } = await issueCode({ email, type: 'reset-password', asker: owner });
    const guess = (asker: Requester) => consumeCode(email, 'reset-password', { code: wrongCode(code) }, asker);
    for (let count = 0; count < 10; count += 1) {
      expect(await outcomeOf(guess(browserOf('stranger')))).toBe('codeInvalid');
    }
    expect(await outcomeOf(guess(browserOf('stranger')))).toBe('requestTooFrequent');
    expect(await outcomeOf(guess(NOBODY))).toBe('requestTooFrequent');
    expect(await outcomeOf(verifyResetCode(email, { code }, owner))).toBe('ok');
  });

  test('S5: ten wrong codes of strangers do not block the right code of another type', async () => {
    const wrong = (email: string, type: MailedCodeType) =>
      outcomeOf(consumeCode(email, type, { code: 'AAAAAA' }, browserOf('stranger')));
    const { id, email } = await buildUser();
    const { email: fresh, code } = await beginSignUp();
    for (let count = 0; count < 11; count += 1) {
      for (const type of ['reset-password', 'change-email'] as const) {
        await wrong(email, type);
        await wrong(fresh, type);
      }
      await wrong(email, 'register');
    }
    for (const address of [email, fresh]) expect(await wrong(address, 'reset-password')).toBe('requestTooFrequent');
    expect(await outcomeOf(verifyAccount({ email: fresh, code, registrationToken: null }, DEVICE))).toBe('ok');
    const tempId = await createPendingLink(id, { providerName: 'github', providerId: `of ${id}` }, false);
    await sendLinkCode(tempId, 'en');
    await awaitMails();
    expect(await outcomeOf(signInWithLinkCode(tempId, await newestCode(DATA_DIR, email), null))).toBe('ok');
  });

  test('S5: the right code is good in the browser that asked, and elsewhere only through the link of its mail', async () => {
    const { email } = await buildUser();
    const { code, link } = await issueCode({ email, type: 'reset-password', asker: browserOf('owner') });
    expect(await outcomeOf(verifyResetCode(email, { code }, browserOf('stranger')))).toBe('codeInvalid');
    expect(await outcomeOf(verifyResetCode(email, { code: '', link: 'a guess' }, NOBODY))).toBe('codeInvalid');
    expect(await outcomeOf(verifyResetCode(email, { code: '', link }, NOBODY))).toBe('ok');
    expect(await outcomeOf(verifyResetCode(email, { code: '', link }, NOBODY))).toBe('codeInvalid');
    expect(await outcomeOf(verifyResetCode(email, { code }, browserOf('owner')))).toBe('codeInvalid');
  });

  test('S5: strangers who ask for codes all day do not keep a known browser from its own', async () => {
    const clock = stopClock();
    const { email } = await buildUser();
    const owner = browserOf('owner', email);
    for (let count = 0; count < 8; count += 1) {
      await requestPasswordReset(email, 'en', browserOf('stranger'));
      // Mails sent at the same time have no order.
      await awaitMails();
      clock.advance(61);
    }
    await requestPasswordReset(email, 'en', owner);
    await awaitMails();
    expect(await mailsTo(DATA_DIR, email)).toHaveLength(6);
    const code = await newestCode(DATA_DIR, email);
    await requestPasswordReset(email, 'en', browserOf('stranger'));
    expect(await outcomeOf(verifyResetCode(email, { code }, owner))).toBe('ok');
  });

  test('S6: an office signs in from one address within a minute, each with two wrong passwords first', async () => {
    stopClock();
    const people = await Promise.all(Array.from({ length: isLong ? 200 : 12 }, () => buildUser()));
    await execute('UPDATE users SET password_hash = $hash', { hash: await hashPassword(PASSWORD) });
    for (const { email } of people) {
      for (const password of ['Wrong-1', 'Wrong-2', PASSWORD]) {
        expect(await attempt(email, password, '192.0.2.200')).toBe(password === PASSWORD ? 'ok' : 'passwordIncorrect');
      }
    }
  }, 300_000);
});
