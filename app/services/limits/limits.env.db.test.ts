import { expect, test } from 'vitest';
import type { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { replyTo, startThread } from '#app/services/comments/write-comment.ts';
import { clearLimits, listLimits } from '#app/services/limits/manage-limits.ts';
import { consumeLimit, requireWithinLimit } from '#app/services/limits/request-limits.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { rotateSession } from '#app/services/sessions/rotate-session.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { resendInvitation } from '#app/services/shares/resend-invitation.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import type { SignedIn } from '#app/services/sign-in/enter-account.ts';
import { registerAccount } from '#app/services/sign-in/register-account.ts';
import { requestPasswordReset, sendCode } from '#app/services/sign-in/send-code.ts';
import { signIn } from '#app/services/sign-in/sign-in.ts';
import { execute, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildUser, newEmail, PASSWORD } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { BROWSER, signUp } from '#tests/support/sign-up.ts';

process.env.RATE_LIMIT = 'on';
const NO_PASSAGE = { quote: null, prefix: null, suffix: null };

const elsewhere = () => ({ userAgent: null, address: crypto.randomUUID() });
const attempt = (email: string, password: string) =>
  outcomeOf(signIn({ email, password, remember: false }, elsewhere()));
/** Returns the wait of a refused call in seconds; undefined if it failed for another reason. */
const waitOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason) => reason,
  );
  return (error as AppError | null)?.retryAfterSeconds;
};

