import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright';
import { type SignedIn, signUp } from '#tests/bench/account.ts';
import { startBareEditor } from '#tests/bench/browser/bare-editor.ts';
import { LONG_TEXTS, notesOf } from '#tests/bench/browser/long-texts.ts';
import { countScripts, traced } from '#tests/bench/browser/trace.ts';
import { SLOW_DOWN, typingOf } from '#tests/bench/browser/typing.ts';
import { buildArbor } from '#tests/bench/build-arbor.ts';
import { median } from '#tests/bench/measure.ts';
import type { Served } from '#tests/bench/process.ts';
import { makePublicLink } from '#tests/bench/public-link.ts';
import { startArbor } from '#tests/bench/servers.ts';
import { launchChromium } from '#tests/e2e/chromium.ts';

const ROUNDS = 5;
/** Waiting time for a new tab, which is busy with the browser's own pages first. */
const SETTLED_MS = 1500;
/** Number of typing rounds per editor and text; medians are compared. */
const TYPING_ROUNDS = { usual: 3, hard: 1 };
const RATIO_MOST = 1.3;

const step = (text: string) => process.stderr.write(`${text} …\n`);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
type Finding = { measure: string; found: string; goal: string; isMet: boolean };

async function person(browser: Browser, { origin }: Served, { headers }: SignedIn): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const cookies = headers.Cookie!.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
  });
  await context.addCookies(cookies);
  return context;
}

/** Measures everything a page fetches until the network is idle, including what loads on idle. */
async function scriptsOf(context: BrowserContext, url: string, type = false): Promise<number> {
  const page = await context.newPage();
  const { scripts } = await countScripts(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  if (type) {
    await page.locator('.cm-content').click();
    await page.keyboard.type('Written.');
    await page.locator('.save-note[data-state="saved"]').waitFor();
  }
  await page.waitForLoadState('networkidle');
  await page.close();
  return scripts.bytes;
}

/** Measures largest contentful paint and layout shift with an empty cache; medians of several views. */
async function vitalsOf(context: BrowserContext, url: string): Promise<{ lcpMs: number; cls: number }> {
  const found = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await context.newPage();
    await countScripts(page);
    await page.waitForTimeout(SETTLED_MS);
    found.push(await traced(page, async () => void (await page.goto(url, { waitUntil: 'networkidle' }))));
    await page.close();
  }
  return { lcpMs: median(found.map(({ lcpMs }) => lcpMs)), cls: Math.max(...found.map(({ cls }) => cls)) };
}

async function write({ origin }: Served, { headers }: SignedIn, title: string, content: string): Promise<string> {
  const answer = await fetch(`${origin}/api/documents`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, content }),
  });
  if (!answer.ok) throw new Error(`The document “${title}” was answered with ${answer.status}`);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function measure(browser: Browser, server: Served, signedIn: SignedIn, shortId: string) {
  const { origin } = server;
  const context = await person(browser, server, signedIn);
  const publicUrl = origin + (await makePublicLink(origin, signedIn, shortId));
  const stranger = await browser.newContext();
  const findings: Finding[] = [];
  const note = (name: string, found: string, goal: string, isMet: boolean) =>
    findings.push({ measure: name, found, goal, isMet });
  const budget = async (name: string, most: number, bytes: number) =>
    note(name, kilobytes(bytes), `≤ ${most} KB`, bytes <= most * 1000);
  step('Counting scripts');
  await budget('P10 scripts to read a document, signed in', 130, await scriptsOf(context, `${origin}/doc/${shortId}`));
  await budget(
    'P10 scripts to have written in the editor',
    320,
    await scriptsOf(context, `${origin}/doc/${shortId}/edit`, true),
  );
  await budget('P10 scripts of a public page', 0, await scriptsOf(stranger, publicUrl));
  step('Tracing views');
  const read = await vitalsOf(context, `${origin}/doc/${shortId}`);
  note(
    'P11 largest paint of a 20 KB document, signed in',
    `${read.lcpMs.toFixed(0)} ms`,
    '≤ 250 ms',
    read.lcpMs <= 250,
  );
  note('layout shift, signed in', read.cls.toFixed(4), '≤ 0.01', read.cls <= 0.01);
  const open = await vitalsOf(stranger, publicUrl);
  note('P11 largest paint, public page', `${open.lcpMs.toFixed(0)} ms`, '≤ 160 ms', open.lcpMs <= 160);
  note('layout shift, public page', open.cls.toFixed(4), '≤ 0.01', open.cls <= 0.01);
  const edit = await vitalsOf(context, `${origin}/doc/${shortId}/edit`);
  note('layout shift, editor', edit.cls.toFixed(4), '≤ 0.01', edit.cls <= 0.01);
  await Promise.all([context.close(), stranger.close()]);
  return findings;
}

/**
 * Types into each long text in Arbor and in a plain CodeMirror alternately, so that the machine's load affects both.
 */
async function measureTyping(browser: Browser, server: Served, signedIn: SignedIn): Promise<Finding[]> {
  const findings: Finding[] = [];
  const bare = await startBareEditor();
  const context = await person(browser, server, signedIn);
  for (const [at, { name, text, place }] of LONG_TEXTS.entries()) {
    step(`Typing into ${name}`);
    bare.setText(text);
    const found = { ours: [] as number[], bare: [] as number[] };
    const rounds = at === 0 ? TYPING_ROUNDS.usual : TYPING_ROUNDS.hard;
    for (let round = 0; round < rounds; round += 1) {
      const id = await write(server, signedIn, name, text);
      found.ours.push(await typingOf(context, `${server.origin}/doc/${id}/edit`, place));
      found.bare.push(await typingOf(context, bare.url, place));
    }
    const [ours, theirs] = [median(found.ours), median(found.bare)];
    step(`${ours} ms, bare ${theirs} ms`);
    findings.push({
      measure: `P12 typing in ${name}, ${SLOW_DOWN}× slower`,
      found: `${ours.toFixed(0)} ÷ ${theirs.toFixed(0)} ms = ${(ours / theirs).toFixed(2)}×`,
      goal: `≤ ${RATIO_MOST}×`,
      isMet: ours <= theirs * RATIO_MOST,
    });
  }
  await context.close();
  bare.stop();
  return findings;
}

/** Runs `npm run bench:browser`, or only one part with `-- --only typing`. */
async function main(): Promise<void> {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
  const dataDir = mkdtempSync(join(tmpdir(), 'arbor-bench-browser-'));
  buildArbor();
  const server = await startArbor(dataDir);
  const browser = await launchChromium();
  try {
    const signedIn = await signUp(server.origin, dataDir);
    const shortId = await write(server, signedIn, 'Twenty', notesOf(20_000));
    const findings = [
      ...(only === 'typing' ? [] : await measure(browser, server, signedIn, shortId)),
      ...(await measureTyping(browser, server, signedIn)),
    ];
    for (const { measure: name, found, goal, isMet } of findings)
      process.stdout.write(`${isMet ? 'ok   ' : 'MISS '} ${name.padEnd(56)} ${found.padStart(24)}   ${goal}\n`);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
