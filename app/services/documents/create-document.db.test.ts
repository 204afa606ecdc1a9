import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { documentQuery } from '#app/schemas/documents.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { closeIfEmpty, openLiveDocument } from '#app/services/live/live-documents.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';

const draft = { title: 'Plan', content: 'Sow in spring', parentId: null, key: 'ada/plan/1-11-22' };
const query = documentQuery.parse({});

describeOnBoth('a document created with a key', () => {
  test('is created once, however often and at whatever moment', async () => {
    const ada = await buildUser();
    const created = await Promise.all([1, 2, 3].map(() => createDocument(ada, draft)));
    const [id] = new Set(created.map((each) => each.id));
    await updateDocument(ada, id!, { content: 'Sow in autumn', autosave: false });
    expect(await createDocument(ada, draft)).toMatchObject({ id, content: 'Sow in autumn' });
    expect((await listDocuments(ada, query)).items.map((each) => each.id)).toEqual([id]);
  });

  test('is returned again while somebody writes in it, with what was written', { timeout: 20_000 }, async () => {
    const ada = await buildUser();
    const { id } = await createDocument(ada, draft);
    const live = await openLiveDocument(id);
    const closed: number[] = [];
    const nothing = () => undefined;
    const close = (code: number) => void closed.push(code);
    const member = { userId: ada.id, send: nothing, stored: nothing, presence: nothing, close };
    live.members.add(member);
    const mine = new Y.Doc();
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(live.doc));
    for (const word of ['One. ', 'Two. ', 'Three. ']) {
      const before = Y.encodeStateVector(mine);
      mine.getText('content').insert(0, word);
      live.receive(Y.encodeStateAsUpdate(mine, before), member);
      expect(await createDocument(ada, draft)).toMatchObject({ id, content: mine.getText('content').toString() });
    }
    live.members.delete(member);
    await closeIfEmpty(live);
    expect(closed).toEqual([]);
  });

  test('is another one with another key, and for another person', async () => {
    const [ada, ben] = [await buildUser(), await buildUser()];
    const ids = [
      await createDocument(ada, draft),
      await createDocument(ada, { ...draft, key: 'ada/plan/1-11-23' }),
      await createDocument(ben, draft),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^c[a-z0-9]{23}$/);
  });
});
