import type { BrowserContext, Page } from 'playwright';
import { traced } from '#tests/bench/browser/trace.ts';

const KEYS = 120;
/** Ten keys per second are 120 words per minute. */
const KEY_DOWN_MS = 20;
const KEY_UP_MS = 80;
export const SLOW_DOWN = 4;
const TYPED = 'Typing goes on while the text is long and long. ';
const LINES_DOWN = 40;

/** Moves the cursor to a position in the text. */
export type Place = (page: Page) => Promise<void>;

/** Moves to the end of a line below the first screen. */
export const furtherDown: Place = async (page) => {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < LINES_DOWN; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
};

/** Moves to the first cell of the first rendered table, else to the end of the first line. */
export const firstCell: Place = async (page) => {
  const cell = page.locator('.cm-table th').first();
  if ((await cell.count()) > 0) return cell.click();
  await page.locator('.cm-content').click();
  for (const key of ['Control+Home', 'End']) await page.keyboard.press(key);
};

/** Returns the 98th percentile of the time from a key press to its display, on a processor throttled to a quarter. */
export async function typingOf(context: BrowserContext, url: string, place: Place = furtherDown): Promise<number> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('.cm-content').waitFor();
  await place(page);
  const session = await page.context().newCDPSession(page);
  // A window without a viewer may display a key seconds later, so record a thumbnail-sized screencast.
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
