import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { editComment, replyTo, startThread } from '#app/services/comments/write-comment.ts';
import { archiveDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { newId } from '#app/services/new-id.ts';
import { countUnread, listNotifications } from '#app/services/notifications/list-notifications.ts';
import { markRead } from '#app/services/notifications/mark-read.ts';
import { awaitChangeNotifications } from '#app/services/notifications/notify-of-change.ts';
import { RECIPIENTS_MAX } from '#app/services/notifications/notify-people.ts';
import { awaitNotificationMails } from '#app/services/notifications/send-notification-mails.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { execute, models } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { newestMail } from '#tests/support/outbox.ts';

const NO_PASSAGE = { quote: null, prefix: null, suffix: null };
const lines = async (who: Actor) => {
  await awaitChangeNotifications();
  const { items } = await listNotifications(who, { unread: false, page: 1, limit: 50 });
  return items.map(({ kind, count }) => `${kind} ${count}`);
};

describeOnBoth('what people are told', () => {
  test('changes of one document fold into one line, and their author is not told', async () => {
    const { olga, edith, rhea, nora, document } = await buildCast();
    for (const content of ['One.', 'Two.', 'Three.']) {
      await updateDocument(edith, document.id, { content, autosave: false });
      await awaitChangeNotifications();
    }
    expect(await lines(olga)).toEqual(['change 3']);
    expect([await lines(edith), await lines(rhea), await lines(nora)]).toEqual([['share 1'], ['share 1'], []]);
  });

  test('who is mentioned is told, however many watch', async () => {
    const { olga, rhea, document } = await buildCast();
    const now = Date.now();
    const ids = Array.from({ length: RECIPIENTS_MAX }, () => newId());
    const { User, Watcher } = await models();
    const account = {
      passwordHash: null,
      status: 'ACTIVE',
      role: 'USER',
      verifiedAt: now,
      createdAt: now,
      updatedAt: now,
    };
    await User.bulkCreate(ids.map((id) => ({ ...account, id, email: `${id}@example.com` })) as never[]);
    await Watcher.bulkCreate(ids.map((userId) => ({ userId, documentId: document.id, isWatching: 1 })) as never[]);
    await startThread(olga, document.id, { body: `Ask [@Rhea](/people/${rhea.id})`, ...NO_PASSAGE });
    expect(await lines(rhea)).toEqual(['mention 1', 'share 1']);
  });

  test('who is mentioned only by the edit of a comment is told, once, and by mail with the comment', async () => {
    const clock = stopClock();
    const { olga, edith, rhea, nora, document } = await buildCast();
    const [toRhea, toNora] = [rhea, nora].map(({ id }) => `[@They](/people/${id})`);
    const { id: threadId } = await startThread(edith, document.id, { body: 'Any ideas?', ...NO_PASSAGE });
    const { id } = await replyTo(olga, threadId, 'Somebody knows.');
    clock.advance(3600);
    await editComment(olga, id, `${toRhea} knows, not ${toNora}.`);
    await editComment(olga, id, `${toRhea} knows.`);
    expect(await lines(rhea)).toEqual(['mention 1', 'share 1']);
    expect(await lines(nora)).toEqual([]);
    expect((await lines(edith)).toSorted()).toEqual(['reply 1', 'share 1']);
    await awaitNotificationMails();
    await awaitMails();
    expect((await newestMail(DATA_DIR, rhea.email)).text).toContain('knows');
  });

  test('a text or comment that only looks like a mention tells nobody, one that becomes a mention does', async () => {
    const { olga, rhea, document } = await buildCast();
    const link = `/people/${rhea.id}`;
    const sham = `\`[@Rhea](${link})\` [the author](${link}) <!-- [@Rhea](${link}) -->`;
    const write = (content: string) => updateDocument(olga, document.id, { content, autosave: false });
    await write(sham);
    const { id } = await startThread(olga, document.id, { body: sham, ...NO_PASSAGE });
    const reply = await replyTo(olga, id, sham);
    await editComment(olga, reply.id, `${sham} too`);
    const made = await createDocument(olga, { title: '', content: sham, parentId: document.id });
    expect(await lines(rhea)).toEqual(['share 1']);
    const real = `[@Rhea](<${link}> "Rhea")`;
    await write(`${sham} ${real}`);
    await write(`${real} and ${sham}`);
    expect(await lines(rhea)).toEqual(['mention 1', 'share 1']);
    await editComment(olga, reply.id, `${sham} [@Rhea][r]\n\n[r]: ${link}`);
    await updateDocument(olga, made.id, { content: real, autosave: false });
    await createDocument(olga, { title: '', content: real, parentId: document.id });
    expect(await lines(rhea)).toEqual([...Array(4).fill('mention 1'), 'share 1']);
  });

  test('someone who was shut out is told nothing more, whatever they wrote before', async () => {
    const { olga, rhea, document } = await buildCast();
    const { id } = await startThread(rhea, document.id, { body: 'Why?', ...NO_PASSAGE });
    await changeShare(olga, document.id, { userId: rhea.id, permission: 'NONE' });
    await replyTo(olga, id, 'So.');
    expect(await countUnread(rhea)).toBe(0);
    expect(await lines(rhea)).toEqual([]);
  });

  test('the numbers count only what one may read, whatever part of the inbox was listed', async () => {
    const { olga, rhea, document } = await buildCast();
    const closed = await buildDocument({ owner: olga });
    await buildShare({ owner: olga, document: closed, to: rhea });
    const own = await buildDocument({ owner: rhea });
    await buildShare({ owner: rhea, document: own, to: olga, permission: 'EDIT' });
    await updateDocument(olga, own.id, { content: 'Beds', autosave: false });
    await awaitChangeNotifications();
    await archiveDocument(rhea, own.id);
    await changeShare(olga, closed.id, { userId: rhea.id, permission: 'NONE' });
    expect(await countUnread(rhea)).toBe(2);
    for (const unread of [true, false]) {
      for (const limit of [1, 100]) {
        const { items, total } = await listNotifications(rhea, { unread, page: 1, limit });
        const listed = [own.id, document.id].slice(0, limit);
        expect([total, items.map(({ docId }) => docId)]).toEqual([2, listed]);
      }
    }
    expect(await markRead(rhea, { ids: [] })).toEqual({ unread: 2 });
  });

  test('a look into the inbox removes nothing: what one may read again is there again, unread', async () => {
    const { olga, rhea, document } = await buildCast();
    await startThread(olga, document.id, { body: `Ask [@Rhea](/people/${rhea.id})`, ...NO_PASSAGE });
    expect(await lines(rhea)).toEqual(['mention 1', 'share 1']);
    const setPermission = (permission: 'NONE' | 'READ') =>
      changeShare(olga, document.id, { userId: rhea.id, permission });
    const acts: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [() => archiveDocument(olga, document.id), () => restoreDocument(olga, document.id)],
      [() => setPermission('NONE'), () => setPermission('READ')],
    ];
    for (const [hide, show] of acts) {
      await hide();
      expect([await lines(rhea), await countUnread(rhea)]).toEqual([[], 0]);
      expect(await markRead(rhea, 'all')).toEqual({ unread: 0 });
      await show();
      expect([await lines(rhea), await countUnread(rhea)]).toEqual([expect.arrayContaining(['mention 1']), 2]);
    }
  });

  test('pages are full and counted without the hidden lines between', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const documents = [];
    for (let nth = 0; nth < 9; nth += 1) {
      const document = await buildDocument({ owner });
      await buildShare({ owner, document, to: reader });
      documents.push(document.id);
    }
    const hidden = documents.filter((_, nth) => nth % 3 > 0);
    for (const id of hidden) await changeShare(owner, id, { userId: reader.id, permission: 'NONE' });
    const shown = documents.filter((id) => !hidden.includes(id)).toReversed();
    for (const unread of [true, false]) {
      const pages = [1, 2, 3].map((page) => listNotifications(reader, { unread, page, limit: 2 }));
      const listed = (await Promise.all(pages)).map(({ items, total }) => [total, items.map(({ docId }) => docId)]);
      expect(listed).toEqual([
        [3, shown.slice(0, 2)],
        [3, shown.slice(2)],
        [3, []],
      ]);
    }
  });

  test('comments of an account that is gone stay without its name', async () => {
    const { olga, rhea, document } = await buildCast();
    await startThread(rhea, document.id, { body: 'Why?', ...NO_PASSAGE });
    await execute("UPDATE users SET status = 'DELETED' WHERE id = $id", { id: rhea.id });
    const [thread] = await listThreads(olga, document.id, 'open');
    expect(thread!.comments[0]!.author).toEqual({ displayName: null, email: null });
    const { items } = await listNotifications(olga, { unread: true, page: 1, limit: 10 });
    expect(items.map(({ actor }) => actor)).toEqual([null]);
  });
});
