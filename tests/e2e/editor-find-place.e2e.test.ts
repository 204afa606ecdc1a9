import { describe, expect, it } from 'vitest';
import { LONG, places, search, untilHeightIsSteady, untilInSight, untilTold } from '#tests/e2e/find-panel.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, closeWriter, openWriter } from '#tests/e2e/writer.ts';

const stage = setStage();

describe.each([1280, 390])('at %i pixels, in 200 KB', (width) => {
  it('each way to the next or previous match brings it between the bars', async () => {
    const writer = await openWriter(stage, LONG, width);
    const { page, text } = writer;
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await text.press('Control+Home');
    await search(page, 'turnip');
    await untilTold(page, '3 found');
    const button = (name: string) => page.getByRole('button', { name }).click();
    const ways: [at: number, go: () => Promise<void>][] = [
      [1, () => page.keyboard.press('Enter')],
      [2, () => page.keyboard.press('Enter')],
      [3, () => page.keyboard.press('Enter')],
      [1, () => page.keyboard.press('F3')],
      [3, () => page.keyboard.press('Shift+Enter')],
      [2, () => page.keyboard.press('Shift+F3')],
      [3, () => button('Next match')],
      [2, () => button('Previous match')],
    ];
    for (const [at, go] of ways) {
      await go();
      await untilTold(page, `${at} of 3`);
      await untilInSight(page);
    }
    // The first Escape closes the panel; what is typed replaces the match in sight.
    await page.keyboard.press('Escape');
    await page.locator('.cm-find-panel').waitFor({ state: 'detached' });
    await page.keyboard.type('leek', { delay: 30 });
    const line = text.locator('.cm-line', { hasText: 'A leek here.' });
    const { y, height } = (await line.boundingBox())!;
    const { top, bottom } = await places(page);
    expect(y).toBeGreaterThan(top);
    expect(y + height).toBeLessThan(bottom);
    expect(warnings).toEqual([]);
    await closeWriter(writer);
  });

  it('the panel opens and closes below the bars, and moves no line', async () => {
    const writer = await openWriter(stage, LONG, width);
    const { page, text } = writer;
    await text.press('Control+End');
    const last = text.locator('.cm-line', { hasText: 'Last turnip.' });
    const topOfLast = async () => Math.round((await last.boundingBox())!.y);
    await untilHeightIsSteady(page);
    for (const key of ['ArrowLeft', 'Control+End']) await text.press(key);
    await expect.poll(topOfLast).toBeLessThan(page.viewportSize()!.height);
    const before = await topOfLast();
    await page.keyboard.press('Control+f');
    const panel = page.locator('.cm-panels');
    await panel.waitFor();
    await expect.poll(async () => Math.abs((await topOfLast()) - before)).toBeLessThanOrEqual(2);
    const bar = page.locator(width > 640 ? '.editor-head' : '.editor-bar');
    const [above, own] = [(await bar.boundingBox())!, (await panel.boundingBox())!];
    expect(Math.abs(own.y - above.y - above.height)).toBeLessThanOrEqual(1);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(async () => Math.abs((await topOfLast()) - before)).toBeLessThanOrEqual(2);
    await closeWriter(writer);
  });
});

it('a match stays in sight while the lines above it get their height', async () => {
  const writer = await openWriter(stage, LONG);
  const { page, url } = writer;
  const text = await beginWriting(page, url);
  await text.press('Control+Home');
  await search(page, 'turnip');
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key);
  await untilTold(page, '2 of 3');
  await untilHeightIsSteady(page);
  await untilInSight(page);
  await closeWriter(writer);
});
