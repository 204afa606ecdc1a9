import { expect, test } from 'vitest';
import { startThread } from '#app/services/comments/write-comment.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import {
  awaitNotificationMails,
  sendNotificationMailsSoon,
} from '#app/services/notifications/send-notification-mails.ts';
import { watchDocument } from '#app/services/notifications/watch-document.ts';
import { execute, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildCast } from '#tests/support/factories.ts';
import { mailsTo } from '#tests/support/outbox.ts';

async function sendAll(): Promise<void> {
  sendNotificationMailsSoon();
  await awaitNotificationMails();
  await awaitMails();
}

/** Makes the database refuse to record mails to one person. */
const REFUSE = {
  sqlite: `CREATE TRIGGER refused BEFORE INSERT ON sent_news WHEN new.user_id = 'whom'
    BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  postgres: "ALTER TABLE sent_news ADD CONSTRAINT refused CHECK (user_id <> 'whom')",
};
const ACCEPT = { sqlite: 'DROP TRIGGER refused', postgres: 'ALTER TABLE sent_news DROP CONSTRAINT refused' };

describeOnBoth('mails of news', (dialect) => {
  test('of one person that fail do not hold up those of others, and are tried again ten minutes later', async () => {
    const clock = stopClock();
    const { olga, edith, rhea, document } = await buildCast();
    await watchDocument(edith, document.id, 'document');
    await watchDocument(rhea, document.id, 'document');
    const count = async ({ email }: { email: string }) => (await mailsTo(DATA_DIR, email)).length;
    await sendAll();
    const before = await Promise.all([count(edith), count(rhea)]);
    await execute(REFUSE[dialect].replace('whom', edith.id));
    await startThread(olga, document.id, { body: 'Pears', quote: null, prefix: null, suffix: null });
    // Edith is the first in line.
    await execute('UPDATE notifications SET mail_due_at = mail_due_at - 1 WHERE user_id = $me', { me: edith.id });
    await sendAll();
    expect([await count(edith), await count(rhea)]).toEqual([before[0], before[1]! + 1]);
    const due = 'SELECT mail_due_at AS due FROM notifications WHERE user_id = $me AND mail_due_at IS NOT NULL';
    const [waiting] = await select<{ due: number }>(due, { me: edith.id });
    expect(Number(waiting!.due)).toBe(Date.now() + 600_000);
    await execute(ACCEPT[dialect]);
    clock.advance(601);
    await sendAll();
    expect(await count(edith)).toBe(before[0]! + 1);
  });
});
