import { expect, test } from 'vitest';
import { listCommands } from '#app/features/commands/browser/command-list.ts';
import type { CommandPage } from '#app/features/commands/browser/command-types.ts';
import type { CommandActs } from '#app/features/commands/browser/use-command-acts.ts';
import { translator } from '#app/i18n/translations.ts';

/** Returns the pages that the commands open. */
function pagesFor(isAdmin: boolean): string[] {
  const opened: string[] = [];
  const acts = { go: (path: string) => void opened.push(path) } as CommandActs;
  const page: CommandPage = { document: null, hasAi: false, isAdmin };
  const commands = listCommands({ t: translator('en'), acts, page, setOpen: () => {} });
  for (const command of commands) if (command.group === 'go') command.run();
  return opened;
}

test('an administrator gets each page of administration, and nobody else', () => {
  const pages = ['/admin/users', '/admin/groups', '/admin/token-usage', '/admin/audit'];
  expect(pagesFor(true).filter((path) => path.startsWith('/admin'))).toEqual(pages);
  expect(pagesFor(false).filter((path) => path.startsWith('/admin'))).toEqual([]);
});
