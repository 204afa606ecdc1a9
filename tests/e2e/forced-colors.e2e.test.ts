import type { Locator } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { type Garden, plantGarden, takeSeat } from '#tests/e2e/every-page.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
let garden: Garden;
beforeAll(async () => {
  garden = await plantGarden(stage.server);
});

/** Returns the share of a picture that differs from its corner, in per cent. */
async function inkOf(part: Locator): Promise<number> {
  const { data, info } = await sharp(await part.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const corner = data.subarray(0, 3);
  let drawn = 0;
  for (let at = 0; at < data.length; at += 3) if (!data.subarray(at, at + 3).equals(corner)) drawn += 1;
  return (100 * drawn) / (info.width * info.height);
}

it('with forced colours ticked and open tasks differ, and arrows and icons are drawn', async () => {
  const { page, context } = await takeSeat(stage.browser, garden, 'owner', { javaScriptEnabled: false });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(stage.server.url + garden.document);
  const boxes = page.locator('.prose .task-checkbox');
  const [done, open] = await Promise.all([boxes.first().screenshot(), boxes.nth(1).screenshot()]);
  expect(done.equals(open)).toBe(false);
  expect(await inkOf(boxes.first())).toBeGreaterThan((await inkOf(boxes.nth(1))) + 5);
  const icons = { arrow: 'a.twig', page: '.side .emoji:empty', alert: '.prose .alert-title' };
  for (const [name, selector] of Object.entries(icons)) {
    const ink = await inkOf(page.locator(selector).first());
    expect([name, ink > 0.5, ink]).toEqual([name, true, ink]);
  }
  const current = page.locator('.side .row[aria-current]').first();
  expect(await current.evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid');
  await context.close();
});

it('with forced colours the active option, the focused entry of a menu and a switch are told apart', async () => {
  const { page, context } = await takeSeat(stage.browser, garden, 'owner');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(stage.server.url + garden.document);
  await untilHydrated(page);
  const outline = (part: Locator) => part.evaluate((element) => getComputedStyle(element).outlineStyle);
  await page.keyboard.press('Control+k');
  const [active, other] = [page.locator('[role="option"][aria-selected="true"]'), page.getByRole('option').nth(1)];
  // Recent documents arrive later and take the first place.
  await expect.poll(async () => [await outline(active), await outline(other)]).toEqual(['solid', 'none']);
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).press('Enter');
  const entry = page.getByRole('menuitem', { name: 'Theme' });
  await entry.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => outline(entry)).toBe('solid');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const choice = page.getByRole('switch').first();
  const before = await choice.screenshot();
  expect(await inkOf(choice)).toBeGreaterThan(5);
  await choice.click();
  await expect.poll(async () => before.equals(await choice.screenshot())).toBe(false);
  await context.close();
});
