import { expect, test, vi } from 'vitest';
import { AppError, type ErrorName } from '#app/errors.ts';
import { translator } from '#app/i18n/translations.ts';
import { EXIT, fail } from '#cli/exit.ts';

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
