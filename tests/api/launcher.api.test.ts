import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PREPARE = "import('./scripts/prepare.js').then(({ prepare }) => prepare())";

/** Returns the output of the preparation before a start, which is empty if nothing was needed. */
async function prepareOnce(): Promise<string> {
  // Run as from a terminal: the VITEST variable would change the Vite configuration.
  const env = { ...process.env, VITEST: undefined };
  const { stderr } = await promisify(execFile)(process.execPath, ['-e', PREPARE], { cwd: ROOT, env });
  return stderr;
}

test('a second start on an unchanged tree neither installs nor builds', async () => {
  await prepareOnce();
  const startedAt = performance.now();
  expect(await prepareOnce()).toBe('');
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
