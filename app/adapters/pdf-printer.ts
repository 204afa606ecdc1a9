import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { writeBelow } from '#app/adapters/folder-writer.ts';

/** A page with the pictures it names by relative paths. */
export type Printed = { html: string; pictures: { path: string; read: () => Promise<Readable> }[] };

/** Pages that wait for the one that is printed. */
const WAITING_MAX = 8;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Prints a page with Chromium, one at a time. The policy of the page must forbid scripts; the browser reaches no network
 * and ends after
 * `milliseconds`. Null if it failed or too many wait.
 */
export async function printPdf(program: string, page: Printed, milliseconds: number): Promise<Buffer | null> {
  if (waiting >= WAITING_MAX) return null;
  waiting += 1;
  const printing = last.then(() => print(program, page, milliseconds));
  last = printing.catch(() => undefined);
  return printing.finally(() => {
    waiting -= 1;
  });
}

async function print(program: string, { html, pictures }: Printed, milliseconds: number): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'arbor-print-'));
  try {
    const [page, output] = [join(folder, 'page.html'), join(folder, 'page.pdf')];
    await writeFile(page, html, { mode: 0o600 });
    for (const { path, read } of pictures) await writeBelow(folder, path, await read(), new Date());
    const isDone = await run(program, argumentsFor(folder, page, output), milliseconds);
    return isDone ? await readFile(output).catch(() => null) : null;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const argumentsFor = (folder: string, page: string, output: string) => [
  '--headless',
  '--disable-gpu',
  '--no-first-run',
  '--no-pdf-header-footer',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  // Chromium has no sandbox for root, as in most containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--user-data-dir=${join(folder, 'profile')}`,
  `--print-to-pdf=${output}`,
  pathToFileURL(page).href,
];

/** Ends the browser with all its processes after the time. */
function run(program: string, args: string[], milliseconds: number): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env: { PATH: process.env.PATH ?? '' } });
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    const timer = setTimeout(end, milliseconds);
    child.once('error', () => done(false));
    child.once('exit', (code) => {
      clearTimeout(timer);
      end();
      done(code === 0);
    });
  });
}
