import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { awaitMails, deliverSoon } from '#app/services/mail/deliver-mails.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { findDueMails } from '#db/queries/mails.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { newEmail } from '#tests/support/factories.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const smtp = await startSmtp();
Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: 'Arbor <notes@example.com>' });
afterAll(() => smtp.stop());

const LEASE_MS = 2 * 60 * 1000;
const letter = (to: string) => ({ to, subject: '你好', text: 'A note', html: '<p>A note</p>' });
const waiting = () => select<{ until: number | string }>('SELECT next_attempt_at AS until FROM mails');

describeOnBoth('a mail server that is slow', () => {
  beforeEach(async () => {
    smtp.answer(null);
    smtp.received.length = 0;
    await execute('DELETE FROM mails');
  });

  test('a mail that its server takes slowly delays no other one', async () => {
    const slow = Promise.withResolvers<void>();
    smtp.onceReceived(() => slow.promise);
    await queueMail(letter(newEmail()));
    await expect.poll(() => smtp.received.length).toBe(1);
    const quick = Array.from({ length: 7 }, newEmail);
    for (const to of quick) await queueMail(letter(to));
    await expect.poll(async () => [smtp.received.length, (await waiting()).length]).toEqual([8, 1]);
    slow.resolve();
    await awaitMails();
    expect(await waiting()).toEqual([]);
  });

  test('the lease of a mail that its server takes slowly is renewed, and no other process sends it', async () => {
    const clock = stopClock();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = Promise.withResolvers<void>();
    smtp.onceReceived(() => slow.promise);
    await queueMail(letter(newEmail()));
    await expect.poll(() => smtp.received.length).toBe(1);
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance(60);
      const until = Date.now() + LEASE_MS;
      vi.advanceTimersByTime(30_000);
      await expect.poll(waiting).toMatchObject([{ until: expect.toSatisfy((at) => Number(at) >= until) }]);
      deliverSoon();
    }
    slow.resolve();
    deliverSoon();
    await awaitMails();
    expect([smtp.received.length, await waiting()]).toEqual([1, []]);
  });

  test('a new mail goes before those that are tried again', async () => {
    const clock = stopClock();
    smtp.answer(451);
    for (let count = 0; count < 8; count += 1) await queueMail(letter(newEmail()));
    await awaitMails();
    smtp.answer(null);
    clock.advance(31);
    const [first] = await inTransaction(async () => {
      await queueMail(letter(newEmail()));
      return findDueMails({ now: Date.now(), most: 1 });
    });
    expect(first).toMatchObject({ attempts: 0 });
    await awaitMails();
    expect([smtp.received.length, await waiting()]).toEqual([9, []]);
  });
});
