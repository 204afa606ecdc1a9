import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, 'console-lines.ts');

test('what a library prints is a JSON line of the log, cut', async () => {
  const script = `import { logConsoleLines } from '${MODULE}';
    logConsoleLines();
    console.warn('Committing %s failed', 'x', { code: 1 });
    console.error('y'.repeat(2000));
    console.info(Object.assign(new Error('full'), { sql: 'secret' }));`;
  const env = { ...process.env, LOG_LEVEL: 'info' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 40, event: 'console', text: 'Committing x failed { code: 1 }' },
    { level: 40, event: 'console', text: 'y'.repeat(500) },
    { level: 40, event: 'console', text: 'Error: full' },
  ]);
  expect(stderr).toBe('');
});