describeOnBoth('limits', () => {
  test('A4: the eleventh wrong password waits wherever it comes from, and the reset by mail stays open', async () => {
    const clock = stopClock();
    const { email } = await signUp();
    for (let count = 0; count < 10; count += 1) expect(await attempt(email, 'Wrong-1')).toBe('passwordIncorrect');
    for (let count = 0; count < 20; count += 1) expect(await attempt(email, PASSWORD)).toBe('requestTooFrequent');
    await requestPasswordReset(email, 'en', BROWSER);
    await awaitMails();
    expect(await mailsTo(DATA_DIR, email)).toHaveLength(2);
    clock.advance(1);
    expect(await attempt(email, PASSWORD)).toBe('ok');
    expect(await attempt(email, 'Wrong-1')).toBe('passwordIncorrect');
  });

  test('A4: each further wrong one doubles the wait, up to a quarter of an hour and never for good', async () => {
    const clock = stopClock();
    const { email } = await signUp();
    const waits: number[] = [];
    for (let count = 0; count < 24; count += 1) {
      const wait = await waitOf(signIn({ email, password: 'Wrong-1', remember: false }, elsewhere()));
      if (!wait) continue;
      waits.push(wait);
      clock.advance(wait);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64]);
    clock.advance(3600);
    expect(await attempt(email, PASSWORD)).toBe('ok');
  });

  test('A4: fifty guesses at once are ten', async () => {
    stopClock();
    const { email } = await buildUser();
    const outcomes = await tally(
      Array.from({ length: 50 }, () => signIn({ email, password: 'Wrong-1', remember: false }, elsewhere())),
    );
    expect(outcomes).toEqual({ passwordIncorrect: 10, requestTooFrequent: 40 });
  });

  test('A2, A4: an address without an account waits alike', async () => {
    stopClock();
    const email = newEmail();
    for (let count = 0; count < 10; count += 1) expect(await attempt(email, 'Wrong-1')).toBe('passwordIncorrect');
    expect(await attempt(email, 'Wrong-1')).toBe('requestTooFrequent');
  });

  test('S6: so many wrong passwords from one client address end its tries for the day', async () => {
    const clock = stopClock();
    const from = elsewhere();
    const { email } = await signUp();
    await tally(Array.from({ length: 2000 }, () => consumeLimit('failedSignInDaily', from.address)));
    const right = () => outcomeOf(signIn({ email, password: PASSWORD, remember: false }, from));
    expect(await right()).toBe('requestTooFrequent');
    clock.advance(24 * 3600 + 1);
    expect(await right()).toBe('ok');
  });

  test('a locked account keeps its open sessions', async () => {
    stopClock();
    const { email, ...verified } = await signUp();
    const { credentials } = verified as SignedIn;
    await tally(Array.from({ length: 30 }, () => signIn({ email, password: 'Wrong-1', remember: false }, elsewhere())));
    expect(await attempt(email, PASSWORD)).toBe('requestTooFrequent');
    expect(await outcomeOf(rotateSession(credentials.refreshToken))).toBe('ok');
  });

  test('B4: the sixth mail to an address within an hour is refused alike, with or without an account', async () => {
    const clock = stopClock();
    const { email: known } = await buildUser();
    for (const email of [known, newEmail()]) {
      for (let count = 0; count < 5; count += 1) {
        expect(await outcomeOf(sendCode({ email, type: 'reset-password' }, 'en', BROWSER))).toBe('ok');
        clock.advance(61);
      }
      const wait = await waitOf(sendCode({ email, type: 'reset-password' }, 'en', BROWSER));
      expect(wait).toBeGreaterThan(3000);
      await requestPasswordReset(email, 'en', BROWSER);
      await registerAccount({ email, password: PASSWORD }, 'en');
      // A code that is still queued when its ten minutes are over is not sent.
      await awaitMails();
      clock.advance(wait!);
      expect(await outcomeOf(sendCode({ email, type: 'reset-password' }, 'en', BROWSER))).toBe('ok');
    }
    await awaitMails();
    expect(await mailsTo(DATA_DIR, known)).toHaveLength(6);
  });

  test('a person writes sixty comments an hour on a document, in any of its threads; others and other documents count apart', async () => {
    const clock = stopClock();
    const { olga, rhea, document } = await buildCast();
    const other = await buildDocument({ owner: rhea });
    const start = (who: Actor, id: string) => startThread(who, id, { body: 'Why?', ...NO_PASSAGE });
    const threads = [await start(rhea, document.id), await start(olga, document.id)];
    const outcomes: Record<string, number> = {};
    for (let count = 0; count < 61; count += 1) {
      const outcome = await outcomeOf(replyTo(rhea, threads[count % 2]!.id, 'And?'));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    expect(outcomes).toEqual({ ok: 59, requestTooFrequent: 2 });
    const refused: AppError = await start(rhea, document.id).then(
      () => null,
      (error) => error,
    );
    expect(refused).toMatchObject({ error: 'requestTooFrequent', reason: { key: 'manyComments' } });
    expect(refused.retryAfterSeconds).toBeGreaterThan(3000);
    expect((await listThreads(olga, document.id, 'all')).flatMap(({ comments }) => comments)).toHaveLength(61);
    expect([await outcomeOf(start(olga, document.id)), await outcomeOf(start(rhea, other.id))]).toEqual(['ok', 'ok']);
    // The operator finds the counters of an account by its address or id.
    for (const subject of [rhea.email, rhea.id]) {
      const used = (await listLimits(subject)).filter(({ limit }) => limit === 'comment').map((entry) => entry.used);
      expect(used.toSorted((a, b) => a - b)).toEqual([1, 63]);
    }
    expect(await clearLimits(rhea.email)).toBe(2);
    expect(await outcomeOf(start(rhea, document.id))).toBe('ok');
    clock.advance(3601);
    expect(await listLimits(rhea.email)).toEqual([]);
  });

  test('E2: thirty strangers invited in a row are twenty, and no answer names anybody', async () => {
    stopClock();
    const owner = await buildUser();
    const { id } = await buildDocument({ owner });
    const outcomes: Record<string, number> = {};
    for (let count = 0; count < 30; count += 1) {
      const outcome = await outcomeOf(shareDocument(owner, id, { email: newEmail(), permission: 'READ' }));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    expect(outcomes).toEqual({ ok: 20, requestTooFrequent: 10 });
    const entries = await listShares(owner, id);
    expect(entries.map(({ userId, displayName }) => [userId, displayName])).toEqual(Array(20).fill([null, null]));
    const [invited] = entries;
    expect(await outcomeOf(resendInvitation(owner, id, invited!.id))).toBe('requestTooFrequent');
  });

  test('what is counted names nobody', async () => {
    const email = newEmail();
    await attempt(email, 'Wrong-1');
    const rows = JSON.stringify(await select('SELECT * FROM limits'));
    expect(rows).toContain('signInTries');
    expect(rows).not.toContain(email);
  });

  test('I1: a limit counts on after the process that counted is gone, for it is rows', async () => {
    stopClock();
    const key = newEmail();
    await tally(Array.from({ length: 20 }, () => consumeLimit('shareWithStranger', key)));
    expect(await outcomeOf(requireWithinLimit('shareWithStranger', key))).toBe('requestTooFrequent');
    const [row] = await select<{ points: number }>(
      "SELECT points FROM limits WHERE key LIKE 'shareWithStranger:%' ORDER BY points DESC LIMIT 1",
    );
    expect(row!.points).toBe(20);
    await execute('DELETE FROM limits');
    expect(await outcomeOf(requireWithinLimit('shareWithStranger', key))).toBe('ok');
  });

  test('I1: while the rows are away a limit is counted in memory, never lifted', async () => {
    stopClock();
    const key = newEmail();
    await execute('ALTER TABLE limits RENAME TO limits_away');
    try {
      const outcomes = await tally(Array.from({ length: 30 }, () => consumeLimit('shareWithStranger', key)));
      expect(outcomes).toEqual({ ok: 20, requestTooFrequent: 10 });
      expect(await waitOf(consumeLimit('shareWithStranger', key))).toBeGreaterThan(0);
      expect(await outcomeOf(requireWithinLimit('shareWithStranger', key))).toBe('requestTooFrequent');
    } finally {
      await execute('ALTER TABLE limits_away RENAME TO limits');
    }
    expect(await outcomeOf(consumeLimit('shareWithStranger', key))).toBe('ok');
  });
});
