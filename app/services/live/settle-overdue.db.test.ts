import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { Actor } from '#app/services/actor.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { appendUpdate } from '#app/services/live/append-update.ts';
import { settleOverdue } from '#app/services/live/live-documents.ts';
import { openState } from '#app/services/live/shared-text.ts';
import { openStoredState } from '#app/services/live/stored-states.ts';
import { execute, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

/** Stores a change of a text as a process that ended would leave it. Returns the id of the document. */
async function leave(author: Actor): Promise<string> {
  const { id } = await buildDocument({ owner: author, content: 'Beds' });
  const { state, epoch } = await openStoredState(id);
  const doc = openState([state]);
  const before = Y.encodeStateVector(doc);
  doc.getText('content').insert(0, 'Rose ');
  const changes = Y.encodeStateAsUpdate(doc, before);
  await appendUpdate({ documentId: id, epoch, changes, writers: [author.id] });
  return id;
}

describeOnBoth('updates that an ended process left', () => {
  test('of a document that cannot be settled, however many, hold up no other', async () => {
    const clock = stopClock();
    const author = await buildUser();
    const broken = await leave(author);
    await execute('UPDATE document_updates SET changes = $changes WHERE document_id = $broken', {
      broken,
      changes: Buffer.from('broken'),
    });
    const columns = 'document_id, changes, writers, created_at';
    for (let nth = 0; nth < 200; nth += 1)
      await execute(
        `INSERT INTO document_updates (number, ${columns}) SELECT 1000 + $nth, ${columns} FROM document_updates
         WHERE document_id = $broken ORDER BY number LIMIT 1`,
        { broken, nth },
      );
    clock.advance(1);
    const whole = await leave(author);
    clock.advance(60);
    const textOf = async () => (await getDocument(author, whole)).content;
    await settleOverdue();
    expect(await textOf()).toBe('Rose Beds');
    const left = await select('SELECT number FROM document_updates WHERE document_id = $broken', { broken });
    expect(left).toHaveLength(201);
  });

  test('are left for minutes once they could not be settled', async () => {
    const clock = stopClock();
    const author = await buildUser();
    const id = await leave(author);
    const [kept] = await select<{ changes: Buffer }>('SELECT changes FROM document_updates WHERE document_id = $id', {
      id,
    });
    const put = (changes: Buffer) =>
      execute('UPDATE document_updates SET changes = $changes WHERE document_id = $id', { id, changes });
    await put(Buffer.from('broken'));
    clock.advance(60);
    await settleOverdue();
    await put(kept!.changes);
    const textOf = async () => (await getDocument(author, id)).content;
    clock.advance(60);
    await settleOverdue();
    expect(await textOf()).toBe('Beds');
    clock.advance(300);
    await settleOverdue();
    expect(await textOf()).toBe('Rose Beds');
  });
});
