import { expect, test } from 'vitest';
import { documentQuery } from '#app/schemas/documents.ts';
import type { Actor } from '#app/services/actor.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

const list = (actor: Actor, query: Record<string, unknown> = {}) => listDocuments(actor, documentQuery.parse(query));
const titles = async (actor: Actor, query: Record<string, unknown>) =>
  (await list(actor, query)).items.map(({ title }) => title);

const TITLES = [
  'zebra',
  'Äpfel',
  'apple',
  'Apple pie',
  '中文',
  '文中',
  '𝔘nicode',
  '～tilde',
  '😀',
  '_under',
  '100%',
  'a\\b',
  'ﬁne',
];
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(key(a)), Buffer.from(key(b)));
const key = (title: string) => title.normalize('NFKC').toLowerCase();

describeOnBoth('the list of documents', () => {
  test('sorts titles the same way on every database: folded, then by bytes', async () => {
    const owner = await buildUser();
    for (const title of TITLES) await buildDocument({ owner, title });
    const expected = TITLES.toSorted(byBytes);
    expect(await titles(owner, { sort: 'title', limit: 100 })).toEqual(expected);
    expect(await titles(owner, { sort: 'title', order: 'desc', limit: 100 })).toEqual(expected.toReversed());
    expect(await titles(owner, { limit: 100 })).toEqual(TITLES);
  });

  test('D7: takes %, _, \\ and quotes of a keyword literally', async () => {
    const owner = await buildUser();
    for (const title of ['100% sure', '100 sure', 'snake_case', 'snakeXcase', 'back\\slash', "it's", '$me']) {
      await buildDocument({ owner, title });
    }
    const found = (keyword: string) => titles(owner, { keyword });
    expect(await found('100%')).toEqual(['100% sure']);
    expect(await found('%')).toEqual(['100% sure']);
    expect(await found('e_c')).toEqual(['snake_case']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found("'")).toEqual(["it's"]);
    expect(await found('$me')).toEqual(['$me']);
    expect(await found("' OR 1=1 --")).toEqual([]);
    expect(await found('SURE')).toEqual(['100% sure', '100 sure']);
  });

  test('looks for a keyword in titles alone, and sees full width and case as one', async () => {
    const owner = await buildUser();
    await buildDocument({ owner, title: 'ＡＢＣ Übung', content: 'hidden' });
    expect(await titles(owner, { keyword: 'hidden' })).toEqual([]);
    expect(await titles(owner, { keyword: 'abc übung' })).toEqual(['ＡＢＣ Übung']);
    expect(await titles(owner, { keyword: 'ÜBUNG' })).toEqual(['ＡＢＣ Übung']);
  });

  test('pages without a gap or a repetition, own and shared ones mixed', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    const branch = await buildDocument({ owner: other, title: 'n0' });
    await buildShare({ owner: other, document: branch, to: owner });
    for (let n = 1; n < 8; n++) await buildDocument({ owner: other, parent: branch, title: `n${n}` });
    for (let n = 8; n < 15; n++) await buildDocument({ owner, title: `n${n}` });
    await buildDocument({ owner: other, title: 'unshared' });
    for (const sort of ['createdAt', 'updatedAt', 'title', 'position']) {
      for (const order of ['asc', 'desc']) {
        const whole = await list(owner, { sort, order, limit: 100 });
        expect(whole).toMatchObject({ total: 15, page: 1, limit: 100 });
        const pages = await Promise.all([1, 2, 3, 4].map((page) => list(owner, { sort, order, page, limit: 4 })));
        expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole.items.map(({ id }) => id));
      }
    }
    const beyond = await list(owner, { page: 99 });
    expect(beyond).toMatchObject({ items: [], total: 15, page: 99, limit: 10 });
  });

  test('has a scope for what is own, shared and starred', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    const mine = await buildDocument({ owner, title: 'mine' });
    const theirs = await buildDocument({ owner: other, title: 'theirs' });
    await buildDocument({ owner: other, parent: theirs, title: 'below' });
    await buildShare({ owner: other, document: theirs, to: owner });
    expect(await titles(owner, { scope: 'own' })).toEqual(['mine']);
    expect(await titles(owner, { scope: 'shared' })).toEqual(['theirs', 'below']);
    expect(await titles(owner, { scope: 'all' })).toEqual(['mine', 'theirs', 'below']);
    expect(await titles(owner, { scope: 'starred' })).toEqual([]);
    for (const { id } of [mine, theirs]) await updateDocument(owner, id, { isStarred: true, autosave: false });
    expect(await titles(owner, { scope: 'starred' })).toEqual(['mine', 'theirs']);
    expect(await titles(other, { scope: 'starred' })).toEqual([]);
  });

  test('tells what an entry is: owner, permission, instants, and no text', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const document = await buildDocument({ owner, title: 'Entry', content: 'text' });
    await buildShare({ owner, document, to: reader });
    const [entry] = (await list(reader)).items;
    expect(entry).toEqual({
      id: document.id,
      title: 'Entry',
      parentId: null,
      icon: null,
      isLeaf: true,
      isStarred: false,
      isArchived: false,
      position: document.position,
      coverImage: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: document.updatedAt,
      version: 1,
      owner: { displayName: null, email: owner.email },
      permission: 'READ',
      noticeType: 'NEW',
      commenting: 'readers',
    });
  });
});
