import { expect, test } from 'vitest';
import { deleteComment, restoreComment } from '#app/services/comments/delete-comment.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { editComment, replyTo, startThread } from '#app/services/comments/write-comment.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast } from '#tests/support/factories.ts';

const KEY = '1795000000000';
const WHOLE = { quote: null, prefix: null, suffix: null };

describeOnBoth('a form that is posted twice', () => {
  const bodiesOf = async ({ olga, document }: Awaited<ReturnType<typeof buildCast>>) =>
    (await listThreads(olga, document.id, 'all')).map(({ comments }) => comments.map(({ body }) => body));

  test('makes one thread, one reply and one notification, also at once', async () => {
    const cast = await buildCast();
    const { olga, rhea, document } = cast;
    const start = () => startThread(rhea, document.id, { body: 'Why?', ...WHOLE, key: KEY });
    const [one, other] = await Promise.all([start(), start()]);
    expect(other.id).toBe(one.id);
    const reply = () => replyTo(rhea, one.id, 'So?', KEY);
    const [first, second] = await Promise.all([reply(), reply()]);
    expect(second.id).toBe(first.id);
    expect(await bodiesOf(cast)).toEqual([['Why?', 'So?']]);
    const { items } = await listNotifications(olga, { unread: false, page: 1, limit: 10 });
    expect(items.filter(({ kind }) => kind === 'comment')).toHaveLength(1);
  });

  test('makes another comment for another text, person, form or thread, and without a key', async () => {
    const cast = await buildCast();
    const { olga, rhea, document } = cast;
    const { id } = await startThread(rhea, document.id, { body: 'Why?', ...WHOLE, key: KEY });
    await startThread(rhea, document.id, { body: 'Why?', ...WHOLE, quote: 'words', key: KEY });
    await replyTo(rhea, id, 'a', KEY);
    await replyTo(rhea, id, 'b', KEY);
    await replyTo(olga, id, 'a', KEY);
    await replyTo(rhea, id, 'a', '1795000000001');
    await replyTo(rhea, id, 'a');
    await replyTo(rhea, id, 'a');
    expect((await bodiesOf(cast)).map(({ length }) => length).sort()).toEqual([1, 7]);
  });

  test('makes another comment once the first was edited or removed, which can come back', async () => {
    const cast = await buildCast();
    const { rhea, document } = cast;
    const thread = await startThread(rhea, document.id, { body: 'Why?', ...WHOLE });
    const first = await replyTo(rhea, thread.id, 'So?', KEY);
    await editComment(rhea, first.id, 'So.');
    const second = await replyTo(rhea, thread.id, 'So?', KEY);
    await deleteComment(rhea, second.id, { canRestore: true });
    await replyTo(rhea, thread.id, 'So?', KEY);
    await restoreComment(rhea, document.id, second.id);
    expect((await bodiesOf(cast))[0]!.sort()).toEqual(['So.', 'So?', 'So?', 'Why?']);
  });
});
