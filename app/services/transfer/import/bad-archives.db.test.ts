import { expect, test } from 'vitest';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { undoImport } from '#app/services/transfer/import/undo-import.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { importFiles, titlesOf, treeOf } from '#tests/support/uploads.ts';
import { buildZip } from '#tests/support/zip.ts';

const good = { path: 'good.md', text: '# Good' };
const SYMBOLIC_LINK = 0o120777;

describeOnBoth('what an archive must not do', () => {
  /**
   * Imports a good file among bad ones. Expects that it is imported, that they are reported, and that undo removes all.
   */
  async function importBeside(bad: Parameters<typeof buildZip>[0], name = 'a.zip') {
    const owner = await buildUser();
    const { id, notTaken } = await importFiles(owner, { [name]: buildZip([...bad, good]) });
    expect(titlesOf(await treeOf(owner, null))).toContainEqual(['Good']);
    await undoImport(owner, id);
    expect(await treeOf(owner, null)).toEqual([]);
    return notTaken.map(({ path, reason }) => `${path}: ${reason}`);
  }

  test.each([
    ['../up.md', 'path'],
    ['in/../../up.md', 'path'],
    ['/etc/absolute.md', 'path'],
    ['C:/drive.md', 'path'],
    ['..\\back.md', 'path', '../back.md'],
    ['\\\\server\\share.md', 'path', '//server/share.md'],
    ['nul\0.md', 'path', 'nul\uFFFD.md'],
    ['a//b.md', 'path'],
    [`${'deep/'.repeat(70)}x.md`, 'path', 'deep/'.repeat(40)],
    [`${'long'.repeat(500)}.md`, 'path', 'long'.repeat(50)],
  ])('%j leads nowhere', async (path, reason, shown = path) => {
    expect(await importBeside([{ path, text: '# Bad' }])).toEqual([`a.zip/${shown}: ${reason}`]);
  });

  test('backslashes of Windows programs are folders', async () => {
    const owner = await buildUser();
    await importFiles(owner, { 'a.zip': buildZip([{ path: 'in\\leaf.md', text: '# Leaf' }]) });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['in', ['Leaf']]]);
  });

  test('a symbolic link is not followed', async () => {
    const link = { path: 'link.md', text: '/etc/passwd', mode: SYMBOLIC_LINK };
    expect(await importBeside([link])).toEqual(['a.zip/link.md: link']);
  });

  test('an encrypted file stays closed', async () => {
    expect(await importBeside([{ path: 'secret.md', text: '# S', isEncrypted: true }])).toEqual([
      'a.zip/secret.md: encrypted',
    ]);
  });

  test('a file that is larger than it says, or smaller, is damaged', async () => {
    const text = 'x'.repeat(100_000);
    expect(await importBeside([{ path: 'more.md', text, claimedSize: 10 }])).toEqual(['a.zip/more.md: damaged']);
    expect(await importBeside([{ path: 'less.md', text, claimedSize: 200_000 }])).toEqual(['a.zip/less.md: damaged']);
  });

  test('a bomb goes off nowhere: one huge file, many of them, one within another', async () => {
    const zeros = Buffer.alloc(7 * 1024 * 1024, 'a\n');
    expect(await importBeside([{ path: 'huge.md', text: zeros }])).toEqual(['a.zip/huge.md: tooLarge']);
    const part = Buffer.alloc(2 * 1024 * 1024, 'a ');
    const parts = Array.from({ length: 20 }, (_, n) => ({ path: `${n}.txt`, text: part }));
    const owner = await buildUser();
    const { report, notTaken } = await importFiles(owner, { 'many.zip': buildZip([...parts, good]) });
    const swollen = notTaken.filter(({ reason }) => reason === 'swells');
    expect(swollen.map(({ path }) => path)).toContain('many.zip/19.txt');
    expect(swollen.length).toBeLessThan(20);
    expect(report.tops).toMatchObject([{ title: 'Good' }]);
    expect(await importBeside([{ path: 'claims.zip', text: 'PK', claimedSize: 0xfffffffe }])).toEqual([
      'a.zip/claims.zip: tooLarge',
    ]);
    const third = buildZip([{ path: 'third.zip', text: buildZip([good]) }]);
    expect(await importBeside([{ path: 'second.zip', text: third }])).toEqual(['a.zip/second.zip: attachment']);
    const nested = await importFiles(await buildUser(), { 'a.zip': buildZip([{ path: 'second.zip', text: third }]) });
    expect(nested.notTaken).toEqual([{ path: 'a.zip/third.zip', reason: 'attachment', detail: '' }]);
  });

  test('more than 10,000 files: the rest is left out and said', async () => {
    const owner = await buildUser();
    const empty = Array.from({ length: 10_000 }, (_, n) => ({ path: `${n}.png` }));
    const { notTaken } = await importFiles(owner, { 'a.zip': buildZip([...empty, good]) });
    expect(notTaken).toContainEqual({ path: 'a.zip', reason: 'tooMany', detail: '' });
    expect(await treeOf(owner, null)).toEqual([]);
  });

  test('a truncated archive, and what is none: named; what came beside it stands', async () => {
    const owner = await buildUser();
    const whole = buildZip([good, good]);
    const { notTaken } = await importFiles(owner, {
      'cut.zip': whole.subarray(0, whole.length - 30),
      'none.zip': 'Not a zip at all',
      'empty.zip': '',
      'noise.zip': Buffer.concat([whole.subarray(0, 20), Buffer.alloc(200, 7), whole.subarray(60)]),
      'beside.md': '# Beside',
    });
    expect(notTaken.map(({ path, reason }) => `${path}: ${reason}`)).toEqual(
      expect.arrayContaining(['cut.zip: damaged', 'none.zip: damaged', 'empty.zip: damaged']),
    );
    expect(notTaken.every(({ path, reason }) => path !== 'beside.md' && reason === 'damaged')).toBe(true);
    expect(titlesOf(await treeOf(owner, null)).flat(2)).toContain('Beside');
  });

  test('one name twice: the first is taken', async () => {
    const owner = await buildUser();
    const { notTaken } = await importFiles(owner, { 'a.zip': buildZip([good, { ...good, text: '# Second' }]) });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Good']]);
    expect(notTaken).toEqual([{ path: 'a.zip/good.md', reason: 'duplicate', detail: '' }]);
  });
});

