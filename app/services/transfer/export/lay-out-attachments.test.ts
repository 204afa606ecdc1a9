import { expect, test } from 'vitest';
import { layOutAttachments } from '#app/services/transfer/export/lay-out-attachments.ts';
import type { FileRow } from '#db/queries/files.ts';

const places = ['a', 'b'].map((id) => ({ id, path: `1-${id}.md`, folder: '' }));
const fileOf = (name: string, docId = 'a') => ({ docId, name, ext: name.split('.').at(-1)! }) as FileRow;
const pathsOf = (files: FileRow[]) => layOutAttachments(places, files).map(({ path }) => path);

test('files of one name get numbers, past those that a name already has, whatever the case', () => {
  const names = ['pic.png', 'pic 3.png', 'PIC.png', 'pic.PNG', 'pic.png', 'pic 3.png', 'pic.jpg'];
  expect(pathsOf([...names.map((name) => fileOf(name)), fileOf('pic.png', 'b')])).toEqual([
    '1-a.files/pic.png',
    '1-a.files/pic 3.png',
    '1-a.files/PIC 2.png',
    '1-a.files/pic 4.PNG',
    '1-a.files/pic 5.png',
    '1-a.files/pic 3 2.png',
    '1-a.files/pic.jpg',
    '1-b.files/pic.png',
  ]);
});

test('a hundred thousand files of one name are numbered without counting each from one', () => {
  const paths = pathsOf(Array.from({ length: 100_000 }, () => fileOf('pic.png')));
  expect([new Set(paths).size, paths.at(-1)]).toEqual([100_000, '1-a.files/pic 100000.png']);
});
