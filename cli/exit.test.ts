import { expect, test, vi } from 'vitest';
import { AppError, type ErrorName } from '#app/errors.ts';
import { translator } from '#app/i18n/translations.ts';
import { EXIT, fail, faultText } from '#cli/exit.ts';

test.each([
  ['notFound', EXIT.notFound],
  ['userNotFound', EXIT.notFound],
  ['userExists', EXIT.failed],
  ['shareWithYourself', EXIT.usage],
  ['internal', EXIT.failed],
] as [ErrorName, number][])('%s ends a command with %i', (name, code) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(fail(new AppError(name), translator('en'))).toBe(code);
  } finally {
    written.mockRestore();
  }
});

test.each([
  ['SQLITE_FULL', 'The disk of /srv/arbor is full'],
  ['SQLITE_READONLY', '/srv/arbor/arbor.sqlite cannot be written'],
  ['SQLITE_BUSY', 'DATA_DIR: the database does not answer'],
])('%s is told with the folder it concerns', (code, text) => {
  vi.stubEnv('DATA_DIR', '/srv/arbor');
  vi.stubEnv('DATABASE_URL', '');
  expect(faultText({ original: { code, message: code } }, translator('en'))).toContain(text);
  vi.unstubAllEnvs();
});
