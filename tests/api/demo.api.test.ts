import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('a demo that is ended while it fills leaves nothing', async () => {
  const temp = await mkdtemp(join(tmpdir(), 'arbor-ended-demo-'));
  onTestFinished(() => rm(temp, { recursive: true }));
  // The VITEST variable would change the Vite configuration.
  const env = { ...process.env, VITEST: undefined, TMPDIR: temp };
  const demo = spawn(process.execPath, ['scripts/demo.js'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(demo, 'exit');
  let told = '';
  for await (const part of demo.stderr.setEncoding('utf8')) {
    told += part;
    if (told.includes('Filling an example installation')) break;
  }
  expect(await readdir(temp)).toEqual([expect.stringMatching(/^arbor-demo-/)]);
  demo.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(await readdir(temp)).toEqual([]);
});
