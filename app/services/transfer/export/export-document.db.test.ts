import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALERT_TITLES } from '#app/markdown/finish/alerts.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { exportDocument } from '#app/services/transfer/export/export-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { importFiles, type TreeNode, titlesOf, treeOf } from '#tests/support/uploads.ts';
import { readZip } from '#tests/support/zip.ts';

const texts = { search: 'Search', contents: 'Contents', noResults: 'Nothing found', inside: 'Inside' };
const alertTitles = { ...ALERT_TITLES, note: '说明' };
const how = { lng: 'en', origin: 'https://notes.example.com', texts, alertTitles } as const;

const line = fc.oneof(
  fc.constantFrom(
    '---',
    '# Heading',
    'title: x',
    '',
    '  ',
    '```',
    '[a](b.md)',
    '![p](p.png)',
    'arbor: 1',
    '苗床',
    '\uFEFF',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const content = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n').replace(/\r\n?|\0/g, '\n'));
const title = fc
  .oneof(
    fc.constantFrom('index', 'README', 'CON', '../up', 'a/b\\c', '...', '10', '9', 'Same'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  )
  .map((text) => text.replace(/\0/g, ''))
  .filter((text) => text.trim() !== '');
const { tree } = fc.letrec<{ tree: TreeNode; children: TreeNode[] }>((tie) => ({
  children: fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }),
  tree: fc.record({
    title,
    icon: fc.constantFrom(null, '🌱', '👩‍🌾'),
    content,
    children: fc.oneof({ depthIdentifier: 'tree', maxDepth: 3 }, fc.constant<TreeNode[]>([]), tie('children')),
  }),
}));

describeOnBoth('taking documents along', () => {
  test('export → import gives the same tree, texts, icons and order, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (planned) => {
        const [owner, other] = [await buildUser(), await buildUser()];
        const build = async (node: TreeNode, parent: string | null): Promise<string> => {
          const { id } = await buildDocument({ owner, parent, title: node.title, content: node.content });
          if (node.icon) await updateDocument(owner, id, { icon: node.icon, autosave: false });
          for (const child of node.children) await build(child, id);
          return id;
        };
        const { body } = await exportDocument(owner, { id: await build(planned, null), format: 'zip', ...how });
        const zip = Buffer.from(await new Response(body).arrayBuffer());
        await importFiles(other, { 'arbor.zip': zip });
        expect(await treeOf(other, null)).toEqual(await treeOf(owner, null));
      }),
      { numRuns: repeats(4, 12), seed: 20261121 },
    );
  });

  test('a tree of more levels than an archive has folders comes back the same', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Level 0' });
    let parent = top;
    for (let level = 1; level < 67; level += 1) {
      const title = `Level ${level}`;
      const next = await buildDocument({ owner, parent, title, content: `[up](/doc/${parent.id})` });
      for (const nth of level > 62 ? [2, 1] : []) await buildDocument({ owner, parent, title: `${title}-${nth}` });
      parent = next;
    }
    const { body } = await exportDocument(owner, { id: top.id, format: 'zip', ...how });
    const zip = Buffer.from(await new Response(body).arrayBuffer());
    const { notTaken } = await importFiles(other, { 'arbor.zip': zip });
    expect(notTaken).toEqual([]);
    expect(titlesOf(await treeOf(other, null))).toEqual(titlesOf(await treeOf(owner, null)));
  }, 120_000);

  test('Markdown is the stored text, byte for byte, under the document’s name', async () => {
    const owner = await buildUser();
    const text = '---\ntags: [a]\n---\n\uFEFF# 苗床  \n\n\ttab';
    const { id } = await buildDocument({ owner, title: 'Beds: a/b "苗床"', content: text });
    expect(await exportDocument(owner, { id, format: 'md', ...how })).toEqual({
      name: 'Beds a b 苗床.md',
      type: 'text/markdown; charset=utf-8',
      body: text,
    });
  });

  test('HTML stands alone: title and text escaped, no script, links lead back to the site', async () => {
    const owner = await buildUser();
    const target = await buildDocument({ owner });
    const { id } = await buildDocument({
      owner,
      title: '</title><script>alert(1)</script>',
      content: `[in](/doc/${target.id}) [out](//example.com/x) <script>alert(2)</script><img src="/api/files/x" onerror=a>\n\n# H\n\n> [!NOTE]\n> Wet\n\n| a |\n|--:|\n| 1 |`,
    });
    const { body } = await exportDocument(owner, { id, format: 'html', ...how });
    const page = String(body);
    expect(page).toContain(`href="https://notes.example.com/doc/${target.id}"`);
    expect(page).toContain('src="https://notes.example.com/api/files/x"');
    expect(page).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>');
    expect(page).toMatch(/class="alert-title"[^>]*>说明</);
    expect(page).toContain('<td align="right">1');
    expect(page).toContain(':is(th,td)[align=right]{text-align:end}');
    expect(page).toContain(':is(em,i):lang(zh){font-style:normal;text-emphasis:dot');
    expect(page).not.toMatch(/<script|onerror|<link|notes\.example\.com\/\//);
  });

  test('a reader takes what they see: nothing closed to them, nothing archived, no one else’s', async () => {
    const [owner, reader] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Top' });
    await buildDocument({ owner, parent: top, title: 'Open' });
    const closed = await buildDocument({ owner, parent: top, title: 'Closed', content: 'hidden' });
    await buildDocument({ owner, parent: closed, title: 'Under closed' });
    const old = await buildDocument({ owner, parent: top, title: 'Old' });
    await buildDocument({ owner, parent: old, title: 'Older' });
    await archiveDocument(owner, old.id);
    await buildShare({ owner, document: top, to: reader });
    await buildShare({ owner, document: closed, to: reader, permission: 'NONE' });
    const paths = async (who: typeof owner, id: string) => {
      const { body } = await exportDocument(who, { id, format: 'zip', ...how });
      return [...(await readZip(body as ReadableStream<Uint8Array>)).keys()];
    };
    expect(await paths(reader, top.id)).toEqual(['1-Top/index.md', '1-Top/1-Open.md']);
    expect(await paths(owner, top.id)).toHaveLength(4);
    expect(await paths(owner, old.id)).toEqual(['1-Old/index.md', '1-Old/1-Older.md']);
    for (const format of ['md', 'html', 'zip'] as const) {
      await expect(exportDocument(reader, { id: closed.id, format, ...how })).rejects.toMatchObject({ code: 4001 });
      await expect(exportDocument(reader, { id: old.id, format, ...how })).rejects.toMatchObject({ code: 4001 });
    }
  });
});
