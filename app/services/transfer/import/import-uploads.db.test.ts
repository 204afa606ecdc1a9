import { expect, test } from 'vitest';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { importFiles, titlesOf, treeOf } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

const ID = '0123456789abcdef0123456789abcdef';
const zipOf = (files: Record<string, string>) =>
  buildZip(Object.entries(files).map(([path, text]) => ({ path, text })));

describeOnBoth('importing files', () => {
  test('Markdown, text and HTML become documents in the natural order of their names, after what is there', async () => {
    const owner = await buildUser();
    await buildDocument({ owner, title: 'Here before' });
    const { report } = await importFiles(owner, {
      '10 last.md': '---\ntitle: From the head\n---\n# Other',
      '2 page.HTML': '<title>Page</title><script>x()</script><h2>A <em>fine</em> day</h2><ul><li>one</li></ul>',
      '1 plain.txt': 'Just words\nin lines',
    });
    expect(await treeOf(owner, null)).toMatchObject([
      { title: 'Here before' },
      { title: '1 plain', content: 'Just words\nin lines' },
      { title: 'A fine day', content: '## A *fine* day\n\n- one\n' },
      { title: 'From the head', content: '---\ntitle: From the head\n---\n# Other' },
    ]);
    expect(report).toMatchObject({ documents: 3, notTaken: [], isComplete: true });
    const found = await searchDocuments(owner, { keyword: 'fine', page: 1, limit: 10 });
    expect(found.items.map(({ title }) => title)).toEqual(['A fine day']);
  });

  test('a command leaves the words of what it imported to correct mistyped ones', async () => {
    const owner = await buildUser();
    await importFiles(owner, { 'a.md': 'A zymurgist brews 啤酒 at https://example.com/vorlauf' });
    const words = await select<{ word: string }>(
      "SELECT DISTINCT word FROM document_index_words WHERE word IN ('zymurgist', 'brews', 'vorlauf', 'brew') ORDER BY word",
      {},
    );
    expect(words.map(({ word }) => word)).toEqual(['brews', 'vorlauf', 'zymurgist']);
  });

  test('more files than go to a thread at once keep their order, with what is wrong among them', async () => {
    const owner = await buildUser();
    const files = Array.from({ length: 50 }, (_, nth) => ({ path: `n/${nth}.md`, text: `# Note ${nth}` }));
    const wrong = [
      { path: 'n/a.md', text: 'zero \0 bytes' },
      { path: 'n/0.md', text: 'again' },
      { path: 'n/b.md', text: 'x'.repeat(5_000_000) },
    ];
    const zip = buildZip([...files.slice(0, 20), ...wrong, ...files.slice(20)]);
    const { notTaken } = await importFiles(owner, { 'n.zip': zip });
    expect(notTaken.map(({ path }) => path)).toEqual(wrong.map(({ path }) => `n.zip/${path}`));
    const [top] = await treeOf(owner, null);
    expect(top!.children.map(({ title }) => title)).toEqual(files.map((_, nth) => `Note ${nth}`));
  });

  test('a Markdown folder is a tree with its links re-pointed, cycles included', async () => {
    const owner = await buildUser();
    await importFiles(owner, {
      'notes.zip': zipOf({
        'garden/README.md': '# Garden\n[b](Beds%20%26%20more.md#h) [top](/garden/tools/index.md) [out](../../x.md)',
        'garden/Beds & more.md': '[back](README.md) [self](Beds%20%26%20more.md) <a href="tools">t</a>',
        'garden/tools/index.md': '![kept](https://example.com/a.png) [[no]](#part)',
      }),
    });
    const rows = await select<{ id: string; title: string; content: string }>(
      'SELECT id, title, content FROM documents JOIN document_texts ON document_id = id WHERE owner_id = $me',
      { me: owner.id },
    );
    const found = (title: string) => rows.find((row) => row.title === title)!;
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Garden', ['Beds & more'], ['tools']]]);
    const [garden, beds, tools] = [found('Garden').id, found('Beds & more').id, found('tools').id];
    expect(found('Garden').content).toBe(`# Garden\n[b](/doc/${beds}#h) [top](/doc/${tools}) [out](../../x.md)`);
    expect(found('Beds & more').content).toBe(
      `[back](/doc/${garden}) [self](/doc/${beds}) <a href="/doc/${tools}">t</a>`,
    );
  });

  test('a Notion export, packed twice: names without numbers, subpages in their page, databases as tables', async () => {
    const owner = await buildUser();
    const inner = zipOf({
      [`Wiki ${ID}.md`]: `# Wiki\n[Plan](Wiki%20${ID}/Plan%20${ID}.md) [Tasks](Wiki%20${ID}/Tasks%20${ID}.csv)`,
      [`Wiki ${ID}/Plan ${ID}.md`]: `# Plan\n\n<aside>\n💡 See [Wiki](../Wiki%20${ID}.md)\n\n</aside>`,
      [`Wiki ${ID}/Tasks ${ID}.csv`]: 'Name,Done\nWater,Yes\n',
      [`Wiki ${ID}/Tasks ${ID}_all.csv`]: 'Name,Done\nWater,Yes\nWeed,No\n',
      [`Wiki ${ID}/Tasks ${ID}/Water ${ID}.md`]: '# Water\n![p](can.png)',
      [`Wiki ${ID}/Tasks ${ID}/can.png`]: '\u0089PNG',
    });
    const zip = buildZip([{ path: 'ExportBlock-Part-1.zip', text: inner }]);
    const { notTaken } = await importFiles(owner, { 'Export.zip': zip });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Wiki', ['Plan'], ['Tasks', ['Water']]]]);
    const [wiki] = await treeOf(owner, null);
    expect(wiki!.content).toMatch(/^\[Plan\]\(\/doc\/c\w{23}\) \[Tasks\]\(\/doc\/c\w{23}\)$/);
    expect(wiki!.children[0]!.content).toMatch(/^> \[!TIP\]\n> See \[Wiki\]\(\/doc\/c\w{23}\)$/);
    expect(wiki!.children[1]!.content).toContain('| Weed | No |');
    expect(notTaken).toEqual([{ path: `Export.zip/Wiki ${ID}/Tasks ${ID}/can.png`, reason: 'attachment', detail: '' }]);
  });

  test('an archive among texts, or in a folder of attachments, is an attachment', async () => {
    const owner = await buildUser();
    const inner = zipOf({ 'inside.md': '# Inside' });
    const vault = buildZip([
      { path: 'pack.zip', text: inner },
      { path: 'note.md', text: '# Note\n[p](pack.zip)' },
    ]);
    const attached = buildZip([{ path: 'note.files/pack.zip', text: inner }]);
    const { notTaken } = await importFiles(owner, { 'vault.zip': vault, 'attached.zip': attached });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Note']]);
    expect((await treeOf(owner, null))[0]!.content).toMatch(/^# Note\n\[p\]\(\/api\/files\/c\w{23}\)$/);
    expect(notTaken).toEqual([{ path: 'attached.zip/note.files/pack.zip', reason: 'attachment', detail: '' }]);
  });

  test('an Outline export: collections are documents, and a page is one with the folder of its name', async () => {
    const owner = await buildUser();
    await importFiles(owner, {
      'outline.zip': zipOf({
        'Handbook/Welcome.md': '# Welcome\n[First](./Welcome/First%20day.md)',
        'Handbook/Welcome/First day.md': '# First day',
        'Kitchen/Soup.md': '# Soup',
      }),
    });
    expect(titlesOf(await treeOf(owner, null))).toEqual([
      ['outline', ['Handbook', ['Welcome', ['First day']]], ['Kitchen', ['Soup']]],
    ]);
  });

  test('UTF-16 with its mark is read; names that differ in case, or not at all, are documents of their own', async () => {
    const owner = await buildUser();
    const { notTaken } = await importFiles(owner, {
      'le.md': Buffer.from('\uFEFF# 苗床', 'utf16le'),
      'be.md': Buffer.from('\uFEFF# 树', 'utf16le').swap16(),
      'case.zip': zipOf({ 'x/note.md': 'a [b](Note.md)', 'x/Note.md': 'b', 'x/NOTE.txt': 'c' }),
    });
    const titles = titlesOf(await treeOf(owner, null));
    expect(titles.slice(0, 1)).toEqual([['树']]);
    expect(titles.flat(2)).toEqual(expect.arrayContaining(['苗床', 'note', 'Note', 'NOTE']));
    expect(notTaken).toEqual([]);
  });

  test('goes under a document one may edit, whose owner it belongs to; no other', async () => {
    const [owner, editor, reader] = [await buildUser(), await buildUser(), await buildUser()];
    const document = await buildDocument({ owner, title: 'Shared' });
    await buildShare({ owner, document, to: editor, permission: 'EDIT' });
    await buildShare({ owner, document, to: reader });
    await importFiles(editor, { 'a.md': '# From the editor' }, document.id);
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Shared', ['From the editor']]]);
    await expect(importFiles(reader, { 'a.md': '' }, document.id)).rejects.toMatchObject({ code: 4002 });
    await expect(importFiles(await buildUser(), { 'a.md': '' }, document.id)).rejects.toMatchObject({ code: 4001 });
    const [left] = await select<{ count: number }>('SELECT COUNT(*) AS count FROM imports WHERE user_id = $id', {
      id: reader.id,
    });
    expect(left!.count).toBe(0);
  });
});
