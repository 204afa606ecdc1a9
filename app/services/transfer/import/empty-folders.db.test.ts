import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from '#app/services/transfer/import/import-folder.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { importFiles, titlesOf, treeOf } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

/** Folders end with a slash. */
const PATHS = [
  'notes/',
  'notes/a.md',
  'notes/bare/',
  'notes/deep/',
  'notes/deep/inner/',
  'notes/hidden only/',
  'notes/hidden only/.keep',
  'notes/pictures/',
  'notes/pictures/more/p.txt.bin',
  'notes/__MACOSX/',
  'notes/__MACOSX/._a.md',
  'notes/.git/',
  'notes/.git/hooks/',
];
const TREE = [['notes', ['a'], ['bare'], ['deep', ['inner']], ['hidden only']]];

function makeFolder(): string {
  const top = mkdtempSync(join(DATA_DIR, 'empty-'));
  for (const path of PATHS) {
    mkdirSync(path.endsWith('/') ? join(top, path) : dirname(join(top, path)), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(top, path), '');
  }
  return join(top, 'notes');
}

describeOnBoth('importing empty folders', () => {
  test('a folder without files is an empty document; hidden ones and those of other files are none', async () => {
    const owner = await buildUser();
    await importFolder(owner, { folder: makeFolder(), parentId: null });
    expect(titlesOf(await treeOf(owner, null))).toEqual(TREE);
  });

  test('in a zip as well', async () => {
    const owner = await buildUser();
    const { report } = await importFiles(owner, { 'x.zip': buildZip(PATHS.map((path) => ({ path, text: '' }))) });
    expect([titlesOf(await treeOf(owner, null)), report.documents]).toEqual([TREE, 6]);
  });
});
