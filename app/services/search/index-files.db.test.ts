import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listFiles } from '#app/services/files/list-files.ts';
import { restoreFile, trashFile } from '#app/services/files/restore-file.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { indexWaitingFiles } from '#app/services/search/index-files.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { queueChangedFiles } from '#app/services/search/waiting-files.ts';
import { execute, inTransaction } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { buildPdf } from '#tests/support/pdf-file.ts';
import { buildWordFile, paragraph } from '#tests/support/word-file.ts';

const found = async (actor: Actor, keyword: string) =>
  (await searchDocuments(actor, { keyword, page: 1, limit: 10 })).items;
const attach = (actor: Actor, docId: string, fileName: string, bytes: string | Buffer) =>
  saveUpload(actor, { fileName, ext: fileName.split('.').at(-1)!, docId }, Readable.from([Buffer.from(bytes)]));
const indexFiles = () => indexWaitingFiles(new AbortController().signal);

describeOnBoth('texts of attached files', () => {
  test('are found by their names and by what PDF, Word and plain files say, with the file named', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'Ledger', content: 'Figures of the year' });
    const pdf = await attach(
      owner,
      id,
      'annual-report.pdf',
      buildPdf(['The quetzal flies', 'over <harbours> tonight']),
    );
    await attach(owner, id, 'letter.docx', buildWordFile({ body: paragraph('Dear platypus keeper') }));
    await attach(owner, id, 'list.txt', 'axolotl\n海马 海龙');
    expect(await found(owner, 'quetzal')).toEqual([]);
    await indexFiles();
    for (const word of [
      'quetzal',
      'harbours',
      'platypus',
      'axolotl',
      '海马',
      'annual-report',
      'letter.docx',
      '"platypus keeper"',
    ])
      expect(
        (await found(owner, word)).map((hit) => hit.id),
        word,
      ).toEqual([id]);
    const [hit] = await found(owner, 'harbours');
    expect(hit?.attachments).toEqual([
      {
        fileId: pdf.id,
        name: 'annual-report.pdf',
        downloadUrl: `/api/files/${pdf.id}`,
        markedName: 'annual-report.pdf',
        snippet: expect.stringContaining('&lt;<mark>harbours</mark>&gt;'),
      },
    ]);
    expect((await found(owner, 'ledger axolotl'))[0]?.attachments.map(({ name }) => name)).toEqual(['list.txt']);
    // No phrase extends from one file into the next, and words are excluded in files too.
    expect(await found(owner, '"keeper list"')).toEqual([]);
    expect(await found(owner, 'ledger -quetzal')).toEqual([]);
  });

  test('stay while the document changes and go with the file; undo brings them back', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'Shelf', content: 'first' });
    const file = await attach(owner, id, 'a.txt', 'ocelot');
    await attach(owner, id, 'b.txt', 'margay');
    await indexFiles();
    await updateDocument(owner, id, { title: 'Cupboard', content: 'second', autosave: false });
    expect(await found(owner, 'ocelot cupboard')).toHaveLength(1);
    await trashFile(owner, file.id);
    expect((await found(owner, 'ocelot')).flatMap(({ attachments }) => attachments)).toEqual([]);
    await indexFiles();
    expect(await found(owner, 'ocelot')).toEqual([]);
    expect(await found(owner, 'margay')).toHaveLength(1);
    await restoreFile(owner, id, file.id);
    await indexFiles();
    expect(await found(owner, 'ocelot')).toHaveLength(1);
  });

  test('are found by those who may read the document only', async () => {
    const [owner, reader, stranger] = [await buildUser(), await buildUser(), await buildUser()];
    const document = await buildDocument({ owner, title: 'Closed' });
    await attach(owner, document.id, 'secret.txt', 'kinkajou');
    await indexFiles();
    expect(await found(reader, 'kinkajou')).toEqual([]);
    await buildShare({ owner, document, to: reader });
    expect(await found(reader, 'kinkajou')).toHaveLength(1);
    expect(await found(stranger, 'kinkajou')).toEqual([]);
  });

  test('of files that cannot be read are left out with the reason; their names are found', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'Odds' });
    await attach(owner, id, 'torn.pdf', '%PDF-1.7\nnothing that follows the format');
    await attach(
      owner,
      id,
      'vast.pdf',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(17 * 1024 * 1024, 'x')]),
    );
    const macros = { path: 'word/vbaProject.bin', text: Buffer.alloc(200_000, 'Sub AutoOpen ') };
    await attach(owner, id, 'macros.docx', buildWordFile({ body: paragraph('capybara'), more: [macros] }));
    const swollen = { path: 'word/embeddings/a.bin', text: Buffer.alloc(100 * 1024 * 1024) };
    await attach(owner, id, 'swollen.docx', buildWordFile({ body: paragraph('nothing'), more: [swollen] }));
    await indexFiles();
    const { files } = await listFiles(owner, id);
    expect(Object.fromEntries(files.map(({ fileName, textProblem }) => [fileName, textProblem]))).toEqual({
      'torn.pdf': 'damaged',
      'vast.pdf': 'tooLarge',
      'macros.docx': null,
      'swollen.docx': 'tooLarge',
    });
    expect(await found(owner, 'swollen.docx')).toHaveLength(1);
    expect(await found(owner, 'capybara')).toHaveLength(1);
    expect(await found(owner, 'AutoOpen')).toEqual([]);
  }, 60_000);

  test('with very many words count by their beginning, beside a document that is found as before', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'Long', content: 'wombat' });
    const words = (from: number) => Array.from({ length: 30_000 }, (_, n) => `w${(from + n).toString(36)}x`).join(' ');
    await attach(owner, id, '1.txt', `numbat ${words(1_000_000)}`);
    await attach(owner, id, '2.txt', words(2_000_000));
    await attach(owner, id, '3.txt', words(3_000_000));
    await indexFiles();
    expect(await found(owner, 'wombat numbat')).toHaveLength(1);
    expect(await found(owner, `w${(1_000_100).toString(36)}x`)).toHaveLength(1);
  }, 30_000);

  test('of many long files are indexed up to a limit, and the best three are named with a passage near the beginning', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'Archive', content: 'wombat' });
    for (const [name, words] of [
      ['1.txt', 'numbat'],
      ['2.txt', 'numbat quoll'],
      ['3.txt', 'bilby'],
      ['4.txt', 'numbat'],
      ['5.txt', 'numbat'],
    ] as const)
      await attach(owner, id, name, words);
    const last = await attach(owner, id, '6.txt', 'potoroo');
    await indexFiles();
    const named = async (keyword: string) =>
      (await found(owner, keyword))[0]?.attachments.map(({ name, snippet }) => [name, snippet?.includes('<mark>')]);
    expect(await named('numbat quoll')).toEqual([
      ['2.txt', true],
      ['1.txt', true],
      ['4.txt', true],
    ]);
    const grow = `UPDATE file_texts SET tokens = $tokens || tokens, content = $content || content
      WHERE file_id IN (SELECT id FROM files WHERE document_id = $id AND id <> $last)`;
    const [tokens, content] = [' again'.repeat(160_000), 'again '.repeat(160_000)];
    await execute(grow, { id, last: last.id, tokens, content });
    await inTransaction(() => queueChangedFiles(id));
    await indexFiles();
    expect(await named('numbat quoll')).toEqual([
      ['2.txt', undefined],
      ['1.txt', undefined],
      ['4.txt', undefined],
    ]);
    expect(await found(owner, 'potoroo')).toEqual([]);
  }, 60_000);
});
