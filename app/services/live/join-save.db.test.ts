import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { appendUpdate } from '#app/services/live/append-update.ts';
import { openState } from '#app/services/live/shared-text.ts';
import { loadState, openStoredState } from '#app/services/live/stored-states.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

describeOnBoth('a plain save of a shared document', () => {
  /** A document with a title that somebody is typing, and a way to save it. */
  async function typing(title: string) {
    const author = await buildUser();
    const { id } = await buildDocument({ owner: author, title: 'Garden', content: 'Beds\n' });
    const { state, epoch } = await openStoredState(id);
    const doc = openState([state]);
    const before = Y.encodeStateVector(doc);
    doc.getText('title').delete(0, doc.getText('title').length);
    doc.getText('title').insert(0, title);
    const changes = Y.encodeStateAsUpdate(doc, before);
    await appendUpdate({ documentId: id, epoch, changes, writers: [author.id] });
    const save = async (saved: { title?: string; content?: string }) => {
      await updateDocument(author, id, { ...saved, autosave: false });
      const { state: after, updates } = (await loadState(id))!;
      const shared = openState([after, ...updates.map((update) => update.changes)]);
      return [shared.getText('title').toString(), shared.getText('content').toString()];
    };
    return { save };
  }

  test.each(['', 'Garden ', 'Garden\nplan'])('leaves a title as it is being typed: %j', async (title) => {
    const { save } = await typing(title);
    expect(await save({ content: 'Roses\n' })).toEqual([title, 'Roses\n']);
  });

  test('replaces a title that it changes', async () => {
    const { save } = await typing('Garden ');
    expect(await save({ title: 'Yard' })).toEqual(['Yard', 'Beds\n']);
  });
});
