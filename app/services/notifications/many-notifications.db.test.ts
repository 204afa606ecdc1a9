import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { countUnread, listNotifications } from '#app/services/notifications/list-notifications.ts';
import { mailNotificationsTo } from '#app/services/notifications/mail-notifications.ts';
import { markRead } from '#app/services/notifications/mark-read.ts';
import { awaitNotificationMails } from '#app/services/notifications/send-notification-mails.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { execute, select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { fillInbox } from '#tests/support/fill-inbox.ts';
import { countStatements, withoutDelivery } from '#tests/support/statements.ts';

const DOCUMENTS = 20;
const EACH = 500;
const TOTAL = DOCUMENTS * EACH;

async function plant(each: number) {
  const [owner, reader] = [await buildUser(), await buildUser()];
  const documents = [];
  for (let n = 0; n < DOCUMENTS; n++) {
    const document = await buildDocument({ owner });
    await buildShare({ owner, document, to: reader, permission: 'READ' });
    documents.push(document);
  }
  const documentIds = documents.map(({ id }) => id);
  await awaitNotificationMails();
  await awaitMails();
  await execute('DELETE FROM notifications WHERE user_id = $id', { id: reader.id });
  await fillInbox({ userId: reader.id, actorId: owner.id, documentIds, each });
  return { owner, reader, documentIds };
}

const statementsOf = async (work: () => Promise<unknown>) =>
  withoutDelivery((await countStatements(work)).statements).length;

describeOnBoth('ten thousand unread notifications', () => {
  let full: Awaited<ReturnType<typeof plant>>;
  let small: Actor;
  beforeAll(async () => {
    full = await plant(EACH);
    small = (await plant(1)).reader;
  });

  test('are counted, listed on any page and told with as many statements as twenty', async () => {
    const { reader } = full;
    const asks = [
      (who: Actor) => countUnread(who),
      (who: Actor) => listNotifications(who, { unread: true, page: 1, limit: 20 }),
      (who: Actor) => listNotifications(who, { unread: false, page: 1, limit: 20 }),
      (who: Actor) => mailNotificationsTo(who.id),
    ];
    for (const ask of asks) expect(await statementsOf(() => ask(reader))).toBe(await statementsOf(() => ask(small)));
    expect(await countUnread(reader)).toBe(TOTAL);
    const last = await listNotifications(reader, { unread: true, page: TOTAL / 20, limit: 20 });
    expect([last.items.length, last.total]).toEqual([20, TOTAL]);
    expect((await listNotifications(reader, { unread: true, page: TOTAL, limit: 20 })).items).toEqual([]);
  });

  test('due for a mail leave in few mails and bounded passes, and none is lost', async () => {
    const { reader } = await plant(EACH);
    const mine = { id: reader.id };
    await execute('UPDATE notifications SET mail_due_at = 1, mail_since = 1 WHERE user_id = $id', mine);
    const count = async (sql: string) => Number((await select<{ total: number }>(sql, mine))[0]!.total);
    const due = () => count('SELECT COUNT(*) AS total FROM notifications WHERE user_id = $id AND mail_due_at = 1');
    let before = TOTAL;
    for (let pass = 0; pass < 8; pass++) {
      expect(await statementsOf(() => mailNotificationsTo(reader.id))).toBeLessThan(250);
      const after = await due();
      expect(before - after).toBe(200);
      before = after;
    }
    expect(await count('SELECT COUNT(*) AS total FROM sent_news WHERE user_id = $id')).toBeLessThanOrEqual(6);
    const waiting = 'SELECT COUNT(*) AS total FROM notifications WHERE user_id = $id AND mail_due_at > 1';
    expect(await count(waiting)).toBeGreaterThan(0);
    expect(await countUnread(reader)).toBe(TOTAL);
  });

  test('of documents that were taken away are hidden with as many statements, the others fill the pages', async () => {
    const { owner, reader, documentIds } = await plant(EACH);
    const list = () => listNotifications(reader, { unread: true, page: 1, limit: 20 });
    const before = await statementsOf(list);
    for (const id of documentIds.slice(0, -1)) await changeShare(owner, id, { userId: reader.id, permission: 'NONE' });
    expect(await statementsOf(list)).toBe(before);
    const { items, total } = await list();
    expect([items.length, total]).toEqual([20, EACH]);
  });

  test('are marked as read at once by one change, by no more than the person', async () => {
    const { owner, reader, documentIds } = await plant(EACH);
    await fillInbox({ userId: owner.id, actorId: reader.id, documentIds: documentIds.slice(0, 1), each: 3 });
    const before = await countUnread(owner);
    expect(await statementsOf(() => markRead(reader, 'all'))).toBe(await statementsOf(() => markRead(small, 'all')));
    expect(await countUnread(reader)).toBe(0);
    expect(await countUnread(owner)).toBe(before);
    expect((await listNotifications(reader, { unread: false, page: 1, limit: 20 })).total).toBe(TOTAL);
  });
});
