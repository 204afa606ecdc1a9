import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { PNG } from '#tests/support/upload.ts';
import { importFiles, titlesOf, treeOf } from '#tests/support/uploads.ts';
import { buildWordFile, heading, PICTURE, paragraph } from '#tests/support/word-file.ts';
import { buildZip } from '#tests/support/zip.ts';

const zipOf = (files: Record<string, string | Buffer>) =>
  buildZip(Object.entries(files).map(([path, text]) => ({ path, text })));

type Row = { id: string; title: string; content: string; createdAt: number; updatedAt: number };
const documentsOf = (owner: Actor) =>
  select<Row>(
    `SELECT id, title, content, created_at AS "createdAt", updated_at AS "updatedAt"
     FROM documents JOIN document_texts ON document_id = id WHERE owner_id = $me`,
    { me: owner.id },
  );
const named = (rows: Row[], title: string) => rows.find((row) => row.title === title)!;
const ids = (text: string) => text.replace(/c[a-z0-9]{23}/g, 'ID');

const confluence = (title: string, above: string[], body: string, more = '') => `<!DOCTYPE html><html><head>
  <title>Garden : ${title}</title></head><body><div id="page"><div id="main"><div id="main-header">
  <div id="breadcrumb-section"><ol id="breadcrumbs">${above.map((href) => `<li><span><a href="${href}">x</a></span></li>`).join('')}</ol></div>
  <h1 id="title-heading"><span id="title-text">Garden : ${title}</span></h1></div>
  <div id="content"><div class="page-metadata">Created by <span class='author'> Ada L</span> on Mar 03, 2020</div>
  <div id="main-content" class="wiki-content group">${body}</div>${more}</div></div><div id="footer">Atlassian</div></div></body></html>`;

