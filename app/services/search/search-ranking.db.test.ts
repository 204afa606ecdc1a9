import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { renewIndex } from '#app/services/search/rebuild-index.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { execute, inTransaction } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';

/** Hits read page by page. */
const HITS = repeats(320, 10_000);

const search = (actor: Actor, keyword: string, page = 1, limit = 10) =>
  searchDocuments(actor, { keyword, page, limit });
const titles = async (actor: Actor, keyword: string) => (await search(actor, keyword)).items.map(({ title }) => title);

/** Creates documents a second apart, so that the last one is the latest. */
async function shelf(texts: Record<string, string>): Promise<Actor> {
  const clock = stopClock();
  const owner = await buildUser();
  for (const [title, content] of Object.entries(texts)) {
    clock.advance(1);
    await buildDocument({ owner, title, content });
  }
  return owner;
}

describeOnBoth('the order of hits', () => {
  test('is exact title, beginning of a title, words of a title, heading, text', async () => {
    const owner = await shelf({
      Budget: 'Figures.',
      'Budget of the kitchen': 'Pots.',
      'Another budget': 'Budget and budget.',
      Meeting: '## The budget\n\nTalk.',
      Letter: 'A budget was named.',
    });
    expect(await titles(owner, 'budget')).toEqual([
      'Budget',
      'Budget of the kitchen',
      'Another budget',
      'Meeting',
      'Letter',
    ]);
  });

  test('prefers texts that repeat the word, and words that stand together', async () => {
    const gap = 'Nothing of it belongs here at all. '.repeat(30);
    const owner = await shelf({
      often: 'lighthouse, lighthouse and a lighthouse',
      once: 'one lighthouse',
      near: 'the copper kettle',
      far: `copper was bought. ${gap} A kettle was not.`,
    });
    expect(await titles(owner, 'lighthouse')).toEqual(['often', 'once']);
    expect(await titles(owner, 'copper kettle')).toEqual(['near', 'far']);
  });

  test('puts a whole word before a longer one', async () => {
    const owner = await shelf({ whole: 'a cat sat', longer: 'a category' });
    expect(await titles(owner, 'cat')).toEqual(['whole', 'longer']);
  });

  test('goes on beyond the ranked ones without a gap or a repetition', async () => {
    const owner = await buildUser();
    const texts = Array.from({ length: HITS }, (_, nth) => `plover ${nth}`);
    await inTransaction(async () => {
      for (const content of texts) await buildDocument({ owner, title: 'Bird', content });
    });
    const found = new Set<string>();
    for (let page = 1; page <= Math.ceil(HITS / 75); page += 1) {
      const { items, total } = await search(owner, 'plover', page, 75);
      expect([items.length, total]).toEqual([Math.min(75, HITS - 75 * (page - 1)), HITS]);
      for (const { id } of items) found.add(id);
    }
    expect(found.size).toBe(HITS);
    expect(await search(owner, 'plover', 2000, 10)).toMatchObject({ items: [], total: HITS });
  }, 600_000);
});

