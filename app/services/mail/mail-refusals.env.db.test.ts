import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditQuery } from '#app/schemas/audit.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { searchAudit } from '#app/services/audit/search-audit.ts';
import { replyTo, startThread } from '#app/services/comments/write-comment.ts';
import { awaitMails, deliverSoon } from '#app/services/mail/deliver-mails.ts';
import { findOwnMailRefusal, retryMails } from '#app/services/mail/mail-refusal.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import {
  awaitNotificationMails,
  sendNotificationMailsSoon,
} from '#app/services/notifications/send-notification-mails.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { requestAccess } from '#app/services/shares/request-access.ts';
import { resendInvitation } from '#app/services/shares/resend-invitation.ts';
import { isGroupShare } from '#app/services/shares/share-entry.ts';
import { requestPasswordReset } from '#app/services/sign-in/send-code.ts';
import { execute, select } from '#db/connection.ts';
import { findRefusedAddresses } from '#db/queries/mail-refusals.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildShare, buildUser, newEmail } from '#tests/support/factories.ts';
import { BROWSER } from '#tests/support/sign-up.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const smtp = await startSmtp();
Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: 'Arbor <notes@example.com>' });
afterAll(() => smtp.stop());

const NO_PASSAGE = { quote: null, prefix: null, suffix: null };
const GONE = { status: 550, text: '5.1.1 No such mailbox' };

async function settle(): Promise<void> {
  sendNotificationMailsSoon();
  await awaitNotificationMails();
  deliverSoon();
  await awaitMails();
}

/** Returns the number of mails to a person since the last call. */
async function arrivedFor({ email }: Actor): Promise<number> {
  await settle();
  const mine = smtp.received.filter(({ to }) => to.includes(email));
  for (const mail of mine) smtp.received.splice(smtp.received.indexOf(mail), 1);
  return mine.length;
}

const inbox = async (who: Actor) => (await listNotifications(who, { unread: true, page: 1, limit: 50 })).total;
const refusalsOf = async ({ email }: Actor) =>
  (await searchAudit(OPERATOR, auditQuery.parse({ person: email, kind: 'account.mail-refused' }))).items;

const refusedAddresses = async () => (await findRefusedAddresses({ most: 5 })).map(({ email }) => email);

/** Olga's mailbox is gone; Rhea has commented, and the mail of it was refused. */
async function refused() {
  const cast = await buildCast();
  await settle();
  smtp.refuse(cast.olga.email, GONE);
  const { id: threadId } = await startThread(cast.rhea, cast.document.id, { body: 'Why?', ...NO_PASSAGE });
  await settle();
  return { ...cast, threadId };
}

