import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftKeys, untilDraftCount } from '#tests/e2e/kept-drafts.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { beginWriting, openWriter, storedText, takeDraft, typeAtHumanSpeed, type Writer } from '#tests/e2e/writer.ts';
import { type Network, startNetwork } from '#tests/support/network.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
let network: Network;
beforeAll(async () => {
  network = await startNetwork(stage.server.url);
});
afterAll(() => network.stop());

it('a draft is offered late in a shared text, and the text has no letter twice', async () => {
  const writer = await openWriter(stage, 'Roses.');
  const { page, context, text, url, docId } = writer;
  // A draft remains, and the closing page sends it too.
  const address = new RegExp(`/api/documents/${docId}(?:/revisions.*)?$`);
  await context.route(address, (route) => route.abort());
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Unsent');
  await page.locator('.save-note[data-state="offline"]').waitFor();
  await page.reload();
  await page.locator('.draft-offer').waitFor();
  await context.unroute(address);
  // The stored text is requested together with the draft. Its response arrives after the text is shared with another
  // tab.
  const isShared = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') await isShared.promise;
    await route.continue();
  });
  const answered = page.waitForResponse(
    (response) => response.url().endsWith(docId) && response.request().method() === 'GET',
  );
  await page.reload();
  await text.press('Control+Home');
  await typeAtHumanSpeed(page, 'Own ');
  await until(async () => expect(await storedText(writer)).toBe('Own Roses. Unsent'));
  const other = await context.newPage();
  await beginWriting(other, url);
  await other.locator('.cm-content').press('Control+End');
  await typeAtHumanSpeed(other, ' Tulips.');
  await until(async () => expect((await readEditor(page)).text).toContain('Tulips.'));
  await until(async () => expect(await storedText(writer)).toBe('Own Roses. Unsent Tulips.'));
  isShared.resolve();
  await answered;
  await typeAtHumanSpeed(other, ' Done');
  for (const each of [page, other])
    await until(async () => expect((await readEditor(each)).text).toBe('Own Roses. Unsent Tulips. Done'));
  await context.close();
});

const addressOf = (docId: string) => `**/api/documents/${docId}`;

/** Opens a writer whose WebSockets are refused: the draft of such a page is offered instead of merged. */
async function openBlocked(content: string): Promise<Writer> {
  network.treatUpgrades(403);
  return openWriter({ browser: stage.browser, server: { ...stage.server, url: network.url } }, content);
}

/**
 * Leaves a draft: types ` Sent`, whose save fails, then ` more`, and reloads. WebSockets pass from then on.
 * Returns a function that delivers the save.
 */
async function leaveDraft(writer: Writer): Promise<() => Promise<void>> {
  const { page, context, docId, text, person } = writer;
  let late: { body: unknown } | undefined;
  await context.route(addressOf(docId), async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    late ??= { body: route.request().postDataJSON() };
    await route.abort();
  });
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Sent');
  await page.locator('.save-note[data-state="offline"]').waitFor();
  await typeAtHumanSpeed(page, ' more');
  // The request that the page sends while unloading fails as well.
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = (input, init) => (init?.keepalive ? Promise.reject(new TypeError('lost')) : send(input, init));
  });
  await page.reload();
  await page.locator('.draft-offer').waitFor();
  await context.unroute(addressOf(docId));
  network.treatUpgrades('pass');
  return async () => {
    const { status } = await person.api.patch(`/api/documents/${docId}`, late?.body as object);
    expect(status).toBe(200);
  };
}

/** Opens a second tab of the same text and waits until both share it. */
async function shareText({ page, context, url }: Writer, typed: string): Promise<Page> {
  const other = await context.newPage();
  await beginWriting(other, url);
  await other.locator('.cm-content').press('Control+Home');
  await typeAtHumanSpeed(other, typed);
  await until(async () => expect((await readEditor(page)).text).toContain(typed));
  return other;
}

it('a draft typed on a save that arrived late is merged into a shared text', async () => {
  const writer = await openBlocked('Roses.');
  const arrive = await leaveDraft(writer);
  await arrive();
  await shareText(writer, 'Tulips. ');
  await takeDraft(writer.page);
  await until(async () => expect(await storedText(writer)).toBe('Tulips. Roses. Sent more'));
  await writer.page.locator('.draft-offer').waitFor({ state: 'detached' });
  await until(async () => expect((await readEditor(writer.page)).text).toBe('Tulips. Roses. Sent more'));
  await writer.context.close();
});

it('a draft whose words others changed too leads to the page with both texts', async () => {
  const writer = await openBlocked('Roses.');
  await leaveDraft(writer);
  const other = await shareText(writer, 'Tulips. ');
  await other.locator('.cm-content').press('Control+End');
  await typeAtHumanSpeed(other, ' Daisies');
  await until(async () => expect(await storedText(writer)).toBe('Tulips. Roses. Daisies'));
  await takeDraft(writer.page);
  await writer.page.locator('.conflict').first().waitFor();
  expect(await writer.page.locator('textarea[name="content"]').first().inputValue()).toContain('Sent more');
  // A conflict that is not decided leaves the draft.
  expect(await draftKeys(writer.page)).toHaveLength(1);
  await decideForTheirs(writer);
  await writer.context.close();
});

it('the text of an editor that conflicts is not offered again once the conflict is decided', async () => {
  const writer = await openBlocked('Roses.');
  const { page, text, person, docId } = writer;
  await page.route(addressOf(docId), (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Mine');
  await page.locator('.save-note[data-state="offline"]').waitFor();
  await person.api.patch(`/api/documents/${docId}`, { content: 'Roses. Theirs', baseVersion: 1 });
  await page.unroute(addressOf(docId));
  await page.locator('.save-note[data-state="conflict"]').waitFor();
  await page.locator('button[value="save"]').first().click();
  await decideForTheirs(writer);
  await writer.context.close();
});

/** Keeps the others' text on the page with both texts, and expects that nothing is offered afterwards. */
async function decideForTheirs({ page, url }: Writer): Promise<void> {
  await page.locator('.conflict button[value="save-theirs"]').click();
  await page.waitForURL(url);
  await untilDraftCount(page, 0);
  await beginWriting(page, url);
  await page.locator('.save-note').first().waitFor();
  expect(await page.locator('.draft-offer').count()).toBe(0);
}

it('an offer disappears once its text has arrived after all', async () => {
  const writer = await openBlocked('Roses.');
  const { page, docId, person, text } = writer;
  await leaveDraft(writer);
  await person.api.patch(`/api/documents/${docId}`, { content: 'Roses. Sent more', baseVersion: 1 });
  await text.press('Control+Home');
  await typeAtHumanSpeed(page, 'Own ');
  await page.locator('.draft-offer').waitFor({ state: 'detached' });
  await until(async () => expect(await storedText(writer)).toBe('Own Roses. Sent more'));
  await writer.context.close();
});
