import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { type SignedIn, signUp } from '#tests/bench/account.ts';
import { countScripts, traced } from '#tests/bench/browser/trace.ts';
import { buildArbor } from '#tests/bench/build-arbor.ts';
import { median } from '#tests/bench/measure.ts';
import type { Served } from '#tests/bench/process.ts';
import { makePublicLink } from '#tests/bench/public-link.ts';
import { startArbor } from '#tests/bench/servers.ts';
import { markdownOf } from '#tests/bench/texts.ts';
import { launchChromium } from '#tests/e2e/chromium.ts';

const ROUNDS = 5;
const KEYS = 120;
/** Ten keys a second, 120 words a minute. */
const KEY_DOWN_MS = 20;
const KEY_UP_MS = 80;
/** A new tab is first busy with the browser's own pages. */
const SETTLED_MS = 1500;
const SLOW_DOWN = 4;
const TYPED = 'Typing goes on while the text is long and long. ';

const step = (text: string) => process.stderr.write(`${text} …\n`);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
const textOf = (bytes: number) => {
  let text = '';
  for (let seed = 0; Buffer.byteLength(text) < bytes; seed += 1) text += `${markdownOf(7000 + seed)}\n\n`;
  return text.slice(0, bytes).toWellFormed();
};

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

/** Counts everything a page fetches until the network is idle, including what loads on idle. */
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

/** Largest contentful paint and layout shift with an empty cache; medians of several views. */
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

/** 98th percentile from key press to paint, on a processor slowed down four times. */
async function typingOf(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const text = page.locator('.cm-content');
  await text.click();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < 40; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const session = await page.context().newCDPSession(page);
  // A background window may paint seconds late: a screencast of thumbnail size keeps it in the foreground.
  session.on('Page.screencastFrame', ({ sessionId }) => void session.send('Page.screencastFrameAck', { sessionId }));
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: 64, maxHeight: 64 });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  const { eventsMs } = await traced(page, async () => {
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press(TYPED.at(key % TYPED.length)!, { delay: KEY_DOWN_MS });
      await page.waitForTimeout(KEY_UP_MS);
    }
  });
  await session.send('Page.stopScreencast');
  await page.close();
  return eventsMs.sort((a, b) => a - b)[Math.floor(eventsMs.length * 0.98)] ?? Number.NaN;
}

async function write({ origin }: Served, { headers }: SignedIn, title: string, bytes: number): Promise<string> {
  const answer = await fetch(`${origin}/api/documents`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, content: textOf(bytes) }),
  });
  if (!answer.ok) throw new Error(`A document of ${bytes} bytes was answered with ${answer.status}`);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function measure(browser: Browser, server: Served, signedIn: SignedIn, ids: { short: string; long: string }) {
  const { origin } = server;
  const context = await person(browser, server, signedIn);
  const publicUrl = origin + (await makePublicLink(origin, signedIn, ids.short));
  const stranger = await browser.newContext();
  const findings: Finding[] = [];
  const note = (name: string, found: string, goal: string, isMet: boolean) =>
    findings.push({ measure: name, found, goal, isMet });
  const budget = async (name: string, most: number, bytes: number) =>
    note(name, kilobytes(bytes), `≤ ${most} KB`, bytes <= most * 1000);
  step('Counting scripts');
  await budget(
    'P10 scripts to read a document, signed in',
    150,
    await scriptsOf(context, `${origin}/doc/${ids.short}`),
  );
  await budget(
    'P10 scripts to have written in the editor',
    400,
    await scriptsOf(context, `${origin}/doc/${ids.short}/edit`, true),
  );
  await budget('P10 scripts of a public page', 3, await scriptsOf(stranger, publicUrl));
  step('Tracing views');
  const read = await vitalsOf(context, `${origin}/doc/${ids.short}`);
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
  const edit = await vitalsOf(context, `${origin}/doc/${ids.short}/edit`);
  note('layout shift, editor', edit.cls.toFixed(4), '≤ 0.01', edit.cls <= 0.01);
  step('Typing into 200 KB');
  const keyMs = await typingOf(context, `${origin}/doc/${ids.long}/edit`);
  note(`typing in 200 KB, ${SLOW_DOWN}× slower, 98 of 100 keys`, `${keyMs.toFixed(0)} ms`, '≤ 50 ms', keyMs <= 50);
  return findings;
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'arbor-bench-browser-'));
  buildArbor();
  const server = await startArbor(dataDir);
  const browser = await launchChromium();
  try {
    const signedIn = await signUp(server.origin, dataDir);
    const ids = {
      short: await write(server, signedIn, 'Twenty', 20_000),
      long: await write(server, signedIn, 'Two hundred', 200_000),
    };
    const findings = await measure(browser, server, signedIn, ids);
    for (const { measure: name, found, goal, isMet } of findings)
      process.stdout.write(`${isMet ? 'ok   ' : 'MISS '} ${name.padEnd(56)} ${found.padStart(10)}   ${goal}\n`);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
