import { expect, test } from 'vitest';
import type { AppError } from '#app/errors.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import type { Actor } from '#app/services/actor.ts';
import { startThread } from '#app/services/comments/write-comment.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { awaitChangeNotifications } from '#app/services/notifications/notify-of-change.ts';
import { readUnwatchToken, unsubscribeUrl, unwatchUrl } from '#app/services/notifications/unsubscribe-link.ts';
import { getUnwatchedDocument, unwatchByMail } from '#app/services/notifications/unwatch-by-mail.ts';
import { watchDocument } from '#app/services/notifications/watch-document.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { execute } from '#db/connection.ts';
import { findWatchers, putWatcher } from '#db/queries/notifications.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-1)!;
const linesOf = async (who: Actor) => {
  await awaitChangeNotifications();
  return (await listNotifications(who, { unread: false, page: 1, limit: 50 })).items;
};

describeOnBoth('watching where it is told of', () => {
  test('a line names what it comes from: the document, its branch, or a branch above', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Top' });
    const deep = await buildDocument({ owner, title: 'Deep', parent: top });
    await buildShare({ owner, document: top, to: reader });
    const of = async (kind: string, docId: string) =>
      (await linesOf(reader)).find((line) => line.kind === kind && line.docId === docId)?.watched;
    await watchDocument(reader, top.id, 'branch');
    for (const { id } of [top, deep]) await updateDocument(owner, id, { content: 'a', autosave: false });
    expect(await of('share', top.id)).toBe(null);
    expect(await of('change', top.id)).toEqual({ isBranch: true, above: null });
    expect(await of('change', deep.id)).toEqual({ isBranch: false, above: { id: top.id, title: 'Top' } });
    expect(await watchDocument(reader, deep.id, 'off')).toEqual({ title: 'Deep', before: 'none' });
    expect(await of('change', deep.id)).toBe(null);
    // Taking it back leaves no choice behind: the branch above decides again.
    await watchDocument(reader, deep.id, 'none');
    expect(await of('change', deep.id)).toEqual({ isBranch: false, above: { id: top.id, title: 'Top' } });
    expect(await watchDocument(reader, top.id, 'off')).toEqual({ title: 'Top', before: 'branch' });
    await updateDocument(owner, deep.id, { content: 'b', autosave: false });
    expect((await linesOf(reader)).filter(({ docId }) => docId === deep.id)).toMatchObject([{ count: 1 }]);
    expect((await openDocument(reader, deep.id)).isWatching).toBe(false);
  });

  test('the page of a document says of each person what the list of its watchers does, for every way to become one', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner });
    const { id } = await buildDocument({ owner, parent: top });
    await shareWithGroup(owner, top.id, { groupId: EVERYONE_ID, permission: 'EDIT' });
    const comment = { body: 'Why?', quote: null, prefix: null, suffix: null };
    const addWriter = `INSERT INTO revision_writers (revision_id, user_id)
      SELECT MIN(id), CAST($me AS TEXT) FROM revisions WHERE document_id = $id`;
    const ways: Record<string, (me: Actor) => Promise<unknown>> = {
      none: async () => undefined,
      author: (me) => updateDocument(me, id, { content: me.id, autosave: false }),
      writer: (me) => execute(addWriter, { me: me.id, id }),
      commenter: (me) => startThread(me, id, comment),
      above: (me) => putWatcher({ documentId: top.id, me: me.id, isWatching: 1 }),
      branchAbove: (me) => putWatcher({ documentId: top.id, me: me.id, isWatching: 2 }),
    };
    const expected = new Map([[owner.id, true]]);
    const people = [owner];
    for (const [name, begin] of Object.entries(ways)) {
      for (const own of [null, 0, 1, 2]) {
        const me = await buildUser();
        await begin(me);
        if (own !== null) await putWatcher({ documentId: id, me: me.id, isWatching: own });
        people.push(me);
        expected.set(me.id, own === null ? name !== 'none' && name !== 'above' : own > 0);
      }
    }
    const listed = new Set((await findWatchers({ documentId: id })).map((row) => row.id));
    for (const me of people) {
      const { isWatching } = await openDocument(me, id);
      expect([isWatching, listed.has(me.id)]).toEqual([expected.get(me.id), expected.get(me.id)]);
    }
    await putWatcher({ documentId: id, me: owner.id, isWatching: 0 });
    expect((await openDocument(owner, id)).isWatching).toBe(false);
    expect((await findWatchers({ documentId: id })).map((row) => row.id)).not.toContain(owner.id);
  });

  test('a branch that one may no longer read is not named, an archived document has nothing to stop', async () => {
    const [owner, reader, other] = [await buildUser(), await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Top' });
    const deep = await buildDocument({ owner, title: 'Deep', parent: top });
    for (const document of [top, deep]) await buildShare({ owner, document, to: reader });
    await watchDocument(reader, top.id, 'branch');
    await updateDocument(owner, deep.id, { content: 'a', autosave: false });
    const watched = async () => (await linesOf(reader)).find(({ kind }) => kind === 'change')?.watched;
    await awaitChangeNotifications();
    await changeShare(owner, top.id, { userId: reader.id, permission: 'NONE' });
    expect(await watched()).toEqual({ isBranch: false, above: null });
    await buildShare({ owner, document: top, to: other, permission: 'EDIT' });
    await updateDocument(other, deep.id, { content: 'b', autosave: false });
    const owners = async () => (await linesOf(owner)).find(({ kind }) => kind === 'change')?.watched;
    expect(await owners()).toEqual({ isBranch: false, above: null });
    await archiveDocument(owner, deep.id);
    expect(await owners()).toBe(null);
  });

  test('the link of a mail is good for one person and document, while they may read it', async () => {
    const { olga, edith, rhea, document } = await buildCast();
    const token = tokenOf(unwatchUrl(rhea.id, document.id));
    expect(readUnwatchToken(token)).toEqual({ userId: rhea.id, documentId: document.id });
    for (const person of [rhea, edith]) await watchDocument(person, document.id, 'document');
    expect(await getUnwatchedDocument(token)).toEqual({ id: document.id, title: 'Orchard' });
    expect((await openDocument(rhea, document.id)).isWatching).toBe(true);
    await unwatchByMail(token);
    expect((await openDocument(rhea, document.id)).isWatching).toBe(false);
    const refusal = (given: string) => unwatchByMail(given).catch(({ error }: AppError) => error);
    const forged = [`${token}x`, token.replace(rhea.id, edith.id), tokenOf(unsubscribeUrl(rhea.id, ['comment'])), ''];
    for (const each of forged) expect([each, await refusal(each)]).toEqual([each, 'notFound']);
    expect((await openDocument(edith, document.id)).isWatching).toBe(true);
    await changeShare(olga, document.id, { userId: rhea.id, permission: 'NONE' });
    await expect(getUnwatchedDocument(token)).rejects.toMatchObject({ error: 'notFound' });
    const ediths = tokenOf(unwatchUrl(edith.id, document.id));
    await execute("UPDATE users SET status = 'SUSPENDED' WHERE id = $id", { id: edith.id });
    expect(await refusal(ediths)).toBe('notFound');
  });
});
