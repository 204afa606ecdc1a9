import { Readable } from 'node:stream';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ALERT_TITLES } from '#app/markdown/finish/alerts.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { exportDocument } from '#app/services/transfer/export/export-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { PNG } from '#tests/support/upload.ts';
import { readZip } from '#tests/support/zip.ts';

const texts = { search: 'Search', contents: 'Contents', noResults: 'Nothing found', inside: 'Inside' };
const alertTitles = { ...ALERT_TITLES, note: '说明' };
const ATTACK = '</title><script>alert(1)</script>" onload="x';

describeOnBoth('a branch as a website', () => {
  test('has a page for each document with its place, links and pictures that lead from file to file, and a search', async () => {
    const owner = await buildUser();
    const garden = await buildDocument({ owner, title: 'Garden' });
    const beds = await buildDocument({ owner, parent: garden, title: 'Beds & 苗床' });
    const attack = await buildDocument({ owner, parent: garden, title: ATTACK, content: ATTACK });
    const deep = await buildDocument({ owner, parent: beds, title: 'Deep', content: `[up](/doc/${garden.id}#h-part)` });
    const upload = { fileName: 'leaf.png', ext: 'png', docId: garden.id };
    const picture = await saveUpload(owner, upload, Readable.from([Buffer.from(PNG)]));
    const elsewhere = `c${'0'.repeat(23)}`;
    const content = `![leaf](${picture.downloadUrl}) [deep](/doc/${deep.id}) [no](/doc/${elsewhere})\n\nRhubarb ${'`</script>`'}\n\n> [!NOTE]\n> Wet`;
    await updateDocument(owner, garden.id, { content, autosave: false });
    const input = { id: garden.id, format: 'site', lng: 'en', origin: 'https://notes.example.com' } as const;
    const { name, body } = await exportDocument(owner, { ...input, texts, alertTitles });
    const files = await readZip(body as ReadableStream<Uint8Array>);
    expect(name).toBe('Garden.site.zip');
    expect([...files.keys()].filter((path) => path.endsWith('.html'))).toHaveLength(6);
    const page = files.get('1-Garden/index.html')!;
    expect(page).toContain('src="index.files/leaf.png"');
    expect(page).toMatch(/href="1-Beds%20%26%20%E8%8B%97%E5%BA%8A\/1-Deep\.html"[^>]*>deep</);
    expect(page).toContain(`href="https://notes.example.com/doc/${elsewhere}"`);
    expect(page).toContain('<a href="../index.html">Contents</a>');
    expect(page).toMatch(/class="alert-title"[^>]*>说明</);
    const below = files.get('1-Garden/1-Beds & 苗床/1-Deep.html')!;
    expect(below).toMatch(/href="\.\.\/index\.html#h-part"[^>]*>up</);
    expect(below).toContain('aria-current="page">Deep</a>');
    expect(files.get('index.html')).toContain('<a href="1-Garden/index.html">Garden</a><ul>');
    for (const [path, text] of files)
      if (/(?<!search)\.html$/.test(path)) expect([path, text]).not.toContain('<script');
    expect(files.get([...files.keys()].find((path) => path.includes('alert'))!)).not.toMatch(/<script|<[^<>]*" onload/);
    expect(attack.title).toBe(ATTACK);

    // Run the index as a script, to prove that no text of a document becomes code.
    const context = createContext({ window: {} });
    runInContext(files.get('search-index.js')!, context);
    const { arborPages } = context.window as { arborPages: { title: string; href: string; text: string }[] };
    expect(arborPages).toHaveLength(4);
    expect(arborPages[0]).toMatchObject({ title: 'Garden', href: '1-Garden/index.html' });
    expect(arborPages[0]!.text).toContain('Rhubarb </script>');
    for (const { href } of arborPages) expect(files.has(decodeURIComponent(href))).toBe(true);

    let found: { parts: { textContent: string }[] }[] = [];
    const field = {
      value: '苗牀',
      addEventListener: () => undefined,
      replaceChildren: (...items: typeof found) => {
        found = items;
      },
    };
    const createElement = () => {
      const parts: object[] = [];
      return { parts, append: (...more: object[]) => parts.push(...more) };
    };
    Object.assign(context, { document: { getElementById: () => field, createElement } });
    runInContext(files.get('search.js')!, Object.assign(context, context.window));
    expect(found.map(({ parts }) => parts[0]!.textContent)).toEqual(['Beds & 苗床']);
  });
});
