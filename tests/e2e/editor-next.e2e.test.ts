import { expect, it } from 'vitest';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, storedText, typeAtHumanSpeed, untilSaved, untilShown } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

it('goes from one editor to another and back without carrying a word along', async () => {
  const writer = await openWriter(stage, 'Dear A,');
  const { page, person, docId } = writer;
  await page.keyboard.press('Control+End');
  await typeAtHumanSpeed(page, ' thank you.');
  await untilSaved(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'New document' }).first().click();
  await page.waitForURL((url) => url.pathname.endsWith('/edit') && !url.pathname.includes(docId));
  const next = page.url().split('/').at(-2)!;
  await untilShown(page, '');
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Untitled');
  await typeAtHumanSpeed(page, 'List');
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'milk, bread');
  await untilSaved(page);
  await page.goBack();
  await page.waitForURL((url) => url.pathname.includes(docId));
  await untilHydrated(page);
  await untilShown(page, 'Dear A, thank you.');
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Garden');
  await page.goForward();
  await untilShown(page, 'milk, bread');
  const stored = async () => (await person.api.get(`/api/documents/${next}`)).body.data;
  await until(async () => expect(await stored()).toMatchObject({ title: 'List', content: 'milk, bread' }));
  expect(await storedText(writer)).toBe('Dear A, thank you.');
  await closeWriter(writer);
});
