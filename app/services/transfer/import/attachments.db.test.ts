import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ALERT_TITLES } from '#app/markdown/finish/alerts.ts';
import type { Actor } from '#app/services/actor.ts';
import { setCover } from '#app/services/documents/cover.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listFiles } from '#app/services/files/list-files.ts';
import { openFile } from '#app/services/files/open-file.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { exportDocument } from '#app/services/transfer/export/export-document.ts';
import { exportFolder } from '#app/services/transfer/export/export-folder.ts';
import { importFolder } from '#app/services/transfer/import/import-folder.ts';
import { select } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { PNG } from '#tests/support/upload.ts';
import { importFiles } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

const texts = { search: '', contents: '', noResults: '', inside: '' };
const add = (owner: Actor, docId: string, fileName: string, bytes: Buffer | string) =>
  saveUpload(
    owner,
    { fileName, ext: fileName.split('.').at(-1)!, docId },
    Readable.from([Buffer.from(bytes as string)]),
  );

/**
 * Two documents. The upper one shows one file, has a second one not referenced in its text, and a third as its cover.
 */
async function illustrated(owner: Actor): Promise<string> {
  const garden = await buildDocument({ owner, title: 'Garden' });
  await buildDocument({ owner, title: 'Beds.files', parent: garden });
  const picture = await add(owner, garden.id, 'leaf.png', PNG);
  await add(owner, garden.id, 'notes.md', '# An attachment, no document');
  const cover = await add(owner, garden.id, 'leaf.png', PNG);
  await updateDocument(owner, garden.id, { content: `![leaf](${picture.downloadUrl})\n`, autosave: false });
  await setCover(owner, garden.id, { url: cover.downloadUrl, scrollY: 20 });
  return garden.id;
}

async function expectIllustrated(owner: Actor): Promise<void> {
  const rows = await select<{ id: string; title: string }>(
    'SELECT id, title FROM documents WHERE owner_id = $me ORDER BY title',
    { me: owner.id },
  );
  const garden = rows.find(({ title }) => title === 'Garden')!;
  expect(rows.map(({ title }) => title)).toContain('Beds.files');
  expect(rows.map(({ title }) => title)).not.toContain('An attachment, no document');
  const { files } = await listFiles(owner, garden.id);
  expect(files.map(({ fileName }) => fileName).sort()).toEqual(['leaf 2.png', 'leaf.png', 'notes.md']);
  const find = (name: string) => files.find(({ fileName }) => fileName === name)!;
  const { content, coverImage } = await getDocument(owner, garden.id);
  expect(content).toBe(`![leaf](${find('leaf.png').downloadUrl})\n`);
  expect(coverImage).toEqual({ url: find('leaf 2.png').downloadUrl, scrollY: 20 });
  const notes = await openFile(owner, find('notes.md').id);
  expect(await text(await notes.read())).toBe('# An attachment, no document');
}

describeOnBoth('attachments travel', () => {
  test('out as a zip and in again: linked or not, texts among them, and the cover', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    const id = await illustrated(owner);
    const { body } = await exportDocument(owner, {
      id,
      format: 'zip',
      lng: 'en',
      origin: 'https://example.com',
      texts,
      alertTitles: ALERT_TITLES,
    });
    const zip = Buffer.from(await new Response(body as ReadableStream<Uint8Array>).arrayBuffer());
    const { report } = await importFiles(other, { 'garden.zip': zip });
    expect(report).toMatchObject({ documents: 2, notTaken: [] });
    await expectIllustrated(other);
  });

  test('out as a folder and in again', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    await illustrated(owner);
    const folder = join(mkdtempSync(join(DATA_DIR, 'export-')), 'all');
    await exportFolder(owner, { folder });
    const { notTaken } = await importFolder(other, { folder, parentId: null });
    expect(notTaken).toEqual([]);
    await expectIllustrated(other);
  });

  test('a picture beside a foreign Markdown file goes to each document that shows it', async () => {
    const owner = await buildUser();
    const zip = buildZip([
      { path: 'a.md', text: '![x](img/leaf.png) and <img src="img/leaf.png">' },
      { path: 'b.md', text: '![x](img/leaf.png)' },
      { path: 'c.md', text: '![x](img/lie.png)' },
      { path: 'img/leaf.png', text: PNG },
      { path: 'img/lie.png', text: '<script>' },
      { path: 'img/unused.png', text: PNG },
      { path: 'tool.exe', text: 'MZ' },
    ]);
    const { report } = await importFiles(owner, { 'notes.zip': zip });
    expect(report.notTaken.map(({ path, reason }) => [path, reason])).toEqual([
      ['notes.zip/img/lie.png', 'attachment'],
      ['notes.zip/img/unused.png', 'attachment'],
      ['notes.zip/tool.exe', 'attachment'],
    ]);
    const rows = await select<{ id: string; title: string; content: string }>(
      'SELECT id, title, content FROM documents JOIN document_texts ON document_id = id WHERE owner_id = $me ORDER BY title',
      { me: owner.id },
    );
    const [a, b, c] = ['a', 'b', 'c'].map((title) => rows.find((row) => row.title === title)!);
    const [ofA] = (await listFiles(owner, a!.id)).files;
    const [ofB] = (await listFiles(owner, b!.id)).files;
    expect(a!.content).toBe(`![x](${ofA!.downloadUrl}) and <img src="${ofA!.downloadUrl}">`);
    expect(b!.content).toBe(`![x](${ofB!.downloadUrl})`);
    expect(ofA!.id).not.toBe(ofB!.id);
    expect(c!.content).toBe('![x](img/lie.png)');
  });
});
