import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { setCover } from '#app/services/documents/cover.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { exportAccount } from '#app/services/transfer/export/export-account.ts';
import { exportEveryone, exportFolder } from '#app/services/transfer/export/export-folder.ts';
import { importEveryone } from '#app/services/transfer/import/import-everyone.ts';
import { importFolder } from '#app/services/transfer/import/import-folder.ts';
import { execute, select } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { obsidianVault } from '#tests/support/obsidian-vault.ts';
import { PNG } from '#tests/support/upload.ts';
import { importFiles } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

const YEAR = 365 * 24 * 3600 * 1000;

/** Creates documents with everything an export must keep: order, icon, covers, stars, dates, archive, links, files. */
async function garden(owner: Actor): Promise<void> {
  const top = await buildDocument({ owner, title: 'Garden' });
  const first = await buildDocument({ owner, parent: top, title: 'Zinnias', content: 'Z [[Beds]] \n\ntrailing  ' });
  const old = await buildDocument({ owner, parent: top, title: 'Old', content: `[first](/doc/${first.id}#part)` });
  const inOld = await buildDocument({ owner, parent: old, title: 'In old', content: '---\ntags: [a]\n---\nText' });
  await buildDocument({ owner, parent: inOld, title: 'Deep in old' });
  await buildDocument({
    owner,
    parent: top,
    title: 'Beds',
    content: `> [!note]- Title\n[old](/doc/${old.id}) [x](./no.md)`,
  });
  const gone = await buildDocument({ owner, title: 'Gone' });
  await buildDocument({ owner, title: 'archived' });
  const upload = { fileName: 'leaf.png', ext: 'png', docId: top.id };
  const picture = await saveUpload(owner, upload, Readable.from([Buffer.from(PNG)]));
  const packed = buildZip([{ path: 'seeds.md', text: 'Not a document' }]);
  await saveUpload(owner, { fileName: 'seeds.zip', ext: 'zip', docId: top.id }, Readable.from([packed]));
  const content = `![leaf](${picture.downloadUrl}?w=320) [part](${picture.downloadUrl}#x)\n[gone](/doc/${gone.id}?a=1&b#c)\n`;
  await updateDocument(owner, top.id, { content, icon: '🌱', isStarred: true, autosave: false });
  await setCover(owner, top.id, { url: picture.downloadUrl, scrollY: 20 });
  await setCover(owner, first.id, { url: '/covers/hills.svg', scrollY: 5, isPreset: true });
  await archiveDocument(owner, inOld.id);
  await archiveDocument(owner, old.id);
  await archiveDocument(owner, gone.id);
  const dates = 'UPDATE documents SET created_at = created_at - $ago, updated_at = updated_at - $half WHERE id = $id';
  for (const [nth, { id }] of [top, first, old, inOld, gone].entries()) {
    await execute(dates, { id, ago: YEAR + nth * 86_400_000, half: YEAR / 2 });
  }
}

/** Reads the files of a folder without ids and export time, which differ between installations. */
function filesOf(folder: string, below = ''): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    if (statSync(join(folder, path)).isDirectory()) Object.assign(files, filesOf(folder, path));
    else
      files[path] = readFileSync(join(folder, path), 'latin1')
        .replace(/^id: .*$/m, 'id')
        .replace(/"id":"c\w{23}",/, '');
  }
  delete files['arbor.json'];
  return files;
}

const newFolder = () => join(mkdtempSync(join(DATA_DIR, 'round-')), 'all');
async function exported(owner: Actor): Promise<string> {
  const folder = newFolder();
  await exportFolder(owner, { folder });
  return folder;
}

