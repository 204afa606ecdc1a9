import { expect, it } from 'vitest';
import { setNetwork } from '#tests/e2e/behind-network.ts';
import { untilDraftCount } from '#tests/e2e/kept-drafts.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, storedText, typeAtHumanSpeed, untilOffline, untilSaved, untilShown } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
const around = setNetwork(stage);
const { begin } = around;

it('an open editor that was offline alone merges by letters on return, without asking', async () => {
  const { writer, friend } = await begin('Roses are tall.');
  const { page, text, docId } = writer;
  await text.press('Control+End');
  around.network.cut();
  await typeAtHumanSpeed(page, ' mine');
  await untilOffline(page);
  const content = 'Roses are tall. theirs';
  expect((await friend.api.patch(`/api/documents/${docId}`, { content, baseVersion: 1 })).status).toBe(200);
  around.network.restore();
  await untilShown(page, 'Roses are tall. theirs mine');
  await until(async () => expect(await storedText(writer)).toBe('Roses are tall. theirs mine'));
  expect(await page.locator('.draft-offer').count()).toBe(0);
  await writer.context.close();
});

it('two tabs without a connection show each other’s letters', async () => {
  const { writer } = await begin('Roses.');
  const { page, text, context, url } = writer;
  const other = await context.newPage();
  await beginWriting(other, url);
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' One');
  await untilShown(other, 'Roses. One');
  around.network.cut();
  await typeAtHumanSpeed(page, ' two');
  await untilShown(other, 'Roses. One two');
  await other.bringToFront();
  await other.locator('.cm-content').press('Control+Home');
  await typeAtHumanSpeed(other, 'Three ');
  await untilShown(page, 'Three Roses. One two');
  await page.close();
  around.network.restore();
  await until(async () => expect(await storedText(writer)).toBe('Three Roses. One two'));
  await untilShown(other, 'Three Roses. One two');
  await untilDraftCount(other, 0);
  await context.close();
});

it('a reload without a connection asks first, so that it throws nobody out of their text', async () => {
  const { writer } = await begin('Roses.');
  const { page, text } = writer;
  await text.press('Control+End');
  await typeAtHumanSpeed(page, ' Saved');
  await untilSaved(page);
  around.network.cut();
  await typeAtHumanSpeed(page, ' and offline');
  await untilOffline(page);
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await typeAtHumanSpeed(page, ' still');
  around.network.restore();
  await until(async () => expect(await storedText(writer)).toBe('Roses. Saved and offline still'));
  await untilSaved(page);
  const again = page.waitForEvent('load');
  await page.evaluate(() => setTimeout(() => location.reload()));
  await again;
  await untilShown(page, 'Roses. Saved and offline still');
  await writer.context.close();
});
