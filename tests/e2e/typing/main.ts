import { parseArgs } from 'node:util';
import { launchChromium } from '#tests/e2e/chromium.ts';
import { fuzz } from '#tests/e2e/typing/fuzz.ts';
import { SECRET } from '#tests/support/secret.ts';
import { startServer } from '#tests/support/server.ts';

// `npm run fuzz:editor -- --acts 10000 --seed 1`: simulates one person in one editor. Exits with 1 on a loss.
const { values } = parseArgs({
  options: { acts: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
// Accounts are made in this process, with the server's secret.
process.env.SESSION_SECRET = SECRET;
const [server, browser] = await Promise.all([startServer(), launchChromium()]);
try {
  const tell = (line: string) => process.stderr.write(`${line}\n`);
  const { acts, letters, found } = await fuzz(browser, server, {
    seed: Number(values.seed),
    acts: Number(values.acts),
    tell,
  });
  process.stdout.write(`seed ${values.seed}: ${acts} acts, ${letters} letters, ${found ? 'LOST' : '0 lost'}\n`);
  if (found) {
    process.stdout.write(`${JSON.stringify(found, null, 1)}\n`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.remove();
}
