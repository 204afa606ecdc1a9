import { createReadStream, type ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { saveUploads } from '#app/services/files/save-uploads.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

/** A file of this machine; the names of those that were opened. */
function files() {
  const opened: string[] = [];
  const file = (name: string) => ({
    name,
    bytes: (): ReadStream => {
      opened.push(name);
      return createReadStream(import.meta.filename);
    },
  });
  return { opened, file };
}

describeOnBoth('an upload through the server', () => {
  test('opens no file before it is accepted', async () => {
    const { olga, rhea, document } = await buildCast();
    const { opened, file } = files();
    expect(await outcomeOf(saveUploads(rhea, document.id, [file('a.txt')]))).toBe('documentAccessDenied');
    const many = [file('a.txt'), file('run.exe'), file('b.txt')];
    expect(await outcomeOf(saveUploads(olga, document.id, many))).toBe('typeNotAllowed');
    expect(opened).toEqual(['a.txt']);
  });

  test('has a name without direction characters, and one at all', async () => {
    const { olga, document } = await buildCast();
    const { file } = files();
    const names = ['photo\u202egnp.txt', 'a\u200e b.txt', '\ud800.txt'].map(file);
    const saved = await saveUploads(olga, document.id, names);
    expect(saved.map(({ fileName }) => fileName)).toEqual(['photognp.txt', 'a b.txt', '\ufffd.txt']);
    const nameless = { fileName: '\u202e\u200b', ext: 'txt', docId: document.id };
    expect(await saveUpload(olga, nameless, file('x').bytes)).toMatchObject({ fileName: 'file.txt' });
  });

  test('of a file that is gone fails, and takes nothing else down', async () => {
    const owner = await buildUser();
    const upload = { fileName: 'a.txt', ext: 'txt' };
    const gone = saveUpload(owner, upload, () => createReadStream('/nowhere/a.txt'));
    expect(await outcomeOf(gone)).toBe('uploadFailed');
    expect(await saveUpload(owner, upload, Readable.from([Buffer.from('a')]))).toMatchObject({ fileName: 'a.txt' });
  });
});
