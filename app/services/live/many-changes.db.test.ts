import { expect, onTestFinished, test, vi } from 'vitest';
import * as Y from 'yjs';
import { getDocument } from '#app/services/documents/get-document.ts';
import { appendUpdate } from '#app/services/live/append-update.ts';
import type { LiveMember } from '#app/services/live/live-document.ts';
import { closeIfEmpty, openLiveDocument } from '#app/services/live/live-documents.ts';
import { openState } from '#app/services/live/shared-text.ts';
import { loadState, openStoredState } from '#app/services/live/stored-states.ts';
import { models } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

const MEGABYTE = `${'x'.repeat(99)}\n`.repeat(10_000);

function changesOf(doc: Y.Doc, write: () => void): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.transact(write);
  return Y.encodeStateAsUpdate(doc, before);
}

describeOnBoth('a shared document with very many changes', () => {
  async function cast() {
    const author = await buildUser();
    const { id } = await buildDocument({ owner: author, title: 'Garden', content: 'Beds\n' });
    const { state, epoch } = await openStoredState(id);
    return { author, id, epoch, doc: openState([state]) };
  }

  test('that an earlier version took is settled part by part, and loses what is no text', async () => {
    const { author, id, epoch, doc } = await cast();
    for (let count = 0; count < 20; count += 1) {
      const changes = changesOf(doc, () => {
        doc.getMap('junk').set(`k${count}`, MEGABYTE);
        doc.getText('content').insert(0, `${count} `);
      });
      await appendUpdate({ documentId: id, epoch, changes, writers: [author.id] });
    }
    expect((await loadState(id))!.isPart).toBe(true);
    const document = await openLiveDocument(id);
    onTestFinished(() => closeIfEmpty(document));
    expect(Y.encodeStateAsUpdate(document.doc).length).toBeLessThan(10_000);
    expect((await getDocument(author, id)).content).toMatch(/^19 18 .* 1 0 Beds\n$/);
    const stored = (await loadState(id))!;
    expect([stored.updates.length, stored.isPart]).toEqual([0, false]);
    expect(stored.state.length).toBeLessThan(10_000);
  });

  test('takes no more of them than it can fold, and goes on once they are folded', async () => {
    const { author, id, doc } = await cast();
    const document = await openLiveDocument(id);
    const member: LiveMember = {
      userId: author.id,
      send: vi.fn(),
      stored: vi.fn(),
      presence: vi.fn(),
      close: vi.fn(),
    };
    document.members.add(member);
    onTestFinished(async () => {
      document.members.delete(member);
      await closeIfEmpty(document);
    });
    const content = doc.getText('content');
    const paste = () => {
      document.receive(
        changesOf(doc, () => content.insert(0, MEGABYTE)),
        member,
      );
      document.receive(
        changesOf(doc, () => content.delete(0, MEGABYTE.length)),
        member,
      );
    };
    expect(() => {
      for (let count = 0; count < 40; count += 1) paste();
    }).toThrow('closed with 4429');
    await document.settle();
    expect(await (await models()).DocumentUpdate.count({ where: { documentId: id } })).toBe(0);
    content.delete(0, content.length - 'Beds\n'.length);
    document.receive(Y.encodeStateAsUpdate(doc, Y.encodeStateVector(document.doc)), member);
    document.receive(
      changesOf(doc, () => content.insert(0, 'Wild ')),
      member,
    );
    await document.settle();
    expect((await getDocument(author, id)).content).toBe('Wild Beds\n');
  });
});
