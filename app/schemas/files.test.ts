import { expect, test } from 'vitest';
import { renamedFile, uploadRequest } from '#app/schemas/files.ts';

const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message);
const renamed = 'cjld2cjxh0000qzrmn831i7rn';
const rename = (fileName: string) => messages(renamedFile.safeParse({ renamed, fileName }));
const upload = (fileName: string) => messages(uploadRequest.safeParse({ fileName, ext: 'png' }));

test('a file name has a visible character and no direction characters; those of uploads are dropped later', () => {
  for (const name of ['', ' ', '\u200b', '\u2060\u00ad'])
    expect([rename(name), upload(name)]).toEqual([['required'], ['required']]);
  for (const name of ['photo\u202egnp.exe', 'a\u200e.png']) {
    expect(rename(name)).toEqual(['text.unprintable']);
    expect(upload(name)).toBeUndefined();
  }
  expect(renamedFile.parse({ renamed, fileName: ' 照片 1\u202f2.png ' }).fileName).toBe('照片 1\u202f2.png');
});

test('a name that is too long, or a path, gets one message', () => {
  for (const name of ['x'.repeat(256), '照'.repeat(86), 'a/b', 'a\\b', '..', 'a\0', 'a\ud800', '/'.repeat(300)])
    expect([rename(name), upload(name)]).toEqual([['file.name'], ['file.name']]);
});