describeOnBoth('exports of other programs', () => {
  test('Confluence: pages below pages in the order of the space, with attachments, panels, code, author and date', async () => {
    const owner = await buildUser();
    const attachments = `<div class="pageSection group"><h2 id="attachments">Attachments:</h2><div class="greybox">
      <a href="attachments/11/7.png">leaf.png</a> (image/png) <a href="attachments/11/8.txt">notes.txt</a></div></div>`;
    const { notTaken } = await importFiles(owner, {
      'space.zip': zipOf({
        'G/index.html': `<html><head><title>Garden (Garden)</title></head><body><div id="main-header"><h1><span id="title-text">Space Details:</span></h1></div>
          <div id="main-content" class="pageSection"><ul><li><a href="Zinnias_12.html">Zinnias</a><ul><li><a href="Seeds_13.html">Seeds</a></li></ul></li><li><a href="Beds_11.html">Beds</a></li></ul></div></body></html>`,
        'G/Beds_11.html': confluence(
          'Beds',
          ['index.html'],
          `<p>See <a href="Seeds_13.html">seeds</a> <img src="attachments/11/7.png"></p>
           <div class="confluence-information-macro confluence-information-macro-warning"><span class="confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Frost</p></div></div>
           <pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int a;</pre>`,
          attachments,
        ),
        'G/Zinnias_12.html': confluence('Zinnias', ['index.html'], '<p>Z</p>'),
        'G/Seeds_13.html': confluence('Seeds', ['index.html', 'Zinnias_12.html'], '<p>S</p>'),
        'G/attachments/11/7.png': PNG,
        'G/attachments/11/8.txt': 'plain',
      }),
    });
    expect(notTaken).toEqual([]);
    const [space] = await treeOf(owner, null);
    expect(titlesOf(space!.children)).toEqual([['Zinnias', ['Seeds']], ['Beds']]);
    const beds = named(await documentsOf(owner), 'Beds');
    expect(ids(beds.content)).toBe(
      '---\nauthor: "Ada L"\n---\n\nSee [seeds](/doc/ID) ![](/api/files/ID)\n\n> [!CAUTION]\n> Frost\n\n```java\nint a;\n```\n\n- [leaf.png](/api/files/ID)\n- [notes.txt](/api/files/ID)\n',
    );
    expect(Number(beds.createdAt)).toBe(Date.UTC(2020, 2, 3));
  });

  test('Google Docs: a page with its pictures, bold and italic, without the redirect of links', async () => {
    const owner = await buildUser();
    await importFiles(owner, {
      'Plan.zip': zipOf({
        'Plan.html': `<html><head><style>.c1{font-weight:700}.c2{font-style:italic}</style></head><body><p class="title"><span>My plan</span></p>
          <p><span class="c1">bold</span><span> and </span><span class="c2">thin <a href="https://www.google.com/url?q=https://example.com/a&amp;sa=D">link</a></span><img src="images/image1.png"></p></body></html>`,
        'images/image1.png': PNG,
      }),
    });
    const [plan] = await treeOf(owner, null);
    expect(plan!.title).toBe('My plan');
    expect(ids(plan!.content)).toBe(
      '# My plan\n\n**bold** and *thin [link](https://example.com/a)*![](/api/files/ID)\n',
    );
  });

  test('BookStack: books, chapters and pages by priority; references, pictures, attachments and tags', async () => {
    const owner = await buildUser();
    const data = {
      book: {
        id: 1,
        name: 'Garden',
        description_html: '<p>All of it</p>',
        tags: [{ name: 'Season', value: 'Spring' }],
        chapters: [{ id: 5, name: 'Beds', priority: 2, pages: [{ id: 8, name: 'North', markdown: 'M', priority: 1 }] }],
        pages: [
          {
            id: 7,
            name: 'Start',
            priority: 1,
            html: '<p><a href="[[bsexport:page:8]]">north</a> <img src="[[bsexport:image:3]]"> <a href="[[bsexport:attachment:4]]">a</a></p>',
            images: [{ id: 3, name: 'leaf', file: 'x1.png', type: 'gallery' }],
            attachments: [
              { id: 4, name: 'Guide', file: 'x2' },
              { name: 'Site', link: 'https://example.com' },
            ],
          },
        ],
      },
    };
    const zip = zipOf({ 'data.json': JSON.stringify(data), 'files/x1.png': PNG, 'files/x2': '%PDF-1.4' });
    const { notTaken } = await importFiles(owner, { 'garden.zip': zip });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Garden', ['Start'], ['Beds', ['North']]]]);
    const rows = await documentsOf(owner);
    expect(named(rows, 'Garden').content).toBe('---\ntags: ["Season: Spring"]\n---\n\nAll of it\n');
    expect(named(rows, 'Start').content).toContain(`[north](/doc/${named(rows, 'North').id})`);
    expect(named(rows, 'Start').content).toMatch(/!\[\]\(\/api\/files\/c\w{23}\)/);
    expect(named(rows, 'Start').content).toContain('- [Site](<https://example.com>)');
    expect(notTaken).toEqual([{ path: 'garden.zip/files/x2', reason: 'attachment', detail: '' }]);
  });

  test('Outline: attachments stay attachments, whatever their kind', async () => {
    const owner = await buildUser();
    const key = 'uploads/0b2f0c5e-8d0b-4b57-9d5e-4a7f0a8f1c11/9c2f0c5e-8d0b-4b57-9d5e-4a7f0a8f1c22';
    await importFiles(owner, {
      'outline.zip': zipOf({
        'Handbook/Welcome.md': `# Welcome\n\n[list](${key}/list.csv) [text](${key}/notes.md)`,
        [`Handbook/${key}/list.csv`]: 'a,b\n',
        [`Handbook/${key}/notes.md`]: '# No document',
      }),
    });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Handbook', ['Welcome']]]);
    expect(ids(named(await documentsOf(owner), 'Welcome').content)).toBe(
      '# Welcome\n\n[list](/api/files/ID) [text](/api/files/ID)',
    );
  });

  test('Word: headings, pictures, author and dates; macros are not read', async () => {
    const owner = await buildUser();
    const body = [heading('Report'), paragraph('Bold &amp; plain'), PICTURE, heading('Part', 2)].join('');
    const macros = [{ path: 'word/vbaProject.bin', text: Buffer.alloc(100_000, 1) }];
    const { notTaken } = await importFiles(owner, {
      'report 1.docx': buildWordFile({ body, picture: PNG, more: macros }),
      'none.docx': 'no zip',
      'empty.docx': zipOf({ 'a.txt': 'x' }),
    });
    const [report] = await documentsOf(owner);
    expect(ids(report!.content)).toBe(
      '---\nauthor: "Ada L"\n---\n\n# Report\n\nBold & plain\n\n![A leaf](/api/files/ID)\n\n## Part\n',
    );
    expect([report!.title, Number(report!.createdAt), Number(report!.updatedAt)]).toEqual([
      'Report',
      Date.UTC(2020, 0, 2, 3, 4, 5),
      Date.UTC(2021, 0, 2, 3, 4, 5),
    ]);
    expect(notTaken.map(({ path, reason }) => [path, reason])).toEqual([
      ['empty.docx', 'damaged'],
      ['none.docx', 'damaged'],
    ]);
  });

  test('a Word file that unpacks to far too much is refused before it is read', async () => {
    const owner = await buildUser();
    const bomb = buildWordFile({ body: paragraph('a'.repeat(50 * 1024 * 1024)) });
    const { notTaken, report } = await importFiles(owner, { 'bomb.docx': bomb });
    expect([notTaken.map(({ reason }) => reason), report.documents]).toEqual([['swells'], 0]);
  });

  test('tables of any separator, MDX, and dates in front matter', async () => {
    const owner = await buildUser();
    const { notTaken } = await importFiles(owner, {
      'list.csv': 'Name;Count\nSpade;"2; or 3"\n',
      'long.tsv': `n\tm\n${'1\t2\n'.repeat(5001)}`,
      'page.mdx': "import A from 'a';\n\n# Page\n",
      'dated.md': '---\ncreated: 2019-05-06\nupdated: 2020-05-06T07:08:09Z\n---\nx',
    });
    const rows = await documentsOf(owner);
    expect(named(rows, 'list').content).toBe('| Name | Count |\n| --- | --- |\n| Spade | 2; or 3 |\n');
    expect(named(rows, 'Page').content).toBe("<!--\nimport A from 'a';\n-->\n\n# Page\n");
    const dated = named(rows, 'dated');
    expect([Number(dated.createdAt), Number(dated.updatedAt)]).toEqual([
      Date.UTC(2019, 4, 6),
      Date.UTC(2020, 4, 6, 7, 8, 9),
    ]);
    expect(notTaken).toEqual([{ path: 'long.tsv', reason: 'tableCut', detail: '5000' }]);
  });
});
