import { expect, test } from 'vitest';
import { listLatelyShared, listRecent, listShared, listStarred } from '#app/services/documents/home-lists.ts';
import { listBacklinks } from '#app/services/documents/list-backlinks.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { inTransaction, select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { shareMany } from '#tests/support/planted.ts';
import { until } from '#tests/support/until.ts';

const FEW = 2000;
const MANY = 6000;
const first = { page: 1, limit: 6 };
const own = { ...first, keyword: '', sort: 'title', order: 'asc' } as const;

/** Builds a person with own documents and a friend's, which they opened, starred and linked. */
async function reader() {
  const [olga, friend] = [await buildUser(), await buildUser()];
  const target = await buildDocument({ owner: olga, title: 'Target', content: 'quicksilver' });
  const folder = await buildDocument({ owner: friend, title: 'Folder' });
  const shared = await buildDocument({
    owner: friend,
    parent: folder,
    content: `[here](/doc/${target.id}) quicksilver`,
  });
  await buildShare({ owner: friend, document: folder, to: olga, permission: 'EDIT' });
  for (const { id } of [target, shared]) {
    await openDocument(olga, id);
    await updateDocument(olga, id, { isStarred: true, autosave: false });
  }
  // Opening is recorded after the response.
  await until(async () => expect((await listRecent(olga, first)).items).toHaveLength(2));
  return { olga, target, shared };
}

/** Counts the rows that PostgreSQL reads during some work. */
function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const soFar = async () => {
    const [row] = await select<{ read: string }>(
      `SELECT SUM(COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0)) AS read FROM pg_stat_xact_user_tables`,
    );
    return Number(row!.read);
  };
  return inTransaction(async () => {
    const before = await soFar();
    await work();
    return (await soFar()) - before;
  });
}

describeOnBoth('S9: what strangers share', (dialect) => {
  test('changes no list of a person but the one of what is shared', async () => {
    const { olga, target, shared } = await reader();
    const look = async () => ({
      recent: (await listRecent(olga, first)).items.map(({ id, parentId, permission }) => [id, parentId, permission]),
      starred: (await listStarred(olga, first)).items.map(({ id }) => id).sort(),
      stars: (await listDocuments(olga, { ...own, scope: 'starred' })).items.map(({ id, permission }) => [
        id,
        permission,
      ]),
      own: (await listDocuments(olga, { ...own, scope: 'own' })).total,
      backlinks: (await listBacklinks(olga, target.id)).map(({ id }) => id),
      hits: (await searchDocuments(olga, { keyword: 'quicksilver', ...first })).items.map(({ id, parentId }) => [
        id,
        parentId,
      ]),
    });
    const before = await look();
    expect(before.backlinks).toEqual([shared.id]);
    expect(before.hits).toHaveLength(2);
    await shareMany(olga, FEW);
    expect(await look()).toEqual(before);
    const { items, total } = await listShared(olga, first);
    expect([items.length, total]).toEqual([6, FEW / 10 + 1]);
    expect((await listLatelyShared(olga, first)).items).toHaveLength(6);
  });

  test.runIf(dialect === 'postgres')(
    'does not enter the rows that a home page, a list of one’s own or a search reads',
    async () => {
      const { olga, target } = await reader();
      const looks: Record<string, () => Promise<unknown>> = {
        recent: () => listRecent(olga, first),
        starred: () => listStarred(olga, first),
        lately: () => listLatelyShared(olga, first),
        own: () => listDocuments(olga, { ...own, scope: 'own' }),
        stars: () => listDocuments(olga, { ...own, scope: 'starred' }),
        backlinks: () => listBacklinks(olga, target.id),
        search: () => searchDocuments(olga, { keyword: 'quicksilver', ...first }),
      };
      const readAll = async () => {
        // Plan with the current row counts.
        await select('ANALYZE');
        const read: Record<string, number> = {};
        for (const [name, look] of Object.entries(looks)) read[name] = await rowsRead(look);
        return read;
      };
      await shareMany(olga, FEW);
      const few = await readAll();
      await shareMany(olga, MANY - FEW);
      await select('ANALYZE');
      const many = await readAll();
      for (const name of Object.keys(looks)) expect([name, many[name]! <= few[name]! + 300]).toEqual([name, true]);
      expect(many.recent).toBeLessThan(300);
    },
  );
});