describeOnBoth('names of an archive that are not marked as UTF-8', () => {
  const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
  const titlesAfter = async (names: Buffer[]) => {
    const owner = await buildUser();
    const files = names.map((path, nth) => ({ path, text: `${nth}` }));
    const { notTaken } = await importFiles(owner, { 'a.zip': buildZip(files) });
    return [titlesOf(await treeOf(owner, null)).flat(3), notTaken];
  };

  test('are read as UTF-8, else in the encoding that all of them suggest, which is reported', async () => {
    // 春节.md and 北京/长城.md in GB18030.
    const names = [bytes('b4babdda 2e6d64'), bytes('b1b1bea9 2f b3a4b3c7 2e6d64'), Buffer.from('灯笼.md')];
    expect(await titlesAfter(names)).toEqual([
      expect.arrayContaining(['春节', '北京', '长城', '灯笼']),
      [{ path: 'a.zip', reason: 'recognised', detail: 'GB18030' }],
    ]);
  });

  test('are read in the code page of archives if nothing suggests another', async () => {
    const [titles, notTaken] = await titlesAfter([bytes('4d816c6c6572 2e6d64'), bytes('63616682 2e6d64')]);
    expect([titles, notTaken]).toEqual([expect.arrayContaining(['Müller', 'café']), []]);
  });
});

describeOnBoth('what a file must not be', () => {
  test('not what its name says, another alphabet’s, too long: named, and the rest stands', async () => {
    const owner = await buildUser();
    const { notTaken } = await importFiles(owner, {
      'picture.md': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
      'archive.txt': buildZip([{ path: 'x.md', text: 'x' }]),
      'latin.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      'odd.md': Buffer.from([0xff, 0xfe, 0x41]),
      'long.md': 'x'.repeat(1.5 * 1024 * 1024 + 1),
      'program.exe': 'MZ',
      'fine.md': '# Fine',
    });
    expect(Object.fromEntries(notTaken.map(({ path, reason }) => [path, reason]))).toEqual({
      'picture.md': 'binary',
      'archive.txt': 'binary',
      'latin.txt': 'recognised',
      'odd.md': 'encoding',
      'long.md': 'content',
      'program.exe': 'type',
    });
    expect(titlesOf(await treeOf(owner, null))).toEqual([['Fine'], ['latin']]);
  });

  test('nested ten thousand times: Markdown is kept and shown as written, HTML is refused', async () => {
    const owner = await buildUser();
    const { notTaken } = await importFiles(owner, {
      'quotes.md': `${'>'.repeat(10_000)} deep`,
      'brackets.md': '['.repeat(10_000),
      'page.html': `${'<div>'.repeat(10_000)}deep`,
    });
    const reasons = Object.fromEntries(notTaken.map(({ path, reason }) => [path, reason]));
    expect(reasons).toMatchObject({ 'quotes.md': 'shownAsSource', 'page.html': 'nesting' });
    const tree = await treeOf(owner, null);
    expect(tree.find(({ title }) => title === 'quotes')!.content).toBe(`${'>'.repeat(10_000)} deep`);
  });

  test('a line of 1.5 MB is a document that can be found', async () => {
    const owner = await buildUser();
    await importFiles(owner, { 'line.txt': `${'word '.repeat(299_999)}needle` });
    const found = await searchDocuments(owner, { keyword: 'needle', page: 1, limit: 10 });
    expect(found.total).toBe(1);
  });

  test('scripts, handlers and dangerous links do not survive being shown', async () => {
    const owner = await buildUser();
    const attack = '<img src=x onerror=alert(1)><svg onload=alert(2)></svg><a href="java\tscript:alert(3)">a</a>';
    await importFiles(owner, {
      'a.md': `${attack} [b](javascript:alert(4)) [c](data:text/html,x)`,
      'b.html': `<p onclick="x()">${attack}<script>alert(5)</script><iframe srcdoc="<script>"></iframe></p>`,
    });
    const rows = await select<{ html: string }>(
      'SELECT html FROM document_texts JOIN documents ON documents.id = document_id WHERE owner_id = $me',
      { me: owner.id },
    );
    expect(rows).toHaveLength(2);
    for (const { html } of rows)
      expect(html).not.toMatch(/="(?:java|data:)|<script|<svg|<iframe|onerror|onclick|onload/);
  });
});
