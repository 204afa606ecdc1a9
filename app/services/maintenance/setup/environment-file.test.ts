import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import {
  environmentFile,
  UnwritableValue,
  writeEnvironmentFile,
} from '#app/services/maintenance/setup/environment-file.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'arbor-environment-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const VALUES = {
  BACKUP_CRON: '30 2 * * *',
  MAIL_FROM: 'Arbor <arbor@example.com>',
  SMTP_URL: 'smtp://ada:p%40ss$word`x`@mail.example.com:587',
  BACKUP_PASSPHRASE: 'a "quoted" \\ phrase #1 with $HOME; and !',
  INSTALLATION_NAME: "Ada's 笔记 = good",
  PORT: '3000',
};

test('a shell and Node read the file alike', async () => {
  const file = join(await folder(), 'arbor.env');
  await writeEnvironmentFile(file, environmentFile(VALUES));
  expect(parseEnv(await readFile(file, 'utf8'))).toEqual(VALUES);
  const printed = execFileSync('sh', ['-c', 'set -a; . "$0"; env -0', file], { env: {}, encoding: 'utf8' });
  const seen = Object.fromEntries(printed.split('\0').map((line) => [line.split('=')[0], line.replace(/^\w+=/, '')]));
  expect(seen).toMatchObject(VALUES);
});

test('a value without a common notation is refused by its name', () => {
  for (const value of ['two\nlines', `both ' and "`, "it's $HOME", "tick ' and `"])
    expect(() => environmentFile({ BACKUP_PASSPHRASE: value })).toThrow(UnwritableValue);
});

test('only the owner reads the file; one that is there is replaced on purpose only, and nothing else stays', async () => {
  const place = await folder();
  const file = join(place, 'arbor.env');
  await writeEnvironmentFile(file, 'PORT=1\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(writeEnvironmentFile(file, 'PORT=2\n')).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(file, 'utf8')).toBe('PORT=1\n');
  await writeEnvironmentFile(file, 'PORT=3\n', { replaces: true });
  expect([await readFile(file, 'utf8'), await readdir(place)]).toEqual(['PORT=3\n', ['arbor.env']]);
});
