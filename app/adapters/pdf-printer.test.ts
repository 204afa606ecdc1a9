import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { printPdf } from '#app/adapters/pdf-printer.ts';

/** Writes a replacement for Chromium. `$OUT` is the path for the PDF, `$PAGE` that of the page. */
function programOf(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'arbor-fake-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'chromium');
  const read =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: expansions of the shell
    'for a in "$@"; do case $a in --print-to-pdf=*) OUT=${a#--print-to-pdf=};; file:*) PAGE=${a#file://};; esac; done';
  writeFileSync(path, `#!/bin/sh\n${read}\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}
const page = {
  html: '<p>Page</p>',
  pictures: [{ path: 'files/a.png', read: async () => Readable.from([Buffer.from('P')]) }],
};

test('the program gets the page with its pictures, and no network, and leaves nothing behind', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'arbor-scratch-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(scratch, { recursive: true });
  });
  const program = programOf('{ cat "$PAGE" "$(dirname "$PAGE")/files/a.png"; echo; echo "$@"; } > "$OUT"');
  vi.stubEnv('TMPDIR', scratch);
  const printed = String(await printPdf(program, page, 30_000));
  expect(printed).toMatch(/^<p>Page<\/p>P\n/);
  expect(printed).toContain('MAP * ~NOTFOUND');
  expect(readdirSync(scratch)).toEqual([]);
});

test('one that fails, is not there or does not end brings nothing, and the next page is printed', async () => {
  const never = printPdf(programOf('sleep 600 & wait'), page, 200);
  const next = printPdf(programOf('echo ok > "$OUT"'), page, 30_000);
  expect(await never).toBeNull();
  expect(String(await next)).toBe('ok\n');
  expect(await printPdf(programOf('exit 1'), page, 30_000)).toBeNull();
  expect(await printPdf('/nowhere/chromium', page, 30_000)).toBeNull();
});

test('only a few wait', async () => {
  const program = programOf('echo ok > "$OUT"');
  const all = await Promise.all(Array.from({ length: 10 }, () => printPdf(program, page, 30_000)));
  expect(all.filter((pdf) => pdf === null)).toHaveLength(2);
});
