import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { type SignedIn, signUp } from '#tests/bench/account.ts';
import { bareInsertRate } from '#tests/bench/bare-inserts.ts';
import { BYTES, uploadGigabyte, watchMemory } from '#tests/bench/files.ts';
import { median } from '#tests/bench/percentile.ts';
import { residentMegabytes } from '#tests/bench/process.ts';
import { startArbor } from '#tests/bench/servers.ts';
import { ARBOR } from '#tests/bench/small-baselines.ts';
import { documentText, documentTitle } from '#tests/bench/texts.ts';

export type TransferFound = {
  /** Documents per second for texts of 8.5 KB, including the start of the command. */
  importedPerSecond: number;
  /** Documents per second for bare inserts of the rows that the import left. */
  insertedPerSecond: number;
  /** Median milliseconds of rendering one of these texts on the main thread. */
  renderMs: number;
  /** Figures for a zip of a gigabyte: the server's peak memory above idle in MB, and megabytes per second. */
  zip?: { grownMegabytes: number; rate: number };
};

const TEXTS = 2_000;
const RENDERED = 200;
const FOLDERS = 20;
const IDLE_MS = 2000;

type Step = (text: string) => void;

/** Measures import and export: a folder of Markdown, and a document with a gigabyte attached. */
export async function benchTransfer(folder: string, step: Step): Promise<TransferFound> {
  const found = await benchImport(folder, step);
  const server = await startArbor(join(folder, 'zip'), { MAX_UPLOAD_MB: '2048' });
  try {
    const signedIn = await signUp(server.origin, join(folder, 'zip'));
    step('A gigabyte as a zip');
    const path = await plantGigabyte(server.origin, signedIn);
    await wait(IDLE_MS);
    const idle = residentMegabytes(server.pid);
    const peak = watchMemory(server.pid);
    const from = performance.now();
    await download(server.origin + path, signedIn.headers);
    const rate = BYTES / 1e6 / ((performance.now() - from) / 1000);
    return { ...found, zip: { grownMegabytes: peak() - idle, rate } };
  } finally {
    await server.stop();
  }
}

/** Imports a folder of Markdown while no server runs, and renders the same texts one after the other. */
export async function benchImport(folder: string, step: Step): Promise<TransferFound> {
  const dataDir = join(folder, 'transfer');
  const server = await startArbor(dataDir);
  const signedIn = await signUp(server.origin, dataDir);
  await server.stop();
  step(`Importing ${TEXTS} texts`);
  const renderMs = renderTime();
  const importedPerSecond = await importRate(folder, dataDir, signedIn.actor.email);
  step('Inserting their rows');
  return { importedPerSecond, insertedPerSecond: bareInsertRate(dataDir, folder), renderMs };
}

function renderTime(): number {
  const times = Array.from({ length: RENDERED }, (_, nth) => {
    const from = performance.now();
    renderMarkdown(documentText(nth));
    return performance.now() - from;
  });
  // The first ones are not yet compiled.
  return median(times.slice(RENDERED / 2));
}

async function importRate(folder: string, dataDir: string, owner: string): Promise<number> {
  const texts = join(folder, 'texts');
  for (let nth = 0; nth < TEXTS; nth++) {
    const below = join(texts, `Folder ${nth % FOLDERS}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `${nth}.md`), `# ${documentTitle(nth)}\n\n${documentText(nth)}`);
  }
  const env = { ...process.env, DATA_DIR: dataDir };
  // A command builds first if sources are newer than its last build.
  spawnSync(process.execPath, [ARBOR, 'help'], { env, stdio: 'ignore' });
  const from = performance.now();
  const [code] = await once(
    spawn(process.execPath, [ARBOR, 'import', texts, '--owner', owner], { env, stdio: 'ignore' }),
    'exit',
  );
  if (code !== 0) throw new Error(`The import ended with ${code}`);
  return TEXTS / ((performance.now() - from) / 1000);
}

/** Creates a document with a file of a gigabyte. Returns the path of its zip. */
async function plantGigabyte(origin: string, signedIn: SignedIn): Promise<string> {
  const made = await fetch(`${origin}/api/documents`, {
    method: 'POST',
    headers: { ...signedIn.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Heavy' }),
  });
  const { data } = (await made.json()) as { data: { id: string } };
  await uploadGigabyte(origin, signedIn, data.id);
  return `/doc/${data.id}/export?format=zip`;
}

function download(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((done, failed) => {
    const call = get(url, { headers }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        answer.statusCode === 200 ? done() : failed(new Error(`The zip: ${answer.statusCode}`)),
      );
    });
    call.once('error', failed);
  });
}
