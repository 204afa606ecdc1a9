import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#app/errors.ts';
import { readUploadPath, UPLOAD_TTL_SECONDS, uploadPath } from '#app/services/files/signed-upload-path.ts';
import { stopClock } from '#tests/support/clock.ts';
import '#tests/support/database.ts';

const upload = { fileId: 'c'.padEnd(24, '1'), fileKey: 'key', type: 'image/png', size: 12 };
const queryOf = (path: string) => new URL(path, 'http://localhost').searchParams;
const isRefused = (fileId: string, query: URLSearchParams) => {
  try {
    readUploadPath(fileId, query);
    return false;
  } catch (error) {
    return error instanceof AppError && error.error === 'fileAccessDenied';
  }
};

test('G4: a signed address is good for ten minutes to the second', () => {
  const clock = stopClock();
  const query = queryOf(uploadPath(upload));
  clock.advance(UPLOAD_TTL_SECONDS - 1);
  expect(readUploadPath(upload.fileId, query)).toMatchObject(upload);
  clock.advance(1);
  expect(isRefused(upload.fileId, query)).toBe(true);
});

test('G4: one whose any part was altered, left out, doubled or added to is refused', () => {
  const query = queryOf(uploadPath(upload));
  const names = [...query.keys()];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string(), (name, value) => {
      fc.pre(value !== query.get(name));
      const altered = new URLSearchParams(query);
      altered.set(name, value);
      return isRefused(upload.fileId, altered);
    }),
  );
  for (const name of names) {
    const [without, twice] = [new URLSearchParams(query), new URLSearchParams(query)];
    without.delete(name);
    twice.append(name, query.get(name)!);
    expect([name, isRefused(upload.fileId, without), isRefused(upload.fileId, twice)]).toEqual([name, true, true]);
  }
  const more = new URLSearchParams(query);
  more.set('docId', 'x');
  expect(isRefused(upload.fileId, more)).toBe(true);
  expect(isRefused('c'.padEnd(24, '2'), query)).toBe(true);
});
