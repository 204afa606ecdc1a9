import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SCRIPT = `import { withCleanUp } from '#tests/bench/clean-up.ts';
  await withCleanUp(
    () => new Promise((done) => { console.log('working'); setTimeout(done, Number(process.env.WORK_MS)); }),
    async () => console.log('cleaned'));`;

const begin = (workMs: number) =>
  spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, WORK_MS: String(workMs) },
  });

test('files of a run are removed once, at its end and at a signal', async () => {
  const whole = begin(0);
  const [output, [code]] = await Promise.all([text(whole.stdout), once(whole, 'close')]);
  expect([output, code]).toEqual(['working\ncleaned\n', 0]);

  const cut = begin(60_000);
  const closed = once(cut, 'close');
  let told = '';
  cut.stdout.on('data', (part) => {
    if (told === '') cut.kill('SIGINT');
    told += part;
  });
  expect([(await closed)[0], told]).toEqual([130, 'working\ncleaned\n']);
});
