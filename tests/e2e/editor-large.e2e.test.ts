import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { notesOf } from '#tests/bench/browser/long-texts.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, storedText, type Writer, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();
const LONG = notesOf(120_000);
/** Matches the worker's script. Without it the worker cannot start, as after an update of the server. */
const isWorker = (url: URL) => /\/assets\/worker-[^/]+\.js$/.test(url.pathname);

/** Number of texts kept in this browser. */
const countDrafts = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('arbor-drafts');
    const database = await new Promise<IDBDatabase>((done) => {
      opened.onsuccess = () => done(opened.result);
    });
    const counted = database.transaction('drafts').objectStore('drafts').count();
    const count = await new Promise<number>((done) => {
      counted.onsuccess = () => done(counted.result);
    });
    database.close();
    return count;
  });

/** Types at the end of the text, waits until it is stored, and expects no draft to be left. */
async function writeAtEnd(writer: Writer, word: string, expected: string): Promise<void> {
  const { page, text } = writer;
  await text.press('Control+End');
  await page.keyboard.type(word, { delay: 60 });
  await page.locator('.save-note[data-state="saved"]').waitFor();
  await waitForStored(writer, expected);
  await expect.poll(() => countDrafts(page)).toBe(0);
}

describe('a text of 120 KB', () => {
  it('is saved and kept by a worker, which returns what others wrote meanwhile', async () => {
    const writer = await openWriter(stage, LONG);
    const { page, person, docId } = writer;
    await expect.poll(() => page.workers().length).toBe(1);
    await writeAtEnd(writer, ' One.', `${LONG} One.`);
    // A program writes at the start while more is typed at the end.
    await person.api.patch(`/api/documents/${docId}`, { content: `Above.\n\n${LONG} One.` });
    await writeAtEnd(writer, ' Two.', `Above.\n\n${LONG} One. Two.`);
    await page.keyboard.type(' Three.', { delay: 60 });
    await page.reload();
    await writer.text.waitFor();
    const offer = page.locator('.draft-offer').getByRole('button', { name: 'Bring it back' });
    await expect
      .poll(async () => {
        if ((await offer.count()) > 0) await offer.first().click();
        return storedText(writer);
      })
      .toBe(`Above.\n\n${LONG} One. Two. Three.`);
    await closeWriter(writer);
  });

  it('is saved where the worker cannot be loaded', async () => {
    const writer = await openWriter(stage, '');
    const { page, docId, person, url } = writer;
    await person.api.patch(`/api/documents/${docId}`, { content: LONG });
    const refused: string[] = [];
    await page.context().route(isWorker, (route) => {
      refused.push(route.request().url());
      return route.abort();
    });
    await page.goto(`${url}/edit`);
    await writer.text.waitFor();
    await writeAtEnd(writer, ' One.', `${LONG} One.`);
    expect(refused).not.toEqual([]);
    writer.complaints.length = 0;
    await closeWriter(writer);
  });
});
