import { expect, test } from 'vitest';
import { type MailChoiceInput, mailChoiceForm } from '#app/schemas/notifications.ts';
import type { Actor } from '#app/services/actor.ts';
import { replyTo, startThread } from '#app/services/comments/write-comment.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { setMailSettings } from '#app/services/notifications/mail-choices.ts';
import {
  awaitNotificationMails,
  sendNotificationMailsSoon,
} from '#app/services/notifications/send-notification-mails.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildCast } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';

const choose = (who: Actor, choices: MailChoiceInput) => setMailSettings(who, mailChoiceForm.parse(choices));

describeOnBoth('a thread with an unread mention', () => {
  test('is mailed for what one wants mails of: its comments, or its mentions', async () => {
    const clock = stopClock();
    const { olga, rhea, document } = await buildCast();
    let seen = 0;
    /** Returns the mails since the last call, ten minutes later, when another one is due. */
    const news = async () => {
      clock.advance(601);
      sendNotificationMailsSoon();
      await awaitNotificationMails();
      await awaitMails();
      const all = await mailsTo(DATA_DIR, olga.email);
      const latest = all.slice(seen);
      seen = all.length;
      return latest.map(({ text }) => ({ text, kinds: /\/unsubscribe\/\w+\.([a-z+-]+)\./.exec(text)?.[1] }));
    };
    await news();
    await choose(olga, { mention: 'off' });
    const mention = `Ask [@Olga](/people/${olga.id})`;
    const { id } = await startThread(rhea, document.id, { body: mention, quote: null, prefix: null, suffix: null });
    expect(await news()).toEqual([]);
    await replyTo(rhea, id, 'It is about pears.');
    expect(await news()).toEqual([{ text: expect.stringContaining('It is about pears.'), kinds: 'comment' }]);
    await choose(olga, { mention: 'now', comment: 'off' });
    await replyTo(rhea, id, 'Quinces');
    expect(await news()).toEqual([]);
    await replyTo(rhea, id, mention);
    expect(await news()).toEqual([{ text: expect.stringContaining('mentioned you'), kinds: 'mention' }]);
  });
});
