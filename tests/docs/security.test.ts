import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIMITS } from '#app/config/rate-limits.server.ts';

const ROOT = join(import.meta.dirname, '../..');
const CELL_MAX = 141;
const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const rows = text.split('\n').filter((line) => line.startsWith('|'));

test('each source and test that docs/security.md names is one file', () => {
  const named = new Set([...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.tsx?)`/g)].map(([, name]) => name!));
  const filesOf = (name: string) => tracked.filter((file) => file === name || file.endsWith(`/${name}`));
  const unclear = [...named].filter((name) => !tracked.includes(name) && filesOf(name).length !== 1);
  expect(unclear).toEqual([]);
});

test('its cells are short', () => {
  const cells = rows.flatMap((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.filter((cell) => cell.length > CELL_MAX)).toEqual([]);
});

test('its table of limits, and that of the README, is the one of the code', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  for (const { variable, points, windowSeconds, counts } of Object.values(LIMITS)) {
    const [cell, setting] = [`| ${counts} |`, `\`${variable}=${points}/${windowSeconds}\` |`];
    for (const page of [text, readme]) {
      const isThere = page.split('\n').some((line) => line.startsWith(cell) && line.endsWith(setting));
      expect([variable, isThere]).toEqual([variable, true]);
    }
  }
});
