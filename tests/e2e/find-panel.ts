import type { Page } from 'playwright';
import { expect } from 'vitest';
import { notesOf } from '#tests/bench/browser/long-texts.ts';

export const HALF = notesOf(100_000);
/** Three turnips: at the start, in the middle and at the end of 200 KB. */
export const LONG = `Turnip first.\n\n${HALF}\n\nA turnip here.\n\n${HALF}\n\nLast turnip.`;

const statusOf = (page: Page) => page.getByRole('search', { name: /Find and replace|查找和替换/ }).getByRole('status');
export const untilTold = (page: Page, status: string) => expect.poll(() => statusOf(page).textContent()).toBe(status);

/** Opens the panel by key and types a query. */
export async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+f');
  await page.locator('.cm-find-panel').waitFor();
  await page.keyboard.type(query, { delay: 30 });
}

/** Returns the space between the bars, and the selected match. */
export const places = (page: Page) =>
  page.evaluate(() => {
    let [top, bottom] = [0, innerHeight];
    for (const bar of document.querySelectorAll('.editor-bar, .editor-head, .cm-panels')) {
      const box = bar.getBoundingClientRect();
      if (box.top > innerHeight / 2) bottom = box.top;
      else top = Math.max(top, box.bottom);
    }
    const match = document.querySelector('.cm-searchMatch-selected')?.getBoundingClientRect();
    return { top, bottom, match: match ? { top: match.top, bottom: match.bottom } : null };
  });
const isInSight = async (page: Page) => {
  const { top, bottom, match } = await places(page);
  return match !== null && match.top >= top && match.bottom <= bottom;
};
export const untilInSight = (page: Page) => expect.poll(() => isInSight(page)).toBe(true);

/** Waits until all lines that are parsed in the background have their height. */
export async function untilHeightIsSteady(page: Page): Promise<void> {
  let last = 0;
  const isSteady = async () => {
    const before = last;
    last = await page.evaluate(() => document.documentElement.scrollHeight);
    return last === before;
  };
  await expect.poll(isSteady, { interval: 2500 }).toBe(true);
}
