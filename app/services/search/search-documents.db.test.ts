import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

const search = (actor: Actor, keyword: string, page = 1, limit = 100) =>
  searchDocuments(actor, { keyword, page, limit });
const titles = async (actor: Actor, keyword: string) => (await search(actor, keyword)).items.map(({ title }) => title);

/** Creates documents a second apart, so that the order of changes is the same on every database. */
async function library(): Promise<Actor> {
  const clock = stopClock();
  const owner = await buildUser();
  const books: [title: string, content: string][] = [
    ['果园笔记', '今天我们在果园里种下了三棵苹果树，邻居也来帮忙。'],
    ['Journal', 'We planted **apple trees** in the orchard; the neighbours helped.'],
    ['苹果树的修剪', '冬天修剪。'],
    ['Mixed 日記', '東京でりんごを買った。Tokyo is lovely, 大阪也不错。'],
    ['ประเทศไทย', 'ฉันรักต้นแอปเปิ้ล'],
    ['Straße', 'Der Fußweg zum Café führt über die Wiese.'],
    ['Code', 'Call `planPears()` with snake_case_name and x-ray.'],
  ];
  for (const [title, content] of books) {
    clock.advance(1);
    await buildDocument({ owner, title, content });
  }
  return owner;
}

describeOnBoth('search', () => {
  test('finds any neighbouring Chinese characters inside running text, titles first, the latest change first', async () => {
    const owner = await library();
    expect(await titles(owner, '苹果')).toEqual(['苹果树的修剪', '果园笔记']);
    expect(await titles(owner, '苹果树')).toEqual(['苹果树的修剪', '果园笔记']);
    expect(await titles(owner, '园里')).toEqual(['果园笔记']);
    expect(await titles(owner, '了三棵苹果树，邻')).toEqual(['果园笔记']);
    expect(await titles(owner, '果苹')).toEqual([]);
    expect(await titles(owner, '大阪')).toEqual(['Mixed 日記']);
    expect(await titles(owner, 'りんご')).toEqual(['Mixed 日記']);
    expect(await titles(owner, 'แอปเปิ้ล')).toEqual(['ประเทศไทย']);
  });

  test('finds words whatever their case, markup and width, in title and content', async () => {
    const owner = await library();
    expect(await titles(owner, 'APPLE TREES')).toEqual(['Journal']);
    expect(await titles(owner, 'ａｐｐｌｅ')).toEqual(['Journal']);
    expect(await titles(owner, 'café')).toEqual(['Straße']);
    expect(await titles(owner, 'tokyo 東京')).toEqual(['Mixed 日記']);
    expect(await titles(owner, 'nowhere')).toEqual([]);
    expect(await titles(owner, '')).toEqual([]);
  });

  test('marks the match and escapes everything else', async () => {
    const owner = await buildUser();
    await buildDocument({ owner, title: '<b>Pear</b>', content: 'a pear & a `<script>` tag' });
    const [hit] = (await search(owner, 'pear')).items;
    expect(hit?.markedTitle).toBe('&lt;b&gt;<mark>Pear</mark>&lt;/b&gt;');
    expect(hit?.snippet).toContain('<mark>pear</mark> &amp; a');
    expect(hit?.snippet).not.toContain('<script');
  });

  test('an older document comes first again once it is changed', async () => {
    const clock = stopClock();
    const owner = await buildUser();
    const older = await buildDocument({ owner, title: 'older', content: 'cherry' });
    clock.advance(1);
    await buildDocument({ owner, title: 'newer', content: 'cherry' });
    expect(await titles(owner, 'cherry')).toEqual(['newer', 'older']);
    clock.advance(1);
    await updateDocument(owner, older.id, { content: 'cherry pie', autosave: false });
    expect(await titles(owner, 'cherry')).toEqual(['older', 'newer']);
  });

  test('gives exact totals and full pages of what one may read, and never an archived one', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const shared = await buildDocument({ owner, title: 'quince 0' });
    await buildShare({ owner, document: shared, to: reader });
    for (let n = 1; n < 8; n++) await buildDocument({ owner, parent: shared, title: `quince ${n}` });
    const closed = await buildDocument({ owner, parent: shared, title: 'quince closed' });
    await buildShare({ owner, document: closed, to: reader, permission: 'NONE' });
    await buildDocument({ owner, title: 'quince private' });
    const archived = await buildDocument({ owner, parent: shared, title: 'quince archived' });
    await archiveDocument(owner, archived.id);
    const pages = await Promise.all([1, 2, 3].map((page) => search(reader, 'quince', page, 3)));
    expect(pages.map(({ total, items }) => [total, items.length])).toEqual([
      [8, 3],
      [8, 3],
      [8, 2],
    ]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(8);
    expect((await search(owner, 'quince')).total).toBe(10);
    expect((await search(await buildUser(), 'quince')).total).toBe(0);
  });
});
