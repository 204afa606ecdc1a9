import type { Page } from 'playwright';
import { expect } from 'vitest';
import { until } from '#tests/support/until.ts';

/** Returns the keys of the drafts in IndexedDB. */
export const draftKeys = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const opened = indexedDB.open('arbor-drafts');
    await new Promise((done) => {
      opened.onsuccess = done;
    });
    const keys = opened.result.transaction('drafts').objectStore('drafts').getAllKeys();
    await new Promise((done) => {
      keys.onsuccess = done;
    });
    opened.result.close();
    return keys.result.map(String);
  });

/** Waits until this browser keeps `count` drafts, in IndexedDB and local storage. */
export const untilDraftCount = (page: Page, count: number) =>
  until(async () => {
    const inDatabase = await draftKeys(page);
    const inStorage = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('arbor-draft:')),
    );
    expect(inDatabase.length + inStorage.length).toBe(count);
  });

/** Returns the texts of the drafts in IndexedDB. */
export const keptTexts = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('arbor-drafts');
    const database = await new Promise<IDBDatabase>((done) => {
      opened.onsuccess = () => done(opened.result);
    });
    const all = database.transaction('drafts').objectStore('drafts').getAll();
    const drafts = await new Promise<{ content: string }[]>((done) => {
      all.onsuccess = () => done(all.result);
    });
    database.close();
    return drafts.map(({ content }) => content);
  });

/** Crashes a tab, which then runs nothing more. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  // A crashed page does not respond.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}
