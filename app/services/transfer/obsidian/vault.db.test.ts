import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { PNG } from '#tests/support/upload.ts';
import { importFiles, titlesOf, treeOf } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

const zipOf = (files: Record<string, string | Buffer>) =>
  buildZip(Object.entries(files).map(([path, text]) => ({ path, text })));

type Row = { id: string; title: string; content: string; html: string };
const documentsOf = (owner: Actor) =>
  select<Row>(
    'SELECT id, title, content, html FROM documents JOIN document_texts ON document_id = id WHERE owner_id = $me',
    { me: owner.id },
  );
const filesOf = (owner: Actor) =>
  select<{ id: string; docId: string; name: string }>(
    'SELECT id, document_id AS "docId", name FROM files WHERE owner_id = $me AND confirmed_at IS NOT NULL',
    { me: owner.id },
  );

describeOnBoth('an Obsidian vault', () => {
  test('links by name, heading, alias and path lead to the documents; attachments come along', async () => {
    const owner = await buildUser();
    const { report } = await importFiles(owner, {
      'vault.zip': zipOf({
        'Vault/.obsidian/app.json': '{}',
        'Vault/Home.md': [
          '[[seeds]] [[Beds/Plan#Early Spring|the plan]] [[Other name]] [[#Own part]] [[Seeds#^block]]',
          '![[leaf.png|120]] ![[leaf.png]] ![[guide.pdf#page=3]] ![[Seeds]]',
          '[by path](Beds/Plan.md#Early%20Spring) [by name](Plan.md) `[[Seeds]]` [[Nowhere]]',
        ].join('\n'),
        'Vault/Seeds.md': '---\naliases: [Other name]\nup: "[[Home]]"\n---\n![[Home]] #tag',
        'Vault/Beds/Plan.md': '> [!danger] Frost\n> [[../Seeds]]\n\n## Early Spring\n',
        'Vault/Files/leaf.png': PNG,
        'Vault/Files/guide.pdf': '%PDF-1.4\n%%EOF\n',
      }),
    });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Vault', ['Beds', ['Early Spring']], ['Home'], ['Seeds']]]);
    const rows = await documentsOf(owner);
    const [home, seeds, plan] = ['Home', 'Seeds', 'Early Spring'].map(
      (title) => rows.find((row) => row.title === title)!,
    );
    const files = await filesOf(owner);
    const [leaf, guide] = ['leaf.png', 'guide.pdf'].map(
      (name) => files.find((file) => `${file.name}`.startsWith(name.split('.')[0]!))!,
    );
    expect([leaf!.docId, guide!.docId, files.length]).toEqual([home!.id, home!.id, 2]);
    expect(home!.content).toBe(
      [
        `[seeds](/doc/${seeds!.id}) [the plan](/doc/${plan!.id}#early-spring) [Other name](/doc/${seeds!.id}) [Own part](#own-part) [Seeds](/doc/${seeds!.id})`,
        `<img src="/api/files/${leaf!.id}" alt="leaf.png" width="120"> ![leaf.png](/api/files/${leaf!.id}) [guide.pdf](/api/files/${guide!.id}#page=3) [Seeds](/doc/${seeds!.id})`,
        `[by path](/doc/${plan!.id}#Early%20Spring) [by name](/doc/${plan!.id}) \`[[Seeds]]\` [[Nowhere]]`,
      ].join('\n'),
    );
    expect(seeds!.content).toBe(`---\naliases: [Other name]\nup: "[[Home]]"\n---\n[Home](/doc/${home!.id}) #tag`);
    expect(plan!.html).toContain('alert-caution');
    expect(report.notTaken).toEqual([{ path: 'vault.zip/Vault/Home.md', reason: 'name', detail: 'Nowhere' }]);
  });

  test('of two of one name, the one in the same folder is meant, else the one nearest the top', async () => {
    const owner = await buildUser();
    await importFiles(owner, {
      'v.zip': zipOf({ 'A.md': '[[Log]]', 'x/y/Log.md': 'deep', 'x/Log.md': 'near', 'x/y/B.md': '[[Log]] [[x/log]]' }),
    });
    const rows = await documentsOf(owner);
    const [near, deep] = ['near', 'deep'].map((content) => rows.find((row) => row.content === content)!.id);
    expect(rows.find(({ title }) => title === 'A')!.content).toBe(`[Log](/doc/${near})`);
    expect(rows.find(({ title }) => title === 'B')!.content).toBe(`[Log](/doc/${deep}) [x/log](/doc/${near})`);
  });

  test('a text of more links than anybody writes, or that they make too long, stays as written and is reported', async () => {
    const owner = await buildUser();
    const [many, long] = ['[[b]]'.repeat(50_000), '[[b|a note with a longer name]] '.repeat(39_000)];
    const { notTaken } = await importFiles(owner, {
      'v.zip': zipOf({ 'V/b.md': 'b', 'V/many.md': many, 'V/long.md': long }),
    });
    expect(notTaken.map(({ path, reason }) => [path, reason])).toEqual(
      expect.arrayContaining([
        ['v.zip/V/long.md', 'tooLarge'],
        ['v.zip/V/many.md', 'tooLarge'],
      ]),
    );
    const contents = (await documentsOf(owner)).map(({ content }) => content);
    expect(contents).toEqual(
      expect.arrayContaining([many, long.trimEnd()].map((text) => expect.stringContaining(text))),
    );
  });

  test('every link of a large one leads somewhere, circles of embeds and 10,000 of them included', async () => {
    const owner = await buildUser();
    const count = 300;
    const name = (nth: number) => `Note ${nth % count}`;
    const files: Record<string, string | Buffer> = { 'img/a.png': PNG };
    for (let nth = 0; nth < count; nth += 1) {
      files[`Folder ${nth % 7}/${name(nth)}.md`] =
        `[[${name(nth + 1)}]] ![[${name(nth + 2)}]] [x](${encodeURIComponent(name(nth * 3))}.md)${nth % 50 ? '' : ' ![[a.png]]'}`;
    }
    files['Many.md'] = Array.from({ length: 10_000 }, (_, nth) => `![[${name(nth)}]]`).join('\n');
    const { notTaken } = await importFiles(owner, { 'vault.zip': zipOf(files) });
    expect(notTaken).toEqual([]);
    const rows = await documentsOf(owner);
    const known = new Set([
      ...rows.map(({ id }) => `/doc/${id}`),
      ...(await filesOf(owner)).map(({ id }) => `/api/files/${id}`),
    ]);
    const leads = rows.flatMap(({ content }) => [...content.matchAll(/\]\(([^)]*)\)/g)].map(([, url]) => url!));
    expect(leads).toHaveLength(count * 3 + 6 + 10_000);
    expect(leads.filter((url) => !known.has(url))).toEqual([]);
    expect(rows.filter(({ content }) => content.includes('[['))).toEqual([]);
  });
});
