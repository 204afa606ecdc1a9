import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeBelow } from '#app/adapters/folder-writer.ts';
import { translator } from '#app/i18n/translations.ts';
import { faultText } from '#cli/exit.ts';

test.skipIf(!existsSync('/dev/full'))('a full disk is named by its folder', async () => {
  const error = await writeBelow('/dev', 'full', 'bytes', new Date()).catch((fault: unknown) => fault);
  expect(error).toMatchObject({ code: 'ENOSPC', path: '/dev' });
  expect(faultText(error, translator('en'))).toBe('The disk of /dev is full: make room, then run the command again');
});
