import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as Y from 'yjs';
import type { Actor } from '#app/services/actor.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { appendUpdate } from '#app/services/live/append-update.ts';
import { settleDocument } from '#app/services/live/settle-document.ts';
import { openState } from '#app/services/live/shared-text.ts';
import { openStoredState } from '#app/services/live/stored-states.ts';
import { connect, disconnect } from '#db/connection.ts';
import { createDatabase, DIALECTS, type TestDatabase } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

/** Enough for a save to take longer than the time between two updates. */
const TEXT = Array.from({ length: 2000 }, (_, at) => `Line ${at} of a long text.`).join('\n\n');

describe.each(DIALECTS)('while somebody writes without a pause (%s)', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(dialect, { migrated: true });
    connect(database);
  });
  afterAll(async () => {
    await disconnect();
    await database.remove();
  });

  /** Stores one update after another at the end of a shared text until `end` is called; the first before it returns. */
  async function steadyWriter(id: string, author: Actor) {
    const stored = await openStoredState(id);
    const doc = openState([stored.state]);
    const words: string[] = [];
    const first = Promise.withResolvers<void>();
    let isEnded = false;
    const write = async () => {
      while (!isEnded) {
        const before = Y.encodeStateVector(doc);
        const word = ` w${words.length}`;
        const content = doc.getText('content');
        content.insert(content.length, word);
        words.push(word);
        const changes = Y.encodeStateAsUpdate(doc, before);
        await appendUpdate({ documentId: id, epoch: stored.epoch, changes, writers: [author.id] });
        first.resolve();
      }
    };
    const running = write();
    const end = async () => {
      isEnded = true;
      await running;
    };
    onTestFinished(end);
    await Promise.race([first.promise, running]);
    return { words, end };
  }

  test('the text follows, and keeps what is written meanwhile', async () => {
    const author = await buildUser();
    const { id } = await buildDocument({ owner: author, content: TEXT });
    const writer = await steadyWriter(id, author);
    await settleDocument(id);
    const { content } = await getDocument(author, id);
    expect(content).toContain(' w0');
    await writer.end();
    await settleDocument(id);
    expect((await getDocument(author, id)).content).toBe(TEXT + writer.words.join(''));
  });

  test('a plain save joins, and no letter of either is lost or doubled', async () => {
    const author = await buildUser();
    const { id } = await buildDocument({ owner: author, content: TEXT });
    const { version } = await getDocument(author, id);
    const writer = await steadyWriter(id, author);
    const saved = await updateDocument(author, id, {
      content: `Saved.\n\n${TEXT}`,
      baseVersion: version,
      autosave: false,
    });
    expect(saved.content).toMatch(/^Saved\.\n\nLine 0 /);
    const again = await updateDocument(author, id, {
      content: saved.content.replace('Line 7 ', 'Row 7 '),
      baseVersion: saved.version,
      autosave: false,
    });
    expect(again.content).toContain('Row 7 ');
    await writer.end();
    await settleDocument(id);
    const expected = `Saved.\n\n${TEXT}`.replace('Line 7 ', 'Row 7 ') + writer.words.join('');
    expect((await getDocument(author, id)).content).toBe(expected);
  });
});
