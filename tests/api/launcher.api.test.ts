import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '#tests/support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const PREPARE = "import('./scripts/prepare.js').then(({ prepare }) => prepare())";

/** Returns the output of the preparation before a start, which is empty if nothing was needed. */
async function prepareOnce(): Promise<string> {
  const { stderr } = await promisify(execFile)(process.execPath, ['-e', PREPARE], { cwd: ROOT, env: fromTerminal() });
  return stderr;
}

/** The VITEST variable would change the Vite configuration. */
const fromTerminal = () => ({ ...process.env, VITEST: undefined });

test('a second start on an unchanged tree neither installs nor builds', async () => {
  await prepareOnce();
  expect(await prepareOnce()).toBe('');
});

/** Makes an installed project whose build lasts until a file `go` is there. Returns its folder. */
async function smallProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-launcher-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['app', 'cli', 'db', 'public', 'scripts', 'node_modules/node/bin', 'build/server'])
    await mkdir(join(folder, name), { recursive: true });
  await cp(join(ROOT, 'scripts/prepare.js'), join(folder, 'scripts/prepare.js'));
  const build = `fs.appendFileSync('built.txt', 'begin '); const wait = () =>
    fs.existsSync('go') ? fs.appendFileSync('built.txt', 'end ') : setTimeout(wait, 20); wait()`;
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ type: 'module', scripts: { build: `node -e "${build.replace(/\s+/g, ' ')}"` } }),
    'package-lock.json': '{}',
    'node_modules/.arbor-installed': createHash('sha256').update('{}').digest('hex'),
    'node_modules/node/bin/node': '',
    'build/server/server.js': '',
    'vite.config.ts': '',
    'react-router.config.ts': '',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('starts at the same time build once, also after one that was killed', async () => {
  const folder = await smallProject();
  // No process has this id: it is above the maximum of Linux.
  await writeFile(join(folder, '.arbor-preparing'), JSON.stringify({ host: hostname(), pid: 4_194_305 }));
  const told = ['', '', ''];
  const ended = told.map(async (_, nth) => {
    const child = spawn(process.execPath, ['-e', PREPARE], { cwd: folder, env: fromTerminal() });
    child.stderr.on('data', (text) => {
      told[nth] += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
  });
  const count = (text: string) => told.filter((each) => each.includes(text)).length;
  await until(() => expect([count('Building'), count('Waiting for another start')]).toEqual([1, 2]));
  await writeFile(join(folder, 'go'), '');
  await Promise.all(ended);
  expect(count('Building')).toBe(1);
  expect(await readFile(join(folder, 'built.txt'), 'utf8')).toBe('begin end ');
  expect((await readdir(folder)).filter((name) => name.startsWith('.arbor'))).toEqual([]);
});
