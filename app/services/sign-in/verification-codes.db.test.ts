import { expect, test } from 'vitest';
import { randomCode } from '#app/services/crypto/secrets.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { consumeCode } from '#app/services/sign-in/consume-code.ts';
import { verifyResetCode } from '#app/services/sign-in/reset-password.ts';
import { requestPasswordReset, sendCode } from '#app/services/sign-in/send-code.ts';
import { issueCode } from '#app/services/sign-in/verification-codes.ts';
import { verifyAccount } from '#app/services/sign-in/verify-account.ts';
import { database } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser, newEmail } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { BROWSER, beginSignUp, DEVICE, wrongCode } from '#tests/support/sign-up.ts';

const issued = async (email: string, asker = BROWSER) =>
  (await issueCode({ email, type: 'reset-password', asker })).code;
const consume = (email: string, code: string, asker = BROWSER) =>
  outcomeOf(consumeCode(email, 'reset-password', { code }, asker));

describeOnBoth('a verification code', () => {
  test('B1: of 20 posts of the right code at once exactly one works, and a replay does not', async () => {
    const pending = await beginSignUp();
    const many = Array.from({ length: 20 }, () => verifyAccount(pending, DEVICE));
    expect(await tally(many)).toEqual({ ok: 1, codeInvalid: 19 });
    expect(await outcomeOf(verifyAccount(pending, DEVICE))).toBe('codeInvalid');
  });

  test('B2: is dead after five wrong ones', async () => {
    const email = newEmail();
    const code = await issued(email);
    for (const _ of [1, 2, 3, 4, 5]) expect(await consume(email, wrongCode(code))).toBe('codeInvalid');
    expect(await consume(email, code)).toBe('codeInvalid');
  });

  test('B2: still works after four wrong ones, in lower case too', async () => {
    const email = newEmail();
    const code = await issued(email);
    for (const _ of [1, 2, 3, 4]) await consume(email, wrongCode(code));
    expect(await consume(email, code.toLowerCase())).toBe('ok');
  });

  test('B2: is dead after 50 wrong ones at once', async () => {
    const email = newEmail();
    const code = await issued(email);
    const wrong = { code: wrongCode(code) };
    const many = Array.from({ length: 50 }, () => consumeCode(email, 'reset-password', wrong, BROWSER));
    expect((await tally(many)).ok).toBeUndefined();
    expect(await consume(email, code)).toBe('codeInvalid');
  });

  test('B2: asking for new codes does not buy more than ten guesses a day', async () => {
    const { email } = await buildUser();
    const clock = stopClock();
    const guess = async (code: string) => outcomeOf(verifyResetCode(email, { code: wrongCode(code) }, BROWSER));
    for (const _ of [1, 2]) {
      clock.advance(61);
      const code = await issued(email);
      for (const _try of [1, 2, 3, 4, 5]) expect(await guess(code)).toBe('codeInvalid');
    }
    clock.advance(61);
    expect(await guess(await issued(email))).toBe('requestTooFrequent');
  });

  test('B3: works at 9:59 and not at 10:01', async () => {
    const clock = stopClock();
    const [early, late] = [newEmail(), newEmail()];
    const codes = [await issued(early), await issued(late)];
    clock.advance(599);
    expect(await consume(early, codes[0]!)).toBe('ok');
    clock.advance(2);
    expect(await consume(late, codes[1]!)).toBe('codeInvalid');
  });

  test('B3: works for its own type and address only', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const code = await issued(email);
    await issued(other);
    expect(await outcomeOf(consumeCode(email, 'register', { code }, BROWSER))).toBe('codeInvalid');
    expect(await consume(other, code)).toBe('codeInvalid');
    expect(await consume(email, code)).toBe('ok');
  });

  test('B3: does not work once a newer one was made', async () => {
    const clock = stopClock();
    const email = newEmail();
    const older = await issued(email);
    clock.advance(61);
    const newer = await issued(email);
    expect(await consume(email, older)).toBe('codeInvalid');
    expect(await consume(email, newer)).toBe('ok');
  });

  test('B4: another is sent a minute later and not before, for known and unknown addresses alike', async () => {
    const clock = stopClock();
    for (const email of [(await buildUser()).email, newEmail()]) {
      const send = () => outcomeOf(sendCode({ email, type: 'reset-password' }, 'en', BROWSER));
      expect(await send()).toBe('ok');
      clock.advance(59);
      expect(await send()).toBe('requestTooFrequent');
      clock.advance(2);
      expect(await send()).toBe('ok');
    }
  });

  test('forgot-password within that minute answers as always and sends nothing', async () => {
    const { email } = await buildUser();
    await requestPasswordReset(email, 'en', BROWSER);
    await requestPasswordReset(email, 'en', BROWSER);
    await awaitMails();
    expect(await mailsTo(DATA_DIR, email)).toHaveLength(1);
  });

  test('nothing is mailed to an address without an account', async () => {
    const email = newEmail();
    await requestPasswordReset(email, 'en', BROWSER);
    await sendCode({ email, type: 'register' }, 'en', BROWSER);
    await awaitMails();
    expect(await mailsTo(DATA_DIR, email)).toEqual([]);
  });

  test('B4: lies nowhere in plain text', async () => {
    const email = newEmail();
    const code = await issued(email);
    const [rows] = await (await database()).query('SELECT * FROM codes');
    expect(JSON.stringify(rows).toUpperCase()).not.toContain(code);
  });

  test('B4: has six of 31 signs, each about as often', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 10_000; n++) {
      const code = randomCode(6);
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
      for (const sign of code) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    }
    const expected = 60_000 / 31;
    expect(counts.size).toBe(31);
    expect(Math.min(...counts.values())).toBeGreaterThan(expected * 0.85);
    expect(Math.max(...counts.values())).toBeLessThan(expected * 1.15);
  });
});
