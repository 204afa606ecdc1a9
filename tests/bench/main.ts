import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { signUp } from '#tests/bench/account.ts';
import { buildArbor, ROOT } from '#tests/bench/build-arbor.ts';
import { benchCli } from '#tests/bench/cli.ts';
import { benchFiles } from '#tests/bench/files.ts';
import { fill } from '#tests/bench/fill.ts';
import {
  cliGoalsOf,
  type Found,
  fileGoalsOf,
  growthGoalsOf,
  liveGoalsOf,
  qualityGoalsOf,
  transferGoalsOf,
} from '#tests/bench/goals.ts';
import { benchGrowth } from '#tests/bench/growth.ts';
import { benchLive } from '#tests/bench/live.ts';
import { load, median, type Target } from '#tests/bench/measure.ts';
import { type Key, operations } from '#tests/bench/operations.ts';
import { residentMegabytes, type Served } from '#tests/bench/process.ts';
import { firstViewAfterEdit, makePublicLink } from '#tests/bench/public-link.ts';
import {
  cliToText,
  filesToText,
  growthToText,
  liveToText,
  toJson,
  toText,
  transferToText,
} from '#tests/bench/report.ts';
import { MANY, type Measured, measureInRounds } from '#tests/bench/rounds.ts';
import { benchSaves, savesToJson, savesToText } from '#tests/bench/saves.ts';
import { benchSearchQuality, qualityToText } from '#tests/bench/search-quality/search-quality.ts';
import { startArbor, startBaselines } from '#tests/bench/servers.ts';
import { bareInserts, commandRun, emptyNodeStart } from '#tests/bench/small-baselines.ts';
import { documentText } from '#tests/bench/texts.ts';
import { benchTransfer } from '#tests/bench/transfer.ts';

const STARTS = 3;
const IDLE_MS = 2000;
const LAST_LOAD_SECONDS = 15;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    documents: { type: 'string', default: '1000' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const only = new Set(values.only.split(',').filter(Boolean));
const running = new Set<Served>();
const keep = <Process extends Served>(served: Process) => {
  running.add(served);
  return served;
};
const step = (text: string) => process.stderr.write(`${text} …\n`);

/**
 * Starts the built server several times and keeps the last one. Returns milliseconds from spawn to the first document.
 */
async function timedStarts(dataDir: string, path: string, headers: Record<string, string>) {
  const times: number[] = [];
  for (;;) {
    const from = performance.now();
    const server = keep(await startArbor(dataDir));
    const page = await fetch(server.origin + path, { headers });
    await page.text();
    if (!page.ok) throw new Error(`The first document answered ${page.status}`);
    times.push(performance.now() - from);
    if (times.length === STARTS) return { server, firstDocumentMs: median(times) };
    await server.stop();
  }
}

async function bench(folder: string): Promise<{ found: Found; names: Map<Key, string> }> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const body = join(folder, 'body.html');
  writeFileSync(body, renderMarkdown(documentText(1)).html);

  buildArbor();
  step('Building the baseline');
  const baselines = await startBaselines(join(folder, 'baseline'), body);
  keep(baselines.string);
  keep(baselines.router);

  step(`Writing ${values.documents} documents`);
  const first = keep(await startArbor(dataDir));
  const signedIn = await signUp(first.origin, dataDir);
  const levels = await fill({ dataDir }, signedIn.actor, Number(values.documents));
  // A document in the middle of the tree with its own branch.
  const linkedId = levels[1]![0]!;
  const publicPath = await makePublicLink(first.origin, signedIn, linkedId);
  await first.stop();

  step('Starting');
  const emptyNodeMs = emptyNodeStart();
  const versionMs = commandRun(['--version'], dataDir);
  const quotaMs = commandRun(['quota', 'get', signedIn.actor.email], dataDir);
  const { server, firstDocumentMs } = await timedStarts(dataDir, `/doc/${levels[3]![0]}`, signedIn.headers);
  await wait(IDLE_MS);
  const idleMegabytes = residentMegabytes(server.pid);

  const all = operations(server.origin, signedIn, levels, publicPath);
  const wanted = all.filter(({ key }) => only.size === 0 || only.has(key));
  const targets = new Map<Key | 'string' | 'router', Target>();
  for (const name of ['string', 'router'] as const) {
    targets.set(name, { origin: baselines[name].origin, headers: {}, calls: [{ path: '/' }] });
  }
  for (const { key, target } of wanted) targets.set(key, target);
  step('Measuring');
  const insert: Measured = { one: [], many: [] };
  const firstViews: number[] = [];
  const measured = await measureInRounds(targets, async () => {
    insert.one.push(await bareInserts(folder, documentText(1)));
    firstViews.push(await firstViewAfterEdit(server.origin, signedIn, linkedId, publicPath));
  });
  // There is a single writer connection, so both columns have the same figure.
  insert.many = insert.one;
  const readers = all.find(({ key }) => key === 'document')!;
  await load(readers.target, MANY, LAST_LOAD_SECONDS);
  const loadedMegabytes = residentMegabytes(server.pid);
  const names = new Map(wanted.map(({ key, name }) => [key, name]));
  const firstViewMs = median(firstViews);
  return {
    found: {
      measured,
      insert,
      firstViewMs,
      emptyNodeMs,
      firstDocumentMs,
      versionMs,
      quotaMs,
      idleMegabytes,
      loadedMegabytes,
    },
    names,
  };
}