describeOnBoth('what search finds', () => {
  test('is what is written and not drawn, shown as a passage of the source', async () => {
    const owner = await shelf({
      post: '---\nauthor: Ottoline\n---\n\n[Manual](https://zeppelin.example/ballast) ![a heron](weir.png)\n\n<!-- gazebo -->\n\n<Box kind="periwinkle" alt="风铃">\n\nIn.\n\n</Box>',
    });
    for (const word of ['ottoline', 'zeppelin', 'ballast', 'heron', 'weir.png', 'gazebo', 'periwinkle', '风铃'])
      expect(await titles(owner, word), word).toEqual(['post']);
    expect((await search(owner, 'gazebo')).items[0]?.snippet).toMatch(/^…?[^<]*<mark>gazebo<\/mark>/);
    for (const { snippet } of (await search(owner, 'zeppelin')).items)
      expect(snippet).toContain('Manual (https://<mark>zeppelin</mark>.example/ballast) a heron');
  });

  test('are symbols, parts of names, joined numbers, emoji, other forms and other characters of a word', async () => {
    const owner = await shelf({
      words: 'C++ and `--force`, useState, 138-0013-8000, e-mail 🚀 policies café 軟體 你好，世界',
      other: 'c, force, users, 138, mail, police, cafeteria',
    });
    for (const keyword of [
      'C++',
      '--force',
      'State',
      '13800138000',
      'email',
      '🚀',
      'policy',
      'CAFÉ',
      '软件',
      '你好世界',
    ])
      expect((await titles(owner, keyword))[0], keyword).toBe('words');
    for (const keyword of ['C++', '--force', '13800138000', '🚀']) expect(await titles(owner, keyword)).toHaveLength(1);
    const marked = async (keyword: string) => (await search(owner, keyword)).items[0]?.snippet;
    expect(await marked('State')).toContain('use<mark>State</mark>');
    expect(await marked('13800138000')).toContain('<mark>138-0013-8000</mark>');
    expect(await marked('软件')).toContain('<mark>軟體</mark>');
  });

  test('a mistyped word finds its neighbours, and names only those in documents one may read', async () => {
    const owner = await shelf({ food: 'The restaurant opens.', trip: 'A conservatory.' });
    await buildDocument({ content: 'The resturents of somebody else.' });
    const found = await search(owner, 'resturant');
    expect(found.items.map(({ title }) => title)).toEqual(['food']);
    expect(found.also).toEqual(['restaurant']);
    expect(found.items[0]?.snippet).toContain('<mark>restaurant</mark>');
    expect(await search(await buildUser(), 'resturant')).toMatchObject({ items: [], total: 0, also: [] });
    expect((await search(owner, 'restaurant')).also).toEqual([]);
  });

  test('follows a changed title and keeps the words of the text', async () => {
    const owner = await shelf({ before: 'unchanged words' });
    const [hit] = (await search(owner, 'before')).items;
    await updateDocument(owner, hit!.id, { title: 'after C#', autosave: false });
    expect(await titles(owner, 'before')).toEqual([]);
    expect(await titles(owner, 'C#')).toEqual(['after C#']);
    expect(await titles(owner, 'unchanged after')).toEqual(['after C#']);
  });

  test('is found again once the index is renewed, resumed where it was stopped', async (context) => {
    const owner = await shelf({ one: 'nightjar', two: 'nightjar' });
    await execute('UPDATE document_texts SET index_version = 0');
    const isSqlite = context.task.suite?.suite?.name.includes('sqlite') ?? false;
    await execute(isSqlite ? 'DELETE FROM document_index_ids' : 'DELETE FROM document_index');
    expect(await titles(owner, 'nightjar')).toEqual([]);
    expect(await renewIndex(AbortSignal.abort())).toBe(0);
    expect(await renewIndex(new AbortController().signal)).toBeGreaterThanOrEqual(2);
    expect(await titles(owner, 'nightjar')).toEqual(['two', 'one']);
    expect(await renewIndex(new AbortController().signal)).toBe(0);
  });
});

describeOnBoth('a bad query', () => {
  test('has an answer', async () => {
    const owner = await shelf({ 'a page': 'word "quoted" text' });
    const reader = await buildUser();
    const document = await buildDocument({ owner, title: 'shared', content: 'word' });
    await buildShare({ owner, document, to: reader });
    const endless = [
      'x'.repeat(10_000),
      'word '.repeat(2_000),
      '软件'.repeat(5_000),
      '-'.repeat(10_000),
      '"'.repeat(9_999),
    ];
    for (const keyword of [
      ...endless,
      '- -- --- + # * ( ) :',
      '"',
      '"word',
      'word"',
      '()',
      'NOT AND OR NEAR(',
      'a*b:c^d',
      '\\',
      "'",
      "'*'",
      '%',
      '_',
      '\ue001',
      '\ue020word',
    ])
      expect(await search(owner, keyword), keyword.slice(0, 20)).toMatchObject({ page: 1 });
    expect((await search(reader, '"word')).total).toBe(1);
  });
});
