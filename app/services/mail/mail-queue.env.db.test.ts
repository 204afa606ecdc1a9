import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { countInto } from '#app/observability/counters.ts';
import { log, withoutSecrets } from '#app/observability/log.ts';
import { awaitMails, deliverSoon } from '#app/services/mail/deliver-mails.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { requestPasswordReset, sendCode } from '#app/services/sign-in/send-code.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser, newEmail } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { BROWSER } from '#tests/support/sign-up.ts';
import { startSmtp } from '#tests/support/smtp.ts';

let smtp = await startSmtp();
Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: 'Arbor <notes@example.com>' });
afterAll(() => smtp.stop());

const LEASE_MS = 2 * 60 * 1000;
const letter = (to: string) => ({ to, subject: '你好', text: 'A note', html: '<p>A note</p>' });
const waiting = () => select<{ sealed: string | null; attempts: number }>('SELECT sealed, attempts FROM mails');
const codeOf = (message: string) => /^[2-9A-HJ-KM-NP-Z]{6}$/m.exec(message.replaceAll('\r', ''))?.[0];

/** Collects the outcomes that are counted until the end of the test. */
function countedMails(): string[] {
  const outcomes: string[] = [];
  countInto((name, { outcome = '' }) => {
    if (name === 'mails') outcomes.push(outcome);
  });
  onTestFinished(() => countInto(() => undefined));
  return outcomes;
}

async function settle(): Promise<void> {
  deliverSoon();
  await awaitMails();
}

