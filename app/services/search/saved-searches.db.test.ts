import { expect, test } from 'vitest';
import { SAVED_SEARCHES_MAX } from '#app/schemas/limits.ts';
import {
  listSavedSearches,
  removeSavedSearch,
  renameSavedSearch,
  saveSearch,
} from '#app/services/search/saved-searches.ts';
import { countByBranch } from '#app/services/search/search-documents.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

describeOnBoth('saved searches', () => {
  test('belong to one person, have names of their own, and are limited', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    const { id } = await saveSearch(owner, { name: 'Pears', query: 'keyword=pear&in=garden' });
    await saveSearch(other, { name: 'Pears', query: 'keyword=apple' });
    expect(await listSavedSearches(owner)).toEqual([{ id, name: 'Pears', query: 'keyword=pear&in=garden' }]);
    await expect(saveSearch(owner, { name: 'PEARS', query: 'keyword=x' })).rejects.toMatchObject({
      fields: { name: [{ key: 'search.nameTaken' }] },
    });
    await expect(saveSearch(owner, { name: 'Nothing', query: '' })).rejects.toMatchObject({
      error: 'validationFailed',
    });
    await expect(renameSavedSearch(other, id, 'Mine')).rejects.toMatchObject({ error: 'notFound' });
    await expect(removeSavedSearch(other, id)).rejects.toMatchObject({ error: 'notFound' });
    await renameSavedSearch(owner, id, 'PEARS');
    expect((await listSavedSearches(owner)).map(({ name }) => name)).toEqual(['PEARS']);
    for (let n = 1; n < SAVED_SEARCHES_MAX; n++) await saveSearch(owner, { name: `s${n}`, query: 'keyword=x' });
    await expect(saveSearch(owner, { name: 'more', query: 'keyword=x' })).rejects.toMatchObject({
      fields: { name: [{ key: 'search.tooMany' }] },
    });
    await removeSavedSearch(owner, id);
    expect(await listSavedSearches(owner)).toHaveLength(SAVED_SEARCHES_MAX - 1);
  });

  test('hits are counted by the branches that the person sees', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const hidden = await buildDocument({ owner, title: 'Everything' });
    const bed = await buildDocument({ owner, title: 'Bed', parent: hidden });
    const row = await buildDocument({ owner, title: 'Row', parent: hidden });
    for (const parent of [bed, bed, row]) await buildDocument({ owner, title: 'Fig tree', parent });
    const count = async (actor: typeof owner) =>
      (await countByBranch(actor, { keyword: 'fig', page: 1, limit: 10 })).map(({ title, count }) => [title, count]);
    expect(await count(owner)).toEqual([]);
    const other = await buildDocument({ owner, title: 'Elsewhere' });
    await buildDocument({ owner, title: 'A fig', parent: other });
    expect(await count(owner)).toEqual([
      ['Everything', 3],
      ['Elsewhere', 1],
    ]);
    for (const document of [bed, row]) await buildShare({ owner, document, to: reader });
    expect(await count(reader)).toEqual([
      ['Bed', 2],
      ['Row', 1],
    ]);
  });
});
