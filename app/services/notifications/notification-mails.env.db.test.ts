import PostalMime from 'postal-mime';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type MailChoiceInput, mailChoiceForm } from '#app/schemas/notifications.ts';
import type { Actor } from '#app/services/actor.ts';
import { replyTo, startThread } from '#app/services/comments/write-comment.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addMember } from '#app/services/groups/change-members.ts';
import { awaitMails, deliverSoon } from '#app/services/mail/deliver-mails.ts';
import { getMailSettings, setMailSettings } from '#app/services/notifications/mail-choices.ts';
import { markRead } from '#app/services/notifications/mark-read.ts';
import { awaitChangeNotifications } from '#app/services/notifications/notify-of-change.ts';
import {
  awaitNotificationMails,
  sendNotificationMailsSoon,
} from '#app/services/notifications/send-notification-mails.ts';
import { readUnsubscribeToken } from '#app/services/notifications/unsubscribe-link.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const smtp = await startSmtp();
Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: 'Arbor <notes@example.com>' });
afterAll(() => smtp.stop());

const AT = new Date('2026-03-10T12:00:00Z');
const NO_PASSAGE = { quote: null, prefix: null, suffix: null };

async function settle(): Promise<void> {
  await awaitChangeNotifications();
  sendNotificationMailsSoon();
  await awaitNotificationMails();
  deliverSoon();
  await awaitMails();
}

/** Returns the mails to a person since the last call, parsed. */
async function mailsTo({ email }: Actor) {
  await settle();
  const mine = smtp.received.filter(({ to }) => to.includes(email));
  for (const mail of mine) smtp.received.splice(smtp.received.indexOf(mail), 1);
  return Promise.all(mine.map(({ message }) => PostalMime.parse(message)));
}

type Parsed = Awaited<ReturnType<typeof mailsTo>>[number];
const header = (mail: Parsed, name: string) => mail.headers.find(({ key }) => key === name)?.value;
const choose = (who: Actor, choices: MailChoiceInput) => setMailSettings(who, mailChoiceForm.parse(choices));

