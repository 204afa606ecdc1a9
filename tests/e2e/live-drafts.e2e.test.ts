import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { beginWriting, openWriter, storedText, typeAtHumanSpeed } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

it('a draft is offered late in a shared text, and the text has no letter twice', async () => {
  const writer = await openWriter(stage, 'Roses.');
  const { page, context, text, url, docId } = writer;
  // A draft remains, and the closing page sends it too.
  const address = `**/api/documents/${docId}`;
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
