import { expect, test, vi } from 'vitest';
import { getAccess } from '#app/services/access/document-access.ts';
import { listChildren, listChildrenPage } from '#app/services/documents/list-children.ts';
import { restoreOrder } from '#app/services/documents/restore-order.ts';
import { sortChildren } from '#app/services/documents/sort-children.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { expectSoundTree } from '#tests/support/tree-checker.ts';

describeOnBoth('sorting', () => {
  test('puts children in order by title, creation and change, both ways', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
    const owner = await buildUser();
    const parent = await buildDocument({ owner });
    const made: Record<string, string> = {};
    for (const title of ['pear', 'Apple', 'Ａpricot', '测试']) {
      vi.advanceTimersByTime(1000);
      made[title] = (await buildDocument({ owner, parent, title })).id;
    }
    vi.advanceTimersByTime(1000);
    await updateDocument(owner, made.Apple!, { content: 'Changed', autosave: false });
    vi.useRealTimers();
    const sorted = async (by: 'title' | 'createdAt' | 'updatedAt', order: 'asc' | 'desc') => {
      await sortChildren(owner, parent.id, { by, order });
      await expectSoundTree(owner);
      return (await listChildren(owner, parent.id)).map(({ title }) => title);
    };
    expect(await sorted('title', 'asc')).toEqual(['Apple', 'Ａpricot', 'pear', '测试']);
    expect(await sorted('title', 'desc')).toEqual(['测试', 'pear', 'Ａpricot', 'Apple']);
    expect(await sorted('createdAt', 'asc')).toEqual(['pear', 'Apple', 'Ａpricot', '测试']);
    expect(await sorted('updatedAt', 'desc')).toEqual(['Apple', '测试', 'Ａpricot', 'pear']);
  });

  test('is undone, unless the list changed since', async () => {
    const { olga, rhea, document } = await buildCast();
    for (const title of ['c', 'a', 'b']) await buildDocument({ owner: olga, parent: document, title });
    const titles = async () => (await listChildren(olga, document.id)).map(({ title }) => title).join('');
    const sort = (order: 'asc' | 'desc') => sortChildren(olga, document.id, { by: 'title', order });
    const former = (await sort('asc'))!;
    expect(await titles()).toBe('abc');
    expect(await sort('asc')).toBeNull();
    expect(await outcomeOf(restoreOrder(rhea, document.id, former))).toBe('documentAccessDenied');
    await restoreOrder(olga, document.id, former);
    expect(await titles()).toBe('cab');
    await expectSoundTree(olga);
    expect(await outcomeOf(restoreOrder(olga, document.id, former))).toBe('conflict');
    const again = (await sort('desc'))!;
    expect(await outcomeOf(restoreOrder(olga, document.id, again.slice(0, -2)))).toBe('conflict');
    await buildDocument({ owner: olga, parent: document, title: 'd' });
    expect(await outcomeOf(restoreOrder(olga, document.id, again))).toBe('conflict');
    expect(await titles()).toBe('cbad');
    const { rhea: nobody } = await buildCast();
    expect(await outcomeOf(restoreOrder(nobody, null, again))).toBe('conflict');
  });

  test('of the roots touches one’s own alone', async () => {
    const [mine, other] = [await buildUser(), await buildUser()];
    for (const owner of [mine, other]) for (const title of ['b', 'a']) await buildDocument({ owner, title });
    await sortChildren(mine, null, { by: 'title', order: 'asc' });
    const titles = async (owner: typeof mine) => (await listChildren(owner, null)).map(({ title }) => title);
    expect([await titles(mine), await titles(other)]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
  });

  test('takes EDIT on the parent', async () => {
    const { olga, edith, rhea, nora, document } = await buildCast();
    for (const title of ['b', 'a']) await buildDocument({ owner: olga, parent: document, title });
    const sort = (actor: typeof olga) => outcomeOf(sortChildren(actor, document.id, { by: 'title', order: 'asc' }));
    expect([await sort(rhea), await sort(nora)]).toEqual(['documentAccessDenied', 'documentNotFound']);
    expect((await listChildren(olga, document.id)).map(({ title }) => title)).toEqual(['b', 'a']);
    expect(await sort(edith)).toBe('ok');
    expect((await listChildren(olga, document.id)).map(({ title }) => title)).toEqual(['a', 'b']);
  });
});

describeOnBoth('the children of a document, page by page', () => {
  test('are all there once, in order, and count what the reader sees', async () => {
    const { olga, rhea, document } = await buildCast();
    for (let n = 0; n < 7; n++) await buildDocument({ owner: olga, parent: document, title: `${n}` });
    const children = await listChildren(olga, document.id);
    await buildShare({ owner: olga, document: children[2]!, to: rhea, permission: 'NONE' });
    const page = async (actor: typeof olga, number: number) =>
      listChildrenPage(actor, await getAccess(actor, document.id), { page: number, limit: 3 });
    const titles = async (actor: typeof olga, number: number) => {
      const { items, total } = await page(actor, number);
      return [total, items.map(({ title }) => title).join('')];
    };
    expect([await titles(olga, 1), await titles(olga, 3), await titles(olga, 4)]).toEqual([
      [7, '012'],
      [7, '6'],
      [7, ''],
    ]);
    expect([await titles(rhea, 1), await titles(rhea, 2)]).toEqual([
      [6, '013'],
      [6, '456'],
    ]);
  });
});
