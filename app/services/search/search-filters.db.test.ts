import { expect, test } from 'vitest';
import type { SearchQuery } from '#app/schemas/documents.ts';
import type { Actor } from '#app/services/actor.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { models } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

const search = (actor: Actor, input: Partial<SearchQuery>) =>
  searchDocuments(actor, { keyword: '', page: 1, limit: 10, ...input });
const titles = async (actor: Actor, input: Partial<SearchQuery> | string) =>
  (await search(actor, typeof input === 'string' ? { keyword: input } : input)).items.map(({ title }) => title);

describeOnBoth('filters of search', () => {
  test('by branch, title, star and order, as fields and as words', async () => {
    const clock = stopClock();
    const owner = await buildUser();
    const garden = await buildDocument({ owner, title: 'Garden' });
    const bed = await buildDocument({ owner, title: 'Bed', parent: garden, content: 'pear' });
    clock.advance(1);
    await buildDocument({ owner, title: 'A pear row', parent: bed, content: 'pear pear' });
    clock.advance(1);
    const shop = await buildDocument({ owner, title: 'Shop', content: 'a pear' });
    await updateDocument(owner, shop.id, { isStarred: true, autosave: false });
    expect(await titles(owner, 'pear in:garden')).toEqual(['A pear row', 'Bed']);
    expect(await titles(owner, { keyword: 'pear', in: garden.id })).toEqual(['A pear row', 'Bed']);
    expect(await titles(owner, 'title:pear')).toEqual(['A pear row']);
    expect(await titles(owner, { keyword: 'pear', title: 'be' })).toEqual(['Bed']);
    expect(await titles(owner, 'pear is:starred')).toEqual(['Shop']);
    expect(await titles(owner, { starred: true })).toEqual(['Shop']);
    expect(await titles(owner, { keyword: 'pear', sort: 'title' })).toEqual(['A pear row', 'Bed', 'Shop']);
    expect(await titles(owner, { keyword: 'pear', sort: 'createdAt' })).toEqual(['Shop', 'A pear row', 'Bed']);
    expect(await titles(owner, { keyword: 'pear in:garden -title', sort: 'updatedAt' })).toEqual(['A pear row', 'Bed']);
    const [hit] = (await search(owner, { keyword: 'title:row' })).items;
    expect(hit?.path.map(({ title }) => title)).toEqual(['Garden', 'Bed']);
  });

  test('an excluded word or phrase narrows a search of filters alone', async () => {
    const owner = await buildUser();
    const garden = await buildDocument({ owner, title: 'Garden' });
    for (const [title, content] of [
      ['Bed', 'pear tree'],
      ['Row', 'tree pear'],
      ['Path', 'gravel'],
    ] as const)
      await buildDocument({ owner, title, parent: garden, content });
    const sorted = async (keyword: string) => (await titles(owner, keyword)).sort();
    expect(await sorted('in:garden')).toEqual(['Bed', 'Path', 'Row']);
    expect(await sorted('in:garden -pear')).toEqual(['Path']);
    expect(await sorted('in:garden -"pear tree"')).toEqual(['Path', 'Row']);
    expect(await sorted('in:garden -gravel -"pear tree"')).toEqual(['Row']);
  });

  test('by person and by day of the latest change', async () => {
    const clock = stopClock();
    const [owner, other] = [await buildUser(), await buildUser()];
    const theirs = await buildDocument({ owner: other, title: 'theirs', content: 'plum' });
    await buildShare({ owner: other, document: theirs, to: owner });
    clock.advance(3 * 24 * 3600);
    await buildDocument({ owner, title: 'mine', content: 'plum' });
    const today = new Date(Date.now()).toISOString().slice(0, 10);
    expect(await titles(owner, `plum by:${other.email}`)).toEqual(['theirs']);
    expect(await titles(owner, { keyword: 'plum', by: owner.email.toUpperCase() })).toEqual(['mine']);
    expect(await titles(owner, `plum by:100%_`)).toEqual([]);
    expect(await titles(owner, `plum after:${today}`)).toEqual(['mine']);
    expect(await titles(owner, { keyword: 'plum', before: today })).toEqual(['theirs']);
  });

  test('by a person whose name is no ASCII, in any case', async () => {
    const names = ['Émile Zola', 'ÅSA', 'олег', 'Müller-Öztürk'];
    const [owner] = [await buildUser()];
    for (const displayName of names) {
      const other = await buildUser();
      await (await models()).User.update({ displayName }, { where: { id: other.id } });
      const theirs = await buildDocument({ owner: other, title: displayName, content: 'plum' });
      await buildShare({ owner: other, document: theirs, to: owner });
      for (const typed of [displayName, displayName.toLowerCase(), displayName.toUpperCase()])
        expect(await titles(owner, { keyword: 'plum', by: typed }), typed).toEqual([displayName]);
    }
    expect(await titles(owner, { keyword: 'plum', by: 'émilie' })).toEqual([]);
  });

  test('find nothing in branches that are closed to the person, and no place by a hidden title', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const hidden = await buildDocument({ owner, title: 'Secret plans' });
    const open = await buildDocument({ owner, title: 'Open', parent: hidden, content: 'quince' });
    await buildShare({ owner, document: open, to: reader });
    expect(await titles(reader, 'quince')).toEqual(['Open']);
    for (const place of ['Secret plans', hidden.id, 'No such document']) {
      const named = place.includes(' ') ? `in:"${place}"` : `in:${place}`;
      for (const input of [{ keyword: `quince ${named}` }, { keyword: 'quince', in: place }])
        expect(await search(reader, input)).toMatchObject({
          unclear: [named],
          words: 'quince',
          items: [{ title: 'Open' }],
        });
    }
    expect((await search(reader, { keyword: 'quince' })).items[0]?.path).toEqual([]);
    expect(await titles(owner, 'quince in:"Secret plans"')).toEqual(['Open']);
  });

  test('a readable place is found among any number of others with its title', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const title = `Plan ${owner.id}`;
    const same: { id: string }[] = [];
    for (let count = 0; count < 52; count += 1) same.push(await buildDocument({ owner, title }));
    const last = same.toSorted((one, other) => (one.id < other.id ? -1 : 1)).at(-1)!;
    await buildDocument({ owner, title: 'Inside', parent: last.id, content: 'medlar' });
    await buildDocument({ owner: reader, title: 'Elsewhere', content: 'medlar' });
    await buildShare({ owner, document: last, to: reader });
    expect(await search(reader, { keyword: `medlar in:"${title}"` })).toMatchObject({
      unclear: [],
      items: [{ title: 'Inside' }],
    });
  });

  test('that are not understood are named, and the rest is searched', async () => {
    const owner = await buildUser();
    await buildDocument({ owner, title: 'a', content: 'A fox in the 公园.' });
    for (const [keyword, unclear] of [
      ['fox after:garbage', 'after:garbage'],
      ['is:nonsense fox', 'is:nonsense'],
      ['in:nosuchdoc fox', 'in:nosuchdoc'],
      ['公园 after:昨天', 'after:昨天'],
    ] as const)
      expect(await search(owner, { keyword }), keyword).toMatchObject({ unclear: [unclear], items: [{ title: 'a' }] });
    expect(await search(owner, { keyword: 'is:nonsense' })).toMatchObject({ unclear: ['is:nonsense'], total: 0 });
    expect(await search(owner, { keyword: 'fox is:starred' })).toMatchObject({ unclear: [], total: 0 });
  });

  test('a hit names its passage as it stands on the page', async () => {
    const owner = await buildUser();
    await buildDocument({ owner, title: 'a', content: 'Tom & Jerry: **useState** works\n\n<!-- hiddenword -->' });
    expect((await search(owner, { keyword: 'State' })).items[0]?.passage).toBe('useState');
    expect((await search(owner, { keyword: 'hiddenword' })).items[0]?.passage).toBeNull();
  });
});
