import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { deleteComment, restoreComment } from '#app/services/comments/delete-comment.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { replyTo, setResolved, startThread } from '#app/services/comments/write-comment.ts';
import { removeExpired } from '#app/services/maintenance/remove-expired.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { models } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const HOUR = 3600;
const PASSAGE = { quote: 'a passage', prefix: 'before ', suffix: ' after' };

describeOnBoth('a removed comment', () => {
  async function buildTalk() {
    const cast = await buildCast();
    const { rhea, document } = cast;
    const thread = await startThread(rhea, document.id, { body: 'Why *so*?', ...PASSAGE });
    const threads = (who: Actor) => listThreads(who, document.id, 'all');
    return { ...cast, docId: document.id, thread, id: thread.comments[0]!.id, threads };
  }
  const inbox = async (who: Actor) =>
    (await listNotifications(who, { unread: false, page: 1, limit: 10 })).items.filter(
      ({ kind }) => kind === 'comment',
    );

  test('is gone for everybody at once and comes back whole: passage, state, notifications', async () => {
    const { olga, rhea, docId, thread, id, threads } = await buildTalk();
    await setResolved(olga, thread.id, true);
    const [before, told] = [await threads(olga), await inbox(olga)];
    expect([before.length, told.length]).toEqual([1, 1]);
    await deleteComment(rhea, id, { canRestore: true });
    expect([await threads(olga), await threads(rhea), await inbox(olga)]).toEqual([[], [], []]);
    expect(await restoreComment(rhea, docId, id)).toBe(thread.id);
    expect([await threads(olga), await inbox(olga)]).toEqual([before, told]);
    expect(await outcomeOf(restoreComment(rhea, docId, id))).toBe('notFound');
  });

  test('returns to its place between others, and into a thread that was deleted after it', async () => {
    const { olga, rhea, docId, thread, id, threads } = await buildTalk();
    const reply = await replyTo(olga, thread.id, 'So.');
    const before = await threads(olga);
    await deleteComment(rhea, id, { canRestore: true });
    await restoreComment(rhea, docId, id);
    expect(await threads(olga)).toEqual(before);
    await deleteComment(rhea, id, { canRestore: true });
    await deleteComment(olga, reply.id, { canRestore: true });
    expect(await threads(olga)).toEqual([]);
    await restoreComment(rhea, docId, id);
    await restoreComment(olga, docId, reply.id);
    expect(await threads(olga)).toEqual(before);
  });

  test('comes back for the person who removed it, while they may delete it, within an hour', async () => {
    const clock = stopClock(new Date());
    const { olga, rhea, nora, docId, id, threads } = await buildTalk();
    await deleteComment(olga, id, { canRestore: true });
    for (const other of [rhea, nora]) expect(await outcomeOf(restoreComment(other, docId, id))).toBe('notFound');
    await restoreComment(olga, docId, id);
    await deleteComment(rhea, id, { canRestore: true });
    await changeShare(olga, docId, { userId: rhea.id, permission: 'NONE' });
    expect(await outcomeOf(restoreComment(rhea, docId, id))).toBe('notFound');
    await changeShare(olga, docId, { userId: rhea.id, permission: 'READ' });
    clock.advance(HOUR - 1);
    expect((await removeExpired()).removed_comments).toBe(0);
    await restoreComment(rhea, docId, id);
    await deleteComment(rhea, id, { canRestore: true });
    clock.advance(HOUR);
    expect(await outcomeOf(restoreComment(rhea, docId, id))).toBe('notFound');
    expect((await removeExpired()).removed_comments).toBe(1);
    expect(await threads(olga)).toEqual([]);
  });

  test('that was deleted for good is kept nowhere', async () => {
    const { rhea, docId, id } = await buildTalk();
    await deleteComment(rhea, id);
    expect(await (await models()).RemovedComment.count({ where: { id } })).toBe(0);
    expect(await outcomeOf(restoreComment(rhea, docId, id))).toBe('notFound');
  });
});