describeOnBoth('an address that the mail server refuses', () => {
  beforeEach(async () => {
    await settle();
    smtp.received.length = 0;
    for (const table of ['sent_news', 'mails', 'notifications', 'mail_refusals', 'audit'])
      await execute(`DELETE FROM ${table}`);
  });

  test('gets no further mails about news, and its inbox loses nothing', async () => {
    const clock = stopClock();
    const { olga, rhea, edith, document, threadId } = await refused();
    expect(await select('SELECT id FROM mails')).toEqual([]);
    expect(await findOwnMailRefusal(olga)).toMatchObject({ email: olga.email, reply: '550 5.1.1 No such mailbox' });
    smtp.refuse(olga.email, null);
    for (let hour = 0; hour < 30; hour++) {
      clock.advance(3600);
      await replyTo(rhea, threadId, `Comment ${hour}`);
      expect(await arrivedFor(olga)).toBe(0);
    }
    await startThread(edith, document.id, { body: `[@Olga](/people/${olga.id})`, ...NO_PASSAGE });
    expect(await arrivedFor(olga)).toBe(0);
    expect(await inbox(olga)).toBe(2);
    // Neither mails that are sent without the gathering.
    await requestAccess(await buildUser(), document.id, 'May I?');
    await buildShare({ owner: rhea, document: await buildDocument({ owner: rhea }), to: olga });
    expect(await arrivedFor(olga)).toBe(0);
    expect(await inbox(olga)).toBe(4);
    expect(await findOwnMailRefusal(rhea)).toBeNull();
  });

  test('is audited once and named by the doctor, without the address of a stranger’s request', async () => {
    const { olga, rhea, threadId } = await refused();
    await requestPasswordReset(olga.email, 'en', BROWSER);
    await replyTo(rhea, threadId, 'Still?');
    await settle();
    const [act, ...others] = await refusalsOf(olga);
    expect(others).toEqual([]);
    expect(act).toMatchObject({ actor: null, via: 'job', address: null, subject: olga.email });
    expect(JSON.parse(act!.detail)).toEqual({ reply: '550 5.1.1 No such mailbox' });
    expect(await refusedAddresses()).toEqual([olga.email]);
  });

  test('is tried again on demand: a mail that arrives ends the pause, one that is refused renews it', async () => {
    const clock = stopClock();
    const { olga, rhea, threadId } = await refused();
    await retryMails(olga);
    expect(await arrivedFor(olga)).toBe(0);
    expect(await findOwnMailRefusal(olga)).not.toBeNull();
    smtp.refuse(olga.email, null);
    await retryMails(olga);
    expect(await arrivedFor(olga)).toBe(1);
    expect(await findOwnMailRefusal(olga)).toBeNull();
    await retryMails(olga);
    expect(await arrivedFor(olga)).toBe(0);
    clock.advance(3600);
    await replyTo(rhea, threadId, 'Now?');
    expect(await arrivedFor(olga)).toBe(1);
    expect(await refusedAddresses()).toEqual([]);
  });

  test('counts again once it has taken a code, or the account has another address', async () => {
    const clock = stopClock();
    const { olga } = await refused();
    smtp.refuse(olga.email, null);
    await requestPasswordReset(olga.email, 'en', BROWSER);
    expect(await arrivedFor(olga)).toBe(1);
    expect(await findOwnMailRefusal(olga)).toBeNull();
    const other = await refused();
    expect(await findOwnMailRefusal(other.olga)).not.toBeNull();
    const email = newEmail();
    await execute('UPDATE users SET email = $email WHERE id = $id', { email, id: other.olga.id });
    expect(await findOwnMailRefusal(other.olga)).toBeNull();
    expect(await refusedAddresses()).toEqual([]);
    clock.advance(3600);
    await startThread(other.edith, other.document.id, { body: 'Hello', ...NO_PASSAGE });
    expect(await arrivedFor({ ...other.olga, email })).toBe(1);
  });

  test('is not one with a full mailbox, a refused sender or without an account', async () => {
    const { olga, rhea, document } = await buildCast();
    await settle();
    for (const reply of [
      { status: 452, text: '4.2.2 Mailbox full' },
      { status: 550, text: '5.7.1 Relaying denied' },
    ]) {
      smtp.refuse(olga.email, reply);
      await startThread(rhea, document.id, { body: 'Why?', ...NO_PASSAGE });
      await settle();
      expect(await findOwnMailRefusal(olga)).toBeNull();
      await execute('DELETE FROM sent_news');
    }
    const stranger = newEmail();
    smtp.refuse(stranger, GONE);
    await buildShare({ owner: olga, document, to: stranger });
    await settle();
    expect(await select('SELECT user_id FROM mail_refusals')).toEqual([]);
    expect(await select('SELECT id FROM mails WHERE attempts > 1')).toEqual([]);
  });

  test('is shown at an invitation until a mail arrives or the person signs up', async () => {
    const clock = stopClock();
    const { olga, document } = await buildCast();
    const [wrong, late] = [newEmail(), newEmail()];
    for (const to of [wrong, late]) smtp.refuse(to, GONE);
    const shares = [
      await buildShare({ owner: olga, document, to: wrong }),
      await buildShare({ owner: olga, document, to: late }),
    ];
    const refusals = async () => {
      await settle();
      const entries = (await listShares(olga, document.id)).filter((entry) => !isGroupShare(entry));
      return shares.map(({ id }) => entries.find((entry) => entry.id === id)?.mailRefusal);
    };
    const reply = expect.stringContaining('5.1.1 No such mailbox');
    expect(await refusals()).toEqual([reply, reply]);
    clock.advance(60);
    await resendInvitation(olga, document.id, shares[0]!.id);
    expect(await refusals()).toEqual([reply, reply]);
    smtp.refuse(wrong, null);
    clock.advance(60);
    await resendInvitation(olga, document.id, shares[0]!.id);
    expect(await refusals()).toEqual([undefined, reply]);
    await buildUser({ email: late });
    expect(await refusals()).toEqual([undefined, undefined]);
  });
});