describeOnBoth('out and in again', () => {
  test('three times: texts, order, icons, covers, stars, dates and the archive are the same, without a level more', async () => {
    const owner = await buildUser();
    await garden(owner);
    let folder = await exported(owner);
    const before = filesOf(folder);
    expect(Object.keys(before)).toHaveLength(10);
    expect(before['1-Garden/index.md']).toContain(
      '![leaf](index.files/leaf.png?w=320) [part](index.files/leaf.png#x)\n[gone](../archived/2-Gone.md?a=1&b#c)\n',
    );
    expect(before['1-Garden/index.md']).toMatch(/isStarred: true\nstarredAt: "20/);
    expect(before['archived/1-Old/index.md']).toContain('parent: "../../1-Garden/index.md"');
    expect(before['archived/1-Old/1-In old/index.md']).not.toContain('archivedWith');
    for (const round of [1, 2, 3]) {
      const next = await buildUser();
      const { notTaken } = await importFolder(next, { folder, parentId: null });
      folder = await exported(next);
      expect([round, filesOf(folder)]).toEqual([round, before]);
      expect(notTaken).toEqual([]);
    }
  });

  test('three times over a large tree of linked texts in two languages: not a byte differs', async () => {
    const owner = await buildUser();
    const { files } = obsidianVault(repeats(20, 500));
    await importFiles(owner, { 'vault.zip': buildZip(Object.entries(files).map(([path, text]) => ({ path, text }))) });
    let folder = await exported(owner);
    const before = filesOf(folder);
    expect(Object.keys(before).length).toBeGreaterThan(repeats(20, 500));
    for (const round of [1, 2, 3]) {
      const next = await buildUser();
      const { notTaken } = await importFolder(next, { folder, parentId: null });
      folder = await exported(next);
      expect([round, notTaken]).toEqual([round, []]);
      expect(filesOf(folder)).toEqual(before);
    }
  }, 600_000);

  test('what is archived comes back to its place, with what went along with it', async () => {
    const [owner, next] = [await buildUser(), await buildUser()];
    await garden(owner);
    await importFolder(next, { folder: await exported(owner), parentId: null });
    const titlesBelow = async (parent: string) =>
      (
        await select<{ title: string }>(
          `SELECT documents.title FROM documents JOIN documents AS parent ON parent.id = documents.parent_id
           WHERE documents.owner_id = $me AND parent.title = $parent AND documents.archived_at IS NULL
           ORDER BY documents.position`,
          { me: next.id, parent },
        )
      ).map(({ title }) => title);
    const idOf = async (title: string) =>
      (
        await select<{ id: string }>('SELECT id FROM documents WHERE owner_id = $me AND title = $title', {
          me: next.id,
          title,
        })
      )[0]!.id;
    expect(await titlesBelow('Garden')).toEqual(['Zinnias', 'Beds']);
    await restoreDocument(next, await idOf('Old'));
    expect([await titlesBelow('Garden'), await titlesBelow('Old')]).toEqual([['Zinnias', 'Old', 'Beds'], []]);
    await restoreDocument(next, await idOf('In old'));
    expect([await titlesBelow('Old'), await titlesBelow('In old')]).toEqual([['In old'], ['Deep in old']]);
  });

  test('the zip of an account comes back the same way, without its folders', async () => {
    const [owner, next] = [await buildUser(), await buildUser()];
    await garden(owner);
    const zip = Buffer.from(await new Response(await exportAccount(owner)).arrayBuffer());
    const { notTaken } = await importFiles(next, { 'arbor.zip': zip });
    expect(notTaken).toEqual([]);
    expect(filesOf(await exported(next))).toEqual(filesOf(await exported(owner)));
  });

  test('a branch alone, and what is left out is said: shares by name, versions, files without a document', async () => {
    const [owner, next] = [await buildUser(), await buildUser()];
    const top = await buildDocument({ owner, title: 'Top' });
    const branch = await buildDocument({ owner, parent: top, title: 'Branch' });
    await buildDocument({ owner, parent: branch, title: 'Leaf' });
    await buildShare({ owner, document: branch, to: 'ben@example.com', permission: 'EDIT' });
    await buildShare({ owner, document: top, to: 'cy@example.com' });
    for (const { id } of [branch, top]) await updateDocument(owner, id, { content: 'Second', autosave: false });
    await saveUpload(owner, { fileName: 'loose.txt', ext: 'txt' }, Readable.from([Buffer.from('loose')]));
    const folder = newFolder();
    const { documents, leftOut } = await exportFolder(owner, { folder, branch: branch.id });
    expect([documents, leftOut]).toEqual([2, { revisions: 1, shares: 1, looseFiles: 0 }]);
    expect(Object.keys(filesOf(folder))).toEqual(['1-Branch/1-Leaf.md', '1-Branch/index.md']);
    expect(JSON.parse(readFileSync(join(folder, 'arbor.json'), 'utf8'))).toMatchObject({
      arbor: 1,
      owner: owner.email,
      shares: [{ title: 'Branch', email: 'ben@example.com', permission: 'EDIT' }],
    });
    const { report } = await importFolder(next, { folder, parentId: null });
    expect(report.tops.map(({ title }) => title)).toEqual(['Branch']);
    const whole = await exportFolder(owner, { folder: newFolder() });
    expect(whole.leftOut).toEqual({ revisions: 2, shares: 2, looseFiles: 1 });
    await buildShare({ owner, document: branch, to: next });
    const shared = await exportFolder(next, { folder: newFolder(), branch: branch.id });
    expect(shared.leftOut).toEqual({ revisions: 1, shares: 0, looseFiles: 0 });
  });

  test('a whole installation: a folder for each account, and back to the account of its address', async () => {
    const owner = await buildUser();
    await garden(owner);
    const idle = await buildUser();
    const folder = newFolder();
    const people = await exportEveryone(folder, () => undefined);
    const own = people.find(({ email }) => email === owner.email)!;
    expect(own).toMatchObject({ documents: 8, archived: 4 });
    const before = filesOf(join(folder, own.folder));
    for (const { folder: other } of people) {
      if (other !== own.folder && other !== idle.email) rmSync(join(folder, other), { recursive: true, force: true });
    }
    await execute("UPDATE users SET email = 'gone' || email WHERE id = $id", { id: owner.id });
    const next = await buildUser();
    await execute('UPDATE users SET email = $email WHERE id = $id', { email: owner.email, id: next.id });
    const brought = await importEveryone(folder, { onOwner: async () => undefined, onPerson: () => undefined });
    const counts = Object.fromEntries(brought.map(({ email, imported }) => [email, imported?.report]));
    expect(counts[owner.email]).toMatchObject({ documents: 8 });
    expect(counts[idle.email]).toMatchObject({ documents: 0, notTakenCount: 0 });
    expect(await select('SELECT title FROM documents WHERE owner_id = $id', { id: idle.id })).toEqual([]);
    expect(filesOf(await exported(next))).toEqual(before);
  });

  test('of an account without documents makes nothing', async () => {
    const [owner, next] = [await buildUser(), await buildUser()];
    const imported = await importFolder(next, { folder: await exported(owner), parentId: null });
    expect(imported).toMatchObject({ notTaken: [], report: { documents: 0, tops: [] } });
    expect(await select('SELECT title FROM documents WHERE owner_id = $id', { id: next.id })).toEqual([]);
  });
});
