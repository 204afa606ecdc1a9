import { parseArgs } from 'node:util';
import { launchChromium } from '#tests/e2e/chromium.ts';
import { fuzz } from '#tests/e2e/typing/fuzz.ts';
import { SECRET } from '#tests/support/secret.ts';
import { startServer } from '#tests/support/server.ts';

// `npm run fuzz:editor -- --acts 10000 --seed 1`: simulates one person in one editor. Exits with 1 on a loss.
// `--seeds 1-10 --beside 3` runs a range of seeds, three people at a time in one browser. `--from 2000` continues a run.
const { values } = parseArgs({
  options: {
    acts: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    beside: { type: 'string', default: '2' },
  },
});

function seedsOf(range: string): number[] {
  const [first = Number.NaN, last = first] = range.split('-').map(Number);
  if (!(first <= last)) throw new Error(`--seeds takes a range such as 1-10, not “${range}”`);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

// Accounts are made in this process, with the server's secret.
process.env.SESSION_SECRET = SECRET;
const waiting = seedsOf(values.seeds ?? values.seed);
const [server, browser] = await Promise.all([startServer(), launchChromium()]);

async function runSeed(seed: number): Promise<void> {
  const tell = (line: string) => process.stderr.write(`${line}\n`);
  const range = { acts: Number(values.acts), from: Number(values.from) };
  const { acts, letters, found } = await fuzz(browser, server, { seed, ...range, tell });
  process.stdout.write(`seed ${seed}: ${acts} acts, ${letters} letters, ${found ? 'LOST' : '0 lost'}\n`);
  if (!found) return;
  process.stdout.write(`${JSON.stringify(found, null, 1)}\n`);
  process.exitCode = 1;
}

async function runWaiting(): Promise<void> {
  for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) await runSeed(seed);
}

try {
  await Promise.all(Array.from({ length: Math.max(1, Number(values.beside)) }, runWaiting));
} finally {
  await browser.close();
  await server.remove();
}