async function pagesOutput(): Promise<string> {
  const { found, names } = await bench(folder);
  return values.json ? JSON.stringify(toJson(found, names), null, 2) : toText(found, names);
}

/** `--only files`: takes minutes of disk I/O and does not depend on the pages. */
async function filesOutput(): Promise<string> {
  buildArbor();
  const found = await benchFiles(folder, step);
  return values.json ? JSON.stringify({ ...found, goals: fileGoalsOf(found) }, null, 2) : filesToText(found);
}

/** `--only cli`: CLI commands. */
async function cliOutput(): Promise<string> {
  buildArbor();
  const found = await benchCli(folder, step);
  return values.json ? JSON.stringify({ ...found, goals: cliGoalsOf(found) }, null, 2) : cliToText(found);
}

/** `--only transfer`: imports a folder of texts and exports a gigabyte. */
async function transferOutput(): Promise<string> {
  buildArbor();
  const found = await benchTransfer(folder, step);
  return values.json ? JSON.stringify({ ...found, goals: transferGoalsOf(found) }, null, 2) : transferToText(found);
}

/** `--only growth`, with `--documents` and `--database`: compares small and large installations. */
async function growthOutput(): Promise<string> {
  buildArbor();
  const { database, documents } = values;
  const found = await benchGrowth(folder, { database, documents: Number(documents) }, step);
  return values.json ? JSON.stringify({ ...found, goals: growthGoalsOf(found) }, null, 2) : growthToText(found);
}

/** `--only live`: concurrent editing. */
async function liveOutput(): Promise<string> {
  buildArbor();
  const found = await benchLive(folder, step);
  return values.json ? JSON.stringify({ ...found, goals: liveGoalsOf(found) }, null, 2) : liveToText(found);
}

/** `--only search-quality`: queries with known results. */
async function searchQualityOutput(): Promise<string> {
  const found = await benchSearchQuality(folder, step);
  return values.json ? JSON.stringify({ ...found, goals: qualityGoalsOf(found) }, null, 2) : qualityToText(found);
}

/** `--only saves`: saves beside the same work done straight, and beside readers. */
async function savesOutput(): Promise<string> {
  buildArbor();
  const found = await benchSaves(folder, Number(values.documents), step);
  return values.json ? JSON.stringify(savesToJson(found), null, 2) : savesToText(found);
}

const OUTPUTS: Record<string, () => Promise<string>> = {
  files: filesOutput,
  cli: cliOutput,
  transfer: transferOutput,
  growth: growthOutput,
  live: liveOutput,
  saves: savesOutput,
  'search-quality': searchQualityOutput,
};

const folder = mkdtempSync(join(tmpdir(), 'arbor-bench-'));
try {
  process.stdout.write(`${await (OUTPUTS[values.only] ?? pagesOutput)()}\n`);
} finally {
  await Promise.all([...running].map((served) => served.stop()));
  rmSync(folder, { recursive: true, force: true });
}
