import { beforeAll, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { createDatabase } from '#tests/support/database.ts';
import { arborScreen } from '#tests/support/pseudo-terminal.ts';

const MARKED = { PAGER: "sed 's/^/paged: /'" };

let dataDir: string;
beforeAll(async () => {
  const database = await createDatabase('sqlite', { migrated: true });
  dataDir = database.dataDir;
  return database.remove;
});

async function outputOf(args: string[], options: { rows?: number; env?: Record<string, string> }): Promise<string> {
  const screen = arborScreen(args, { dataDir, ...options });
  expect(await screen.ended()).toBe(0);
  return screen.raw();
}

test('a table longer than the terminal goes through PAGER, a shorter one does not', async () => {
  expect(await outputOf(['db', 'status'], { rows: 10, env: MARKED })).toContain('paged: 0001-accounts');
  expect(await outputOf(['db', 'status'], { rows: 200, env: MARKED })).not.toContain('paged: ');
});

test('less takes the output as UTF-8, whatever locales are installed', async () => {
  const env = { PAGER: 'sed "s/^/$LESSCHARSET: /"', LANG: 'zh_CN.UTF-8' };
  expect(await outputOf(['db', 'status'], { rows: 10, env })).toContain('utf-8: 0001-accounts');
});

test('--no-pager, an empty PAGER, a missing one and a pipe print all', async () => {
  for (const options of [{ env: { PAGER: '' } }, { env: { PAGER: 'no-such-pager' } }])
    expect(await outputOf(['db', 'status'], { rows: 10, ...options })).toMatch(/^0001-accounts +executed/m);
  expect(await outputOf(['db', 'status', '--no-pager'], { rows: 10, env: MARKED })).not.toContain('paged: ');
  const { stdout } = await arbor(['db', 'status'], { dataDir, env: MARKED });
  expect(stdout).not.toContain('paged: ');
});

test('less is the default, and q leaves it', async () => {
  const screen = arborScreen(['db', 'status'], { dataDir, rows: 10 });
  await screen.shows('0003-search');
  screen.press('q');
  expect(await screen.ended()).toBe(0);
  expect(screen.raw()).not.toContain('0060-');
});
