import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { chineseSamples } from '#tests/support/samples.ts';

const QUERIES = [
  ...['件', '树', '组件', '状态', '渲染', '数组', '快照', '的话', '了一', '不要'],
  ...['元素的', '父组件', '函数式', '重新渲', '服务器', '表达式', '条件渲染', '组件状态', '纯函数的', '渲染列表'],
  ...['JSX', 'key', 'use', 'DOM', 'API', 'React组', 'JSX 标', 'HTML', 'npm', 'map 数'],
];

/**
 * Expected result of a search: Chinese matches anywhere, Latin letters from the beginning of a word, with a blank
 * between both. With `inside`, Latin letters match anywhere, since parts of names are found too.
 */
function contains(text: string, query: string, { inside = false } = {}): boolean {
  const folded = text.normalize('NFKC').toLowerCase();
  return query
    .toLowerCase()
    .split(' ')
    .every((part) => {
      const pattern = part.replace(/(?<=[a-z])(?=\p{Script=Han})/u, '[^\\p{L}\\p{M}\\p{N}]*');
      const start = /^[a-z]/.test(part) && !inside ? '(?<![a-z\\p{M}\\p{N}])' : '';
      return new RegExp(start + pattern, 'u').test(folded);
    });
}

describeOnBoth('search in Chinese documentation', () => {
  let owner: Actor;
  let reader: Actor;
  let texts: { id: string; isShared: boolean; text: string }[];

  beforeAll(async () => {
    [owner, reader] = [await buildUser(), await buildUser()];
    texts = [];
    for (const [index, { title, content }] of chineseSamples().entries()) {
      const document = await buildDocument({ owner, title, content });
      const isShared = index % 3 === 0;
      if (isShared) await buildShare({ owner, document, to: reader });
      texts.push({ id: document.id, isShared, text: `${title}\n\n${content}` });
    }
  });

  const found = async (actor: Actor, keyword: string) => {
    const { items, total } = await searchDocuments(actor, { keyword, page: 1, limit: 100 });
    expect(total, keyword).toBe(items.length);
    return items.map(({ id }) => id).sort();
  };

  test.each(QUERIES)('%s finds every document whose Markdown contains it, and no other', async (query) => {
    const idsOf = (these: typeof texts) => these.map(({ id }) => id).sort();
    const holding = texts.filter(({ text }) => contains(text, query));
    const all = await found(owner, query);
    expect(all).toEqual(expect.arrayContaining(idsOf(holding)));
    expect(idsOf(texts.filter(({ text }) => contains(text, query, { inside: true })))).toEqual(
      expect.arrayContaining(all),
    );
    const shared = new Set(idsOf(texts.filter(({ isShared }) => isShared)));
    expect(await found(reader, query)).toEqual(all.filter((id) => shared.has(id)));
  });

  test('the queries tell documents apart: none finds all, most find some', () => {
    const counts = QUERIES.map((query) => texts.filter(({ text }) => contains(text, query)).length);
    expect(counts.filter((count) => count > 0 && count < texts.length).length).toBeGreaterThan(20);
  });

  test('pages are full and do not overlap', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => searchDocuments(owner, { keyword: '组件', page, limit: 7 })),
    );
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(pages[0]!.items).toHaveLength(7);
    expect(pages[0]!.total).toBeGreaterThan(14);
  });
});
