import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { writeBelow } from '#app/adapters/folder-writer.ts';

/** A page with the images that it refers to by relative paths. */
export type Printed = { html: string; pictures: { path: string; read: () => Promise<Readable | null> }[] };

/** Maximum number of queued pages, including the current one. */
const WAITING_MAX = 8;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Prints a page with Chromium, one at a time. The page's content security policy must forbid scripts. The browser has
 * no network access and is killed after `milliseconds`. Returns null if it failed or the queue is full.
 */
export async function printPdf(program: string, page: Printed, milliseconds: number): Promise<Buffer | null> {
  if (waiting >= WAITING_MAX) return null;
  waiting += 1;
  const printing = last.then(() => print(program, page, milliseconds));
  // The caller gets the error; the queue only continues.
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
    for (const { path, read } of pictures) {
      const bytes = await read();
      if (bytes) await writeBelow(folder, path, bytes, new Date());
    }
    const isDone = await run(program, argumentsFor(folder, page, output), milliseconds);
    // Chromium may exit with 0 without writing a file.
    return isDone && existsSync(output) ? await readFile(output) : null;
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

/** Runs the browser and kills its process group after a timeout. Returns true if it exited with 0. */
function run(program: string, args: string[], milliseconds: number): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env: { PATH: process.env.PATH ?? '' } });
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process group has already exited.
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
