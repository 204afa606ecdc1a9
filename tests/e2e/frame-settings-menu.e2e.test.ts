import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { choice, entry, openedSettings, settings } from '#tests/e2e/opened-settings.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

it('specification §9: a submenu opens after 100 ms of hovering', async () => {
  const { page, context, complaints } = await openedSettings(stage, true);
  await entry(page, 'Theme').hover();
  await page.clock.runFor(99);
  expect(await choice(page, 'Light').count()).toBe(0);
  await page.clock.runFor(1);
  await choice(page, 'Light').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('specification §9: on its way to the submenu the pointer may cross another entry for 300 ms', async () => {
  const { page, context } = await openedSettings(stage, true);
  await entry(page, 'Theme').hover();
  await page.clock.runFor(100);
  const [theme, language, menu] = await Promise.all(
    [entry(page, 'Theme'), entry(page, 'Language'), page.getByRole('menu', { name: 'Theme' })].map(
      async (each) => (await each.boundingBox())!,
    ),
  );
  // Move from the lower edge of the entry across the next one, towards the far corner of the submenu.
  const start = { x: theme!.x + 60, y: theme!.y + theme!.height - 3 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.move(start.x - 15, language!.y + 4);
  await page.mouse.move(theme!.x + 20, language!.y + 6);
  await page.clock.runFor(299);
  await page.mouse.move(theme!.x + 16, language!.y + 7);
  expect(await page.getByRole('menu', { name: 'Theme' }).count()).toBe(1);
  // Resting on the other entry selects it.
  await page.clock.runFor(1);
  await page.mouse.move(theme!.x + 18, language!.y + 7);
  await page.clock.runFor(100);
  await page.getByRole('menu', { name: 'Language' }).waitFor();
  expect([await page.getByRole('menu', { name: 'Theme' }).count(), menu!.x < theme!.x]).toEqual([0, true]);
  await context.close();
});

it('specification §9: letters typed in a menu are forgotten after 1 second', async () => {
  const { page, context } = await openedSettings(stage, true);
  await page.keyboard.press('t');
  await page.keyboard.press('ArrowRight');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await choice(page, 'Light').waitFor();
  await page.keyboard.press('s');
  expect(await focused()).toBe('System');
  await page.clock.runFor(1000);
  await page.keyboard.press('l');
  expect(await focused()).toBe('Light');
  await page.keyboard.press('i');
  await page.keyboard.press('d');
  expect(await focused()).toBe('Light');
  await page.clock.runFor(1000);
  await page.keyboard.press('d');
  expect(await focused()).toBe('Dark');
  await context.close();
});

it('specification §2: the settings are used by keyboard alone', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await page.goto(`${stage.server.url}/login`);
  await page.locator('summary[aria-haspopup=menu]').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.firstChild?.textContent);
  await settings(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Theme');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('Language');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Dark');
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe('Theme');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Dark');
  await page.keyboard.press('End');
  expect(await focused()).toBe('System');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('menu').count()).toBe(0);
  expect(await settings(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Theme');
  await page.keyboard.press(' ');
  await expect.poll(focused).toBe('Dark');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.locator('html.light').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