describeOnBoth('the mail queue over SMTP', () => {
  beforeEach(async () => {
    smtp.answer(null);
    smtp.received.length = 0;
    await execute('DELETE FROM mails');
  });

  test('hands a mail to the server and forgets it', async () => {
    const to = newEmail();
    await queueMail(letter(to));
    await awaitMails();
    expect(smtp.received).toMatchObject([{ from: 'notes@example.com', to: [to] }]);
    expect(smtp.received[0]!.message).toMatch(/^Message-ID: <c[0-9a-z]+@example\.com>/m);
    expect(smtp.received[0]!.message).toContain('Subject: =?UTF-8?');
    expect(await waiting()).toEqual([]);
  });

  test('a mail is sent once if the database goes away before that is recorded', async () => {
    const to = newEmail();
    smtp.onceReceived(() => execute('ALTER TABLE mails RENAME TO away'));
    await queueMail(letter(to));
    await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBe(1);
    await pause(700);
    await execute('ALTER TABLE away RENAME TO mails');
    await settle();
    expect([smtp.received.length, await waiting()]).toEqual([1, []]);
  });

  test('a mail is sent once if the database stays away for longer than the lease of the mail', async () => {
    const clock = stopClock();
    const to = newEmail();
    const now = performance.now.bind(performance);
    let later = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    onTestFinished(() => spy.mockRestore());
    smtp.onceReceived(async () => {
      await execute('ALTER TABLE mails RENAME TO away');
      later = LEASE_MS;
    });
    await queueMail(letter(to));
    await awaitMails();
    await execute('ALTER TABLE away RENAME TO mails');
    expect(await waiting()).toMatchObject([{ attempts: 1 }]);
    clock.advance(LEASE_MS / 1000);
    await settle();
    expect([smtp.received.length, await waiting()]).toEqual([1, []]);
  });

  test('a code mail has its code alone on a line of the text part, which comes first', async () => {
    const { email } = await buildUser();
    await requestPasswordReset(email, 'zh', BROWSER);
    await awaitMails();
    const { message } = smtp.received[0]!;
    expect(codeOf(message)).toBeDefined();
    expect(message.indexOf('text/plain')).toBeLessThan(message.indexOf('text/html'));
  });

  test('B4: no code lies in the queue in plain text while the server is down', async () => {
    const clock = stopClock();
    const { email } = await buildUser();
    const { port } = smtp;
    await smtp.stop();
    await requestPasswordReset(email, 'en', BROWSER);
    await awaitMails();
    const [row] = await waiting();
    expect(row).toMatchObject({ attempts: 1, sealed: expect.any(String) });
    expect(Buffer.from(row!.sealed!, 'base64').toString('latin1')).not.toContain(email);
    smtp = await startSmtp(port);
    await settle();
    expect(smtp.received).toEqual([]);
    clock.advance(31);
    await settle();
    expect(codeOf(smtp.received[0]!.message)).toBeDefined();
    const everything = JSON.stringify(await select('SELECT * FROM codes'));
    expect(everything).not.toContain(codeOf(smtp.received[0]!.message));
  });

  test('L6: a server that is busy is asked again, each time later, and gets the mail once', async () => {
    const clock = stopClock();
    smtp.answer(451);
    const to = newEmail();
    const warn = vi.spyOn(log, 'warn');
    onTestFinished(() => warn.mockRestore());
    await queueMail(letter(to));
    await awaitMails();
    const why = { event: 'mail-failed', errorCode: 'EENVELOPE', responseCode: 451, outcome: 'for now' };
    expect(warn.mock.calls.map(([fields]) => withoutSecrets(fields))).toMatchObject([why]);
    clock.advance(31);
    await settle();
    expect(await waiting()).toMatchObject([{ attempts: 2 }]);
    smtp.answer(null);
    clock.advance(31);
    await settle();
    expect(smtp.received).toEqual([]);
    clock.advance(30);
    await settle();
    await settle();
    expect(smtp.received).toHaveLength(1);
  });

  test('L6: a mail refused for good, or older than a day, is given up', async () => {
    smtp.answer(550);
    await queueMail(letter(newEmail()));
    await awaitMails();
    expect(await waiting()).toEqual([]);
    const clock = stopClock();
    smtp.answer(451);
    await queueMail(letter(newEmail()));
    await awaitMails();
    clock.advance(25 * 3600);
    smtp.answer(null);
    const [warn, counted] = [vi.spyOn(log, 'warn'), countedMails()];
    onTestFinished(() => warn.mockRestore());
    await settle();
    expect(await waiting()).toEqual([]);
    expect(smtp.received).toEqual([]);
    const givenUp = { event: 'mail-failed', outcome: 'given up', mailId: expect.any(String) };
    expect(warn.mock.calls.map(([fields]) => fields)).toMatchObject([givenUp]);
    expect(counted).toEqual(['given up']);
  });

  test('the last attempt that fits before a mail expires is told as such', async () => {
    const clock = stopClock();
    smtp.answer(451);
    await queueMail(letter(newEmail()));
    await awaitMails();
    clock.advance(24 * 3600 - 10);
    const [warn, counted] = [vi.spyOn(log, 'warn'), countedMails()];
    onTestFinished(() => warn.mockRestore());
    await settle();
    expect(warn.mock.calls.map(([fields]) => fields)).toMatchObject([{ responseCode: 451, outcome: 'given up' }]);
    expect(counted).toEqual(['given up']);
    expect(await waiting()).toEqual([]);
  });

  test('a code that has expired is not mailed any more', async () => {
    const clock = stopClock();
    const { email } = await buildUser();
    smtp.answer(451);
    await requestPasswordReset(email, 'en', BROWSER);
    await awaitMails();
    smtp.answer(null);
    clock.advance(601);
    await settle();
    expect(smtp.received).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('of many that look at once, one sends a mail', async () => {
    smtp.answer(451);
    const clock = stopClock();
    await queueMail(letter(newEmail()));
    await awaitMails();
    smtp.answer(null);
    clock.advance(31);
    await Promise.all(Array.from({ length: 10 }, settle));
    expect(smtp.received).toHaveLength(1);
  });

  test('a mail goes with its transaction: none leaves when it is taken back', async () => {
    const to = newEmail();
    const failing = inTransaction(async () => {
      await queueMail(letter(to));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await inTransaction(() => queueMail(letter(to)));
    await settle();
    expect(smtp.received).toHaveLength(1);
  });

  test('A2: a reset for an address without an account mails nobody, and is refused within the minute like any', async () => {
    const stranger = newEmail();
    await requestPasswordReset(stranger, 'en', BROWSER);
    await awaitMails();
    expect(smtp.received).toEqual([]);
    expect(await outcomeOf(sendCode({ email: stranger, type: 'reset-password' }, 'en', BROWSER))).toBe(
      'requestTooFrequent',
    );
  });
});
