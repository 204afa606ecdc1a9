import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { listMentionable } from '#app/services/comments/list-mentionable.ts';
import { listRevisions } from '#app/services/documents/history.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { appendUpdate } from '#app/services/live/append-update.ts';
import { settleDocument } from '#app/services/live/settle-document.ts';
import { openState } from '#app/services/live/shared-text.ts';
import { openStoredState } from '#app/services/live/stored-states.ts';
import { listNotifications } from '#app/services/notifications/list-notifications.ts';
import { awaitChangeNotifications } from '#app/services/notifications/notify-of-change.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

/** Adds a word of each person at the end of a shared text and settles it; the last person counts as its author. */
async function writeTogether(id: string, ...people: Actor[]): Promise<void> {
  for (const person of people) {
    const stored = await openStoredState(id);
    const doc = openState([stored.state, ...stored.updates.map(({ changes }) => changes)]);
    const before = Y.encodeStateVector(doc);
    const content = doc.getText('content');
    content.insert(content.length, ' word');
    const changes = Y.encodeStateAsUpdate(doc, before);
    await appendUpdate({ documentId: id, epoch: stored.epoch, changes, writers: [person.id] });
  }
  await settleDocument(id);
}

async function openTogether() {
  const [ada, ben] = [await buildUser(), await buildUser()];
  const { id } = await buildDocument({ owner: ada, content: 'Roses.' });
  await buildShare({ owner: ada, document: { id }, to: ben, permission: 'EDIT' });
  return { ada, ben, id };
}

describeOnBoth('a text written together', () => {
  test('a revision of two is not folded into one that names only one of them', async () => {
    stopClock();
    const { ada, ben, id } = await openTogether();
    await writeTogether(id, ben, ada);
    await writeTogether(id, ada, ben);
    await writeTogether(id, ada);
    await writeTogether(id, ada);
    await writeTogether(id, ben, ada);
    const { items } = await listRevisions(ada, id, { page: 1, limit: 10 });
    const named = items.map(({ version, author, writers }) => [
      version,
      ...[author, ...writers].map(({ email }) => (email === ben.email ? 'ben' : 'ada')).sort(),
    ]);
    expect(named).toEqual([
      [6, 'ada', 'ben'],
      [5, 'ada'],
      [3, 'ada', 'ben'],
      [1, 'ada'],
    ]);
  });

  test('who wrote a part of it watches it and can be mentioned, though another is its author', async () => {
    const { ada, ben, id } = await openTogether();
    expect((await openDocument(ben, id)).isWatching).toBe(false);
    await writeTogether(id, ben, ada);
    expect((await openDocument(ben, id)).isWatching).toBe(true);
    expect((await listMentionable(ada, await getAccess(ada, id))).map((person) => person.id)).toEqual([ben.id]);
    await updateDocument(ada, id, { content: 'Roses and more.', autosave: false });
    await awaitChangeNotifications();
    const { items } = await listNotifications(ben, { unread: true, page: 1, limit: 10 });
    expect(items.filter(({ kind, docId }) => kind === 'change' && docId === id)).toHaveLength(1);
  });
});
