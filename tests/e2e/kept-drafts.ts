import type { Page } from 'playwright';
import { expect } from 'vitest';
import { until } from '#tests/support/until.ts';

/** Waits until this browser keeps `count` texts. */
export const untilDraftCount = (page: Page, count: number) =>
  until(async () => {
    const found = await page.evaluate(async () => {
      const opened = indexedDB.open('arbor-drafts');
      await new Promise((done) => {
        opened.onsuccess = done;
      });
      const keys = opened.result.transaction('drafts').objectStore('drafts').getAllKeys();
      await new Promise((done) => {
        keys.onsuccess = done;
      });
      opened.result.close();
      return keys.result.length + Object.keys(localStorage).filter((key) => key.startsWith('arbor-draft:')).length;
    });
    expect(found).toBe(count);
  });
