import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, plantDocument, untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

const toast = (page: Page) => page.getByRole('status').locator('.toast');

/** Archives a document; once the toast is live, pauses the clock if requested. */
async function afterArchiving(email: string, clock: boolean) {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { page } = visitor;
  await enterAsNew(page, stage.server, email);
  const path = await plantDocument(page, 'Garden', 'Text');
  if (clock) await page.clock.install();
  await page.goto(path);
  await untilHydrated(page);
  if (clock) await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.locator('.toast.live').waitFor();
  return { ...visitor, path };
}

it('specification §9: a toast shows for 5,000 ms', async () => {
  const { page, context, complaints } = await afterArchiving('five@example.com', true);
  expect(await toast(page).innerText()).toContain('Archived “Garden”');
  await page.clock.runFor(4999);
  expect(await toast(page).count()).toBe(1);
  await page.clock.runFor(1);
  await toast(page).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

it('its time stands still while the pointer or focus is on it', async () => {
  const { page, context } = await afterArchiving('pause@example.com', true);
  await page.clock.runFor(4000);
  await toast(page).hover();
  await page.clock.runFor(60_000);
  expect(await toast(page).count()).toBe(1);
  await page.mouse.move(5, 500);
  await page.clock.runFor(999);
  expect(await toast(page).count()).toBe(1);
  await page.clock.runFor(1);
  await toast(page).waitFor({ state: 'detached' });
  await context.close();
});

it('specification §9: a toast is swiped away to the right, beyond 50 pixels', async () => {
  const { page, context } = await afterArchiving('swipe@example.com', true);
  const swipe = async (pixels: number) => {
    const box = (await toast(page).boundingBox())!;
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels, y, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(-80);
  await swipe(50);
  expect(await toast(page).count()).toBe(1);
  await swipe(51);
  await toast(page).waitFor({ state: 'detached' });
  await context.close();
});

it('specification §9: F8 leads to the toasts, whose time stands still there, and Escape closes one', async () => {
  const { page, context } = await afterArchiving('hotkey@example.com', true);
  const here = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.keyboard.press('F8');
  expect(await here()).toBe('Notifications (F8)');
  await page.clock.runFor(60_000);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  await page.keyboard.press('Escape');
  await toast(page).waitFor({ state: 'detached' });
  expect(await here()).toBe('Notifications (F8)');
  await context.close();
});

it.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('specification §3: a toast has an action, and Undo takes archiving back, %s', async (_name, javaScriptEnabled) => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
  await enterAsNew(page, stage.server, `undo-${javaScriptEnabled}@example.com`);
  await page.goto(await plantDocument(page, 'Garden', 'Text'));
  if (javaScriptEnabled) await untilHydrated(page);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await toast(page).getByText('Archived “Garden”').waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await toast(page).getByText('Restored “Garden”').waitFor();
  expect(await toast(page).count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

it('specification §4: a new toast replaces the previous', async () => {
  const { page, context } = await afterArchiving('replace@example.com', true);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await toast(page).getByText('Restored “Garden”').waitFor();
  expect(await toast(page).allInnerTexts()).toHaveLength(1);
  // The timer restarts when the pointer leaves the toast.
  await page.mouse.move(5, 500);
  await page.clock.runFor(4999);
  expect(await toast(page).count()).toBe(1);
  await page.clock.runFor(1);
  await toast(page).waitFor({ state: 'detached' });
  await context.close();
});

it('hydration changes nothing of the toast the server painted: a press that began before it counts', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'painted@example.com');
  const path = await plantDocument(page, 'Garden', 'Text');
  const late = Promise.withResolvers<void>();
  await page.route('**/locales/*.json', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await toast(page).waitFor();
  // The box is only final once the style sheet has loaded.
  await page.waitForFunction(() => document.readyState !== 'loading' && document.styleSheets.length > 0);
  const painted = await toast(page).boundingBox();
  await toast(page).getByRole('button', { name: 'Undo' }).hover();
  await page.mouse.down();
  late.resolve();
  await page.locator('.toast.live').waitFor();
  expect(await toast(page).boundingBox()).toEqual(painted);
  await page.mouse.up();
  await page.getByText('Restored “Garden”').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
