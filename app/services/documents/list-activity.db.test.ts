import { expect, test } from 'vitest';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { startThread } from '#app/services/comments/write-comment.ts';
import { listActivity } from '#app/services/documents/list-activity.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { awaitChangeNotifications } from '#app/services/notifications/notify-of-change.ts';
import { watchDocument } from '#app/services/notifications/watch-document.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

describeOnBoth('what happened in a branch', () => {
  test('is listed latest first, folded by day, of documents the person sees; shares are the owner’s', async () => {
    const clock = stopClock();
    const [owner, reader] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Top' });
    const open = await buildDocument({ owner, title: 'Open', parent: top });
    const closed = await buildDocument({ owner, title: 'Closed', parent: top });
    clock.advance(60);
    await buildShare({ owner, document: top, to: reader });
    await buildShare({ owner, document: closed, to: reader, permission: 'NONE' });
    for (const content of ['a', 'b']) {
      clock.advance(60);
      await updateDocument(owner, open.id, { content, autosave: false });
    }
    clock.advance(60);
    await updateDocument(owner, closed.id, { content: 'secret', autosave: false });
    await startThread(reader, open.id, { body: 'Hm', quote: null, prefix: null, suffix: null });
    const acts = async (actor: typeof owner) =>
      (await listActivity(actor, top.id, { page: 1, limit: 50 })).items.map(({ kind, title, count }) => [
        kind,
        title,
        count,
      ]);
    const created = [
      ['created', 'Open', 1],
      ['created', 'Top', 1],
    ];
    expect((await acts(reader)).toSorted()).toEqual(
      [['commented', 'Open', 1], ...created, ['wrote', 'Open', 2]].toSorted(),
    );
    expect((await acts(owner)).toSorted()).toEqual(
      [
        ['commented', 'Open', 1],
        ...created,
        ['created', 'Closed', 1],
        ['shared', 'Top', 1],
        ['wrote', 'Closed', 1],
        ['wrote', 'Open', 2],
      ].toSorted(),
    );
    const paged = await listActivity(reader, top.id, { page: 2, limit: 1 });
    expect([paged.total, paged.items.map(({ kind }) => kind)]).toEqual([4, ['wrote']]);
    await expect(listActivity(reader, closed.id, { page: 1, limit: 1 })).rejects.toMatchObject({
      error: 'documentNotFound',
    });
    clock.advance(91 * 24 * 3600);
    expect(await acts(owner)).toEqual([]);
  });

  test('names the built-in group of a share as it is asked to', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner });
    await shareWithGroup(owner, id, { groupId: EVERYONE_ID, permission: 'READ' });
    const shares = async (everyone?: string) =>
      (await listActivity(owner, id, { page: 1, limit: 50, ...(everyone ? { everyone } : {}) })).items
        .filter(({ kind }) => kind === 'shared')
        .map(({ sharedWith }) => sharedWith);
    expect([await shares(), await shares('本站的所有人')]).toEqual([['everyone'], ['本站的所有人']]);
  });

  test('names who moved a document to another parent, not who sorted it', async () => {
    const [owner, editor] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner });
    const [first, second] = [await buildDocument({ owner, parent: top }), await buildDocument({ owner, parent: top })];
    await buildShare({ owner, document: top, to: editor, permission: 'EDIT' });
    await moveDocument(editor, { id: second.id, targetId: first.id, dropPosition: -1 });
    const moves = async () =>
      (await listActivity(owner, top.id, { page: 1, limit: 50 })).items.filter(({ kind }) => kind === 'moved');
    expect(await moves()).toEqual([]);
    await moveDocument(editor, { id: second.id, targetId: first.id, dropPosition: 0 });
    expect(await moves()).toMatchObject([{ docId: second.id, name: editor.email, count: 1 }]);
    await updateDocument(owner, second.id, { parentId: top.id, autosave: false });
    expect(await moves()).toMatchObject([{ docId: second.id, name: owner.email }]);
  });

  test('a document says which version one saw last while others have changed it since', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner, content: 'one' });
    await buildShare({ owner, document, to: reader });
    expect((await openDocument(reader, document.id)).changedSince).toBeNull();
    await expect.poll(async () => (await openDocument(reader, document.id)).noticeType).toBe('NONE');
    await updateDocument(owner, document.id, { content: 'two', autosave: false });
    expect((await openDocument(reader, document.id)).changedSince).toBe(1);
  });

  test('who watches a branch is told of what they may read in it, until they unwatch a document or the branch', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Top' });
    const middle = await buildDocument({ owner, title: 'Middle', parent: top });
    const deep = await buildDocument({ owner, title: 'Deep', parent: middle });
    const closed = await buildDocument({ owner, title: 'Closed', parent: top });
    await buildShare({ owner, document: top, to: reader });
    await buildShare({ owner, document: closed, to: reader, permission: 'NONE' });
    const told = async () => {
      await awaitChangeNotifications();
      const { items } = await listNotifications(reader, { unread: false, page: 1, limit: 50 });
      return items.filter(({ kind }) => kind === 'change').map(({ docId, count }) => [docId, count]);
    };
    const change = async (content: string) => {
      for (const { id } of [deep, closed]) await updateDocument(owner, id, { content, autosave: false });
    };
    await change('a');
    expect(await told()).toEqual([]);
    await watchDocument(reader, top.id, 'branch');
    expect(await openDocument(reader, top.id)).toMatchObject({ isWatching: true, watchesBranch: true });
    expect(await openDocument(reader, deep.id)).toMatchObject({ isWatching: true, watchesBranch: false });
    await change('b');
    expect(await told()).toEqual([[deep.id, 1]]);
    await watchDocument(reader, deep.id, 'off');
    await change('c');
    expect(await told()).toEqual([[deep.id, 1]]);
    await watchDocument(reader, deep.id, 'document');
    await watchDocument(reader, top.id, 'off');
    await change('d');
    expect(await told()).toEqual([[deep.id, 2]]);
  });
});
