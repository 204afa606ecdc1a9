import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PREPARE = "import('./scripts/prepare.js').then(({ prepare }) => prepare())";

/** Returns the output of the preparation before a start, which is empty if nothing was needed. */
async function prepareOnce(folder = ROOT): Promise<string> {
  // Run as from a terminal: the VITEST variable would change the Vite configuration.
  const env = { ...process.env, VITEST: undefined };
  const { stderr } = await promisify(execFile)(process.execPath, ['-e', PREPARE], { cwd: folder, env });
  return stderr;
}

test('a second start on an unchanged tree neither installs nor builds', async () => {
  await prepareOnce();
  const startedAt = performance.now();
  expect(await prepareOnce()).toBe('');
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

/** Makes an installed project whose build takes half a second and notes its begin and end. Returns its folder. */
async function smallProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-launcher-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['app', 'cli', 'db', 'public', 'scripts', 'node_modules/node/bin', 'build/server'])
    await mkdir(join(folder, name), { recursive: true });
  await cp(join(ROOT, 'scripts/prepare.js'), join(folder, 'scripts/prepare.js'));
  const build = `fs.appendFileSync('built.txt', 'begin '); setTimeout(() => fs.appendFileSync('built.txt', 'end '), 500)`;
  const files = {
    'package.json': JSON.stringify({ type: 'module', scripts: { build: `node -e "${build}"` } }),
    'package-lock.json': '{}',
    'node_modules/.arbor-installed': createHash('sha256').update('{}').digest('hex'),
    ...Object.fromEntries(
      ['vite.config.ts', 'react-router.config.ts', 'build/server/server.js', 'node_modules/node/bin/node'].map(
        (name) => [name, ''],
      ),
    ),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('starts at the same time build once, also after one that was killed', async () => {
  const folder = await smallProject();
  // No process has this id: it is above the maximum of Linux.
  await writeFile(join(folder, '.arbor-preparing'), '4194305');
  const told = await Promise.all([prepareOnce(folder), prepareOnce(folder), prepareOnce(folder)]);
  expect(told.filter((text) => text.includes('Building'))).toHaveLength(1);
  expect(told.filter((text) => text.includes('Waiting for another start'))).toHaveLength(2);
  expect(await readFile(join(folder, 'built.txt'), 'utf8')).toBe('begin end ');
  expect(await readdir(folder)).not.toContain('.arbor-preparing');
});
