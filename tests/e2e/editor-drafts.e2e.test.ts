import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crash, draftKeys, keptTexts } from '#tests/e2e/kept-drafts.ts';
import { setStage } from '#tests/e2e/stage.ts';
import {
  beginWriting,
  closeWriter,
  openWriter,
  storedText,
  typeAtHumanSpeed,
  type Writer,
  waitForSignIn,
  waitForStored,
} from '#tests/e2e/writer.ts';
import { type Network, startNetwork } from '#tests/support/network.ts';

const stage = setStage();
let network: Network;
beforeAll(async () => {
  network = await startNetwork(stage.server.url);
});
afterAll(() => network.stop());

const SENTENCE = 'Steady typing without any rest between the keys goes on and on';
const offers = (page: Page) => page.locator('.draft-offer');

/** Returns the text after a reload, either displayed or accepted from an offered draft. */
async function bringBack({ page, text }: Pick<Writer, 'page' | 'text'>, expected: string): Promise<void> {
  await expect
    .poll(async () => {
      const take = offers(page).getByRole('button', { name: 'Bring it back' });
      if ((await take.count()) > 0) await take.first().click();
      return text.innerText();
    })
    .toBe(expected);
}

it('steady typing is saved every few seconds, and a reload in the middle of it loses nothing', async () => {
  const writer = await openWriter(stage, '');
  const { page, text } = writer;
  await text.click();
  await page.keyboard.type(SENTENCE, { delay: 90 });
  // Typing took more than five seconds without a pause of one second.
  expect((await storedText(writer)).length).toBeGreaterThan(10);
  await page.reload();
  await text.waitFor();
  await bringBack(writer, SENTENCE);
  await waitForStored(writer, SENTENCE);
  await closeWriter(writer);
});

/** Types offline in a tab that then crashes. */
async function typeAndCrash(page: Page, url: string, typed: string, kept: string): Promise<void> {
  const text = await beginWriting(page, url);
  await text.press('Control+End');
  await page.context().setOffline(true);
  await typeAtHumanSpeed(page, typed);
  await expect.poll(() => keptTexts(page)).toContain(kept);
  await crash(page);
  const context = page.context();
  await page.close();
  await context.setOffline(false);
}

it('a tab that crashes once its text is kept in the browser has lost nothing', async () => {
  const writer = await openWriter(stage, '');
  const { context, page, url } = writer;
  await typeAndCrash(page, url, 'Kept', 'Kept');
  const again = await context.newPage();
  await bringBack({ page: again, text: await beginWriting(again, url) }, 'Kept');
  await context.close();
});

/** Opens a writer whose WebSockets are refused: their drafts are offered instead of merged. */
async function openBlocked(content: string): Promise<Writer> {
  network.treatUpgrades(403);
  return openWriter({ browser: stage.browser, server: { ...stage.server, url: network.url } }, content);
}

it('a draft that is offered and not answered outlives what is typed and saved meanwhile', async () => {
  const writer = await openBlocked('Base');
  const { page: first, context, url } = writer;
  await typeAndCrash(first, url, ' First', 'Base First');
  await typeAndCrash(await context.newPage(), url, ' Second', 'Base Second');
  const page = await context.newPage();
  const text = await beginWriting(page, url);
  await expect.poll(() => offers(page).count()).toBe(2);
  expect(await offers(page).locator('ins').allInnerTexts()).toEqual(['Base Second\n', 'Base First\n']);
  await text.press('Control+Home');
  await typeAtHumanSpeed(page, 'Typed ');
  await waitForStored(writer, 'Typed Base');
  await page.reload();
  await text.waitFor();
  await expect.poll(() => offers(page).count()).toBe(2);
  await offers(page).last().getByRole('button', { name: 'Bring it back' }).click();
  await waitForStored(writer, 'Typed Base First');
  await context.close();
});

it('a draft whose session ends after one has come back is offered then', async () => {
  const writer = await openBlocked('Base');
  const { page: first, context, url } = writer;
  await typeAndCrash(first, url, ' Late', 'Base Late');
  // Stands for the former page, which the browser has not ended yet.
  const former = await context.newPage();
  await former.goto(url);
  const [key = ''] = await draftKeys(former);
  await former.evaluate(
    (name) =>
      new Promise<void>((granted) => {
        void navigator.locks.request(name, () => {
          granted();
          return new Promise(() => {});
        });
      }),
    key,
  );
  const page = await context.newPage();
  await beginWriting(page, url);
  const waiting = () =>
    page.evaluate(
      async (id) => (await navigator.locks.query()).pending?.some(({ name }) => name?.includes(id)),
      writer.docId,
    );
  await expect.poll(waiting).toBe(true);
  expect(await offers(page).count()).toBe(0);
  await former.close();
  await expect.poll(() => offers(page).count()).toBe(1);
  await offers(page).getByRole('button', { name: 'Bring it back' }).click();
  await waitForStored(writer, 'Base Late');
  await context.close();
});

it('with all cookies gone the editor leads to signing in, and the text waits', async () => {
  const writer = await openWriter(stage, 'Base');
  const { page, context, text, url, person } = writer;
  await text.press('Control+End');
  await context.clearCookies();
  // At once: on a slow machine the page leaves for signing in between two keys.
  await page.keyboard.insertText(' Late');
  await waitForSignIn(page);
  const kept = page.getByRole('main').getByRole('status');
  await expect.poll(() => kept.textContent()).toContain('kept in this browser');
  await page.goto(`${stage.server.url}/login?redirectTo=${encodeURIComponent('/doc/other/edit')}`);
  await page.getByLabel('E-mail').waitFor();
  expect(await kept.count()).toBe(0);
  await context.addCookies(
    [...person.browser.cookies].map(([name, value]) => ({ name, value, url: stage.server.url })),
  );
  await beginWriting(page, url);
  await bringBack(writer, 'Base Late');
  await waitForStored(writer, 'Base Late');
  await context.close();
});
