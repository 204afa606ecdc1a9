import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newVisitor, workersChromium } from '#tests/e2e/chromium.ts';
import { signIn, untilHydrated } from '#tests/e2e/journey.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { SECRET } from '#tests/support/secret.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'docs/pictures');
/** True for `npm run pictures`, which replaces the pictures of the README by the ones taken here. */
const isReplacing = process.env.PICTURES === 'replace';

let server: RunningServer;
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'arbor-pictures-'));
  const log = { LOG_LEVEL: 'warn', ARBOR_LOG: 'stderr' };
  const env = { ...process.env, SESSION_SECRET: SECRET, DATA_DIR: dataDir, DATABASE_URL: '', ...log };
  const seed = join(ROOT, 'tests/demo/seed.ts');
  const { stderr } = await promisify(execFile)(process.execPath, [seed], { cwd: ROOT, env });
  expect(stderr).toBe('');
  server = await startServer({ DATA_DIR: dataDir });
});
afterAll(() => server?.remove());

type Picture = { name: string; width: number; height: number; theme: 'light' | 'dark'; open: (page: Page) => unknown };

const openPage = (title: string) => async (page: Page) => {
  await page.goto(`${server.url}/search?keyword=${encodeURIComponent(title)}`);
  await page.getByRole('main').getByRole('link', { name: title }).first().click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};

const PICTURES: Picture[] = [
  { name: 'document-light', width: 1280, height: 800, theme: 'light', open: openPage('Week plan') },
  { name: 'document-dark', width: 1280, height: 800, theme: 'dark', open: openPage('Week plan') },
  { name: 'phone', width: 390, height: 800, theme: 'light', open: openPage('Week plan') },
];

it.each(PICTURES)('the demo is drawn as the README shows it: $name', async ({ name, width, height, theme, open }) => {
  const { page, context, complaints } = await newVisitor(await workersChromium(), { javaScriptEnabled: true, width });
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'vite-ui-theme', value: theme, url: server.url }]);
  await signIn(page, server.url, 'ada@example.com', PASSWORD);
  await page.getByRole('main').getByRole('link').first().waitFor();
  await open(page);
  // Typefaces are drawn from the second page on.
  await page.evaluate(() => document.fonts.ready);
  await page.reload();
  await untilHydrated(page);
  await page.waitForLoadState('networkidle');
  const taken = await page.screenshot({ animations: 'disabled' });
  if (isReplacing) writeFileSync(join(FOLDER, `${name}.png`), await sharp(taken).png({ palette: true }).toBuffer());
  const [now, kept] = [await lookOf(taken), await lookOf(await readFile(join(FOLDER, `${name}.png`)))];
  expect([now.width, now.height]).toEqual([kept.width, kept.height]);
  // Fonts and dates differ between machines; theme and layout do not.
  expect(Math.abs(now.brightness - kept.brightness)).toBeLessThan(12);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Returns the size of a picture and its mean brightness, 0 to 255. */
async function lookOf(picture: Buffer) {
  const [{ width, height }, { channels }] = [await sharp(picture).metadata(), await sharp(picture).stats()];
  return { width, height, brightness: channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3 };
}