describeOnBoth('mails about news', () => {
  beforeEach(async () => {
    await settle();
    smtp.received.length = 0;
    for (const table of ['sent_news', 'mails', 'notifications']) await execute(`DELETE FROM ${table}`);
  });

  test('a comment is mailed at once, what follows within ten minutes is gathered, in one conversation', async () => {
    const clock = stopClock(AT);
    const { olga, rhea, document } = await buildCast();
    await mailsTo(rhea);
    const body = `Why *pears*, [@R](/people/${rhea.id})?`;
    const { id } = await startThread(rhea, document.id, { body, ...NO_PASSAGE });
    const [first, ...none] = await mailsTo(olga);
    expect(none).toEqual([]);
    expect(first!.subject).toBe('New in “Orchard”');
    expect(first!.text).toMatch(/: Why \*pears\*, @[^[\]()/]+\?\n/);
    expect(first!.text).toContain(`/doc/${document.id}?at=${id}#thread-${id}`);
    clock.advance(1);
    for (const body of ['One', 'Two', 'Three']) {
      await replyTo(rhea, id, body);
      clock.advance(60);
      expect(await mailsTo(olga)).toEqual([]);
    }
    clock.advance(600);
    const [second] = await mailsTo(olga);
    expect(second!.text).toMatch(/One[\s\S]*Two[\s\S]*Three/);
    expect(second!.text).not.toContain('Why');
    expect(header(second!, 'references')).toBe(`<thread-${id}@localhost>`);
    expect(header(first!, 'references')).toBe(header(second!, 'references'));
    expect(header(second!, 'in-reply-to')).toBe(header(second!, 'references'));
    expect(second!.messageId).not.toBe(first!.messageId);
    clock.advance(3600);
    expect(await mailsTo(olga)).toEqual([]);
  });

  test('each has a link that stops its kind by one post, and mails then stop', async () => {
    stopClock(AT);
    const { olga, rhea, document } = await buildCast();
    await startThread(rhea, document.id, { body: 'Why?', ...NO_PASSAGE });
    const [mail] = await mailsTo(olga);
    expect(header(mail!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, token] = /^<http:\/\/localhost:\d+\/unsubscribe\/([^>]+)>$/.exec(header(mail!, 'list-unsubscribe')!)!;
    expect(readUnsubscribeToken(token!)).toEqual({ userId: olga.id, kinds: ['comment'] });
    for (const forged of [`${token}x`, token!.replace('comment', 'mention'), token!.replace(olga.id, rhea.id), ''])
      expect(readUnsubscribeToken(forged)).toBeNull();
  });

  test('a mail about a watched document has one link that stops watching it, other mails have none', async () => {
    const clock = stopClock(AT);
    const { olga, edith, rhea, document } = await buildCast();
    const links = (mail: Parsed | undefined) => mail!.text!.match(/^Stop watching “Orchard”: .*$/gm) ?? [];
    expect(links((await mailsTo(rhea))[0])).toEqual([]);
    await startThread(rhea, document.id, { body: 'First', ...NO_PASSAGE });
    expect(links((await mailsTo(olga))[0])).toHaveLength(1);
    clock.advance(1);
    for (const body of ['One', 'Two']) {
      await startThread(rhea, document.id, { body, ...NO_PASSAGE });
      clock.advance(1);
    }
    await settle();
    clock.advance(601);
    const [atOnce] = await mailsTo(olga);
    expect(atOnce!.text).toMatch(/One[\s\S]*Two/);
    expect(links(atOnce)).toEqual([expect.stringContaining(`/unwatch/${olga.id}.${document.id}.`)]);
    await choose(olga, { comment: 'daily', change: 'daily' });
    await startThread(edith, document.id, { body: 'Three', ...NO_PASSAGE });
    clock.advance(1);
    await updateDocument(edith, document.id, { content: 'Plums.', autosave: false });
    await settle();
    clock.advance(24 * 3600);
    const [daily] = await mailsTo(olga);
    expect(daily!.text).toMatch(/Three[\s\S]*changed/);
    expect(links(daily)).toHaveLength(1);
    // The header keeps its meaning: it stops mails of these kinds.
    expect(header(daily!, 'list-unsubscribe')).toContain('/unsubscribe/');
  });

  test('daily ones gather until eight in the morning of one’s own zone; those switched off never come', async () => {
    const clock = stopClock(AT);
    const { olga, edith, rhea, document } = await buildCast();
    await choose(olga, { comment: 'daily', change: 'daily', timeZone: 'Asia/Shanghai' });
    await choose(edith, { comment: 'off' });
    expect(await getMailSettings(olga)).toMatchObject({ timeZone: 'Asia/Shanghai', choices: { comment: 'daily' } });
    await mailsTo(edith);
    await startThread(edith, document.id, { body: 'Mine', ...NO_PASSAGE });
    clock.advance(1);
    await startThread(rhea, document.id, { body: 'Why?', ...NO_PASSAGE });
    clock.advance(1);
    await updateDocument(edith, document.id, { content: 'Plums.', autosave: false });
    expect(await mailsTo(olga)).toEqual([]);
    clock.advance(11.9 * 3600);
    expect(await mailsTo(olga)).toEqual([]);
    clock.advance(0.2 * 3600);
    const [mail, ...none] = await mailsTo(olga);
    expect(none).toEqual([]);
    expect(mail!.text).toMatch(/Mine[\s\S]*Why\?[\s\S]*changed “Orchard”/);
    clock.advance(48 * 3600);
    expect(await mailsTo(olga)).toEqual([]);
    expect(await mailsTo(edith)).toEqual([]);
  });

  test('nothing leaves of what was unshared, read, or written while mails were switched off', async () => {
    const clock = stopClock(AT);
    const { olga, rhea, document } = await buildCast();
    await mailsTo(rhea);
    const { id } = await startThread(rhea, document.id, { body: 'Why?', ...NO_PASSAGE });
    await replyTo(olga, id, 'First');
    expect(await mailsTo(rhea)).toHaveLength(1);
    await replyTo(olga, id, 'Secret');
    await changeShare(olga, document.id, { userId: rhea.id, permission: 'NONE' });
    clock.advance(601);
    expect(await mailsTo(rhea)).toEqual([]);
    await mailsTo(olga);
    await changeShare(olga, document.id, { userId: rhea.id, permission: 'READ' });
    expect((await mailsTo(rhea)).map(({ subject }) => subject)).toEqual([expect.stringContaining('shared “Orchard”')]);
    await replyTo(rhea, id, 'At once');
    expect(await mailsTo(olga)).toHaveLength(1);
    await replyTo(rhea, id, 'Read soon');
    await markRead(olga, 'all');
    clock.advance(601);
    expect(await mailsTo(olga)).toEqual([]);
    await replyTo(olga, id, 'Wanted');
    expect(await mailsTo(rhea)).toHaveLength(1);
    await replyTo(olga, id, 'Unwanted');
    await choose(rhea, { reply: 'off' });
    clock.advance(601);
    expect(await mailsTo(rhea)).toEqual([]);
  });

  test('comments all over an hour on ten documents make at most six mails an hour', async () => {
    const clock = stopClock(AT);
    const [olga, rhea] = [await buildUser(), await buildUser()];
    const threads: string[] = [];
    for (let n = 0; n < 10; n++) {
      const document = await buildDocument({ owner: olga });
      await buildShare({ owner: olga, document, to: rhea, permission: 'READ' });
      threads.push((await startThread(rhea, document.id, { body: 'Start', ...NO_PASSAGE })).id);
    }
    for (let minute = 0; minute < 60; minute++) {
      for (let n = 0; n < repeats(4, 17); n++) await replyTo(rhea, threads[(minute + n) % 10]!, `Comment ${minute}`);
      await settle();
      if (minute < 59) clock.advance(60);
    }
    const mails = await mailsTo(olga);
    expect(mails.length).toBeGreaterThanOrEqual(5);
    expect(mails.length).toBeLessThanOrEqual(6);
    // The remaining notifications follow in later hours; none is lost.
    for (let quarter = 0; quarter < 16; quarter++) {
      clock.advance(900);
      mails.push(...(await mailsTo(olga)));
    }
    // Each answers the thread of a document and stops by one post.
    for (const mail of mails) {
      expect(header(mail, 'in-reply-to')).toMatch(/^<(thread|doc)-\w+@localhost>$/);
      expect(header(mail, 'references')).toBe(header(mail, 'in-reply-to'));
      expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    }
    const last = mails.map(({ text }) => text).join('\n');
    expect(last).toContain('Comment 59');
    expect(await select('SELECT id FROM notifications WHERE mail_due_at IS NOT NULL')).toEqual([]);
  }, 180_000);

  test('they commit with the act: none of one that was taken back, and one that nobody sent is sent later', async () => {
    stopClock(AT);
    const { olga, edith, document } = await buildCast();
    await mailsTo(olga);
    const failing = inTransaction(async () => {
      await startThread(edith, document.id, { body: 'Never', ...NO_PASSAGE });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await mailsTo(olga)).toEqual([]);
    await choose(olga, { change: 'now' });
    await updateDocument(edith, document.id, { content: 'Plums.', autosave: false });
    expect((await mailsTo(olga))[0]!.text).toContain('changed “Orchard”');
    expect(await select('SELECT id FROM untold_changes')).toEqual([]);
  });

  test('members of a group are mailed of a share once, and who wants none gets none of a personal one either', async () => {
    stopClock(AT);
    const [olga, mia, nils] = [await buildUser(), await buildUser(), await buildUser()];
    const operator = { via: 'cli', actor: null } as const;
    const group = await createGroup(operator, 'Team');
    for (const { id: userId } of [mia, nils]) await addMember(operator, group, { userId });
    await choose(nils, { share: 'off' });
    const document = await buildDocument({ owner: olga, title: 'Orchard' });
    await shareWithGroup(olga, document.id, { groupId: group, permission: 'READ' });
    expect((await mailsTo(mia)).map(({ subject }) => subject)).toEqual(['New in “Orchard”']);
    await buildShare({ owner: olga, document: await buildDocument({ owner: olga }), to: nils });
    expect(await mailsTo(nils)).toEqual([]);
    await buildShare({ owner: olga, document: await buildDocument({ owner: olga }), to: mia });
    const [personal, ...none] = await mailsTo(mia);
    expect(none).toEqual([]);
    expect(header(personal!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });
});
