import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nameOfBackup, rotateBackups, surplusBackups } from '#app/services/maintenance/backup/stored-backups.ts';

const DAY_MS = 24 * 3600_000;
const [NOW, YESTERDAY, BEFORE, AHEAD, FAR_AHEAD] = [0, -1, -2, 30, 400].map((days) =>
  nameOfBackup(Date.now() + days * DAY_MS),
) as [string, string, string, string, string];

test('archives dated in the future are rotated away first, never the one just written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-stored-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of [AHEAD, FAR_AHEAD, BEFORE, YESTERDAY, NOW]) await writeFile(join(folder, name), 'archive');
  await rotateBackups(join(folder, NOW), 3);
  expect((await readdir(folder)).sort()).toEqual([BEFORE, YESTERDAY, NOW].sort());
});

test('a clock that is behind removes the oldest of archives that it takes for future ones', () => {
  const ahead = [30, 31, 32].map((days) => nameOfBackup(Date.now() + days * DAY_MS));
  expect(surplusBackups([...ahead, NOW], 3, NOW)).toEqual([ahead[0]]);
});

test('an archive that was made up for an earlier time stays, and what is no archive', () => {
  const names = ['arbor-files', AHEAD, NOW, YESTERDAY, BEFORE];
  expect(surplusBackups(names, 2, BEFORE)).toEqual([YESTERDAY, AHEAD]);
  expect(surplusBackups(names, 1, AHEAD)).toEqual([NOW, YESTERDAY, BEFORE]);
});
