import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { chooseSetting, enterAsNew, untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

const settings = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Settings' });
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name });
const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name });
const kept = (page: Page) =>
  page.evaluate(() => ({
    class: document.documentElement.className,
    theme: localStorage['vite-ui-theme'],
    lng: localStorage.lng,
    i18nextLng: localStorage.i18nextLng,
    cookies: document.cookie
      .split('; ')
      .filter((cookie) => !cookie.startsWith('XSRF'))
      .sort(),
  }));

/** Opens the settings, with a paused clock if requested. */
async function openedSettings(clock: boolean) {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { page } = visitor;
  if (clock) await page.clock.install();
  await page.goto(`${stage.server.url}/login`);
  await page.locator('summary[aria-haspopup=menu]').waitFor();
  if (clock) await page.clock.pauseAt(Date.now() + 60_000);
  await settings(page).click();
  await entry(page, 'Theme').waitFor();
  // The menu handles keys once it has focus.
  await page.locator('[role=menu]:focus-within').waitFor();
  return visitor;
}

it('specification §2: the settings popover holds a theme submenu and a language submenu', async () => {
  const { page, context, complaints } = await openedSettings(false);
  expect(await page.getByRole('menu', { name: 'Settings' }).getByRole('menuitem').count()).toBe(2);
  await entry(page, 'Theme').click();
  await expect.poll(() => page.getByRole('menuitemradio').allInnerTexts()).toEqual(['Light', 'Dark', 'System']);
  expect(await choice(page, 'Dark').getAttribute('aria-checked')).toBe('true');
  await entry(page, 'Language').click();
  await expect.poll(() => page.getByRole('menuitemradio').allInnerTexts()).toEqual(['English', '中文']);
  expect(complaints).toEqual([]);
  await context.close();
});

it('specification §2: selecting an item closes the popover, and the theme is there without a page load', async () => {
  const { page, context, complaints } = await openedSettings(false);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const answered = page.waitForResponse(/\/preferences$/);
  await entry(page, 'Theme').click();
  await choice(page, 'Light').click();
  await page.locator('html.light:not(.dark)').waitFor();
  expect(await page.getByRole('menu').count()).toBe(0);
  await answered;
  expect(await kept(page)).toMatchObject({ theme: 'light', cookies: ['vite-ui-theme=light'] });
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(await settings(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.reload();
  expect((await kept(page)).class).toBe('light');
  expect(complaints).toEqual([]);
  await context.close();
});

it('specification §4: with the theme system the page follows the operating system', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${stage.server.url}/login`);
  expect((await kept(page)).class).toBe('dark');
  await chooseSetting(page, true, { menu: 'Theme', choice: 'System' });
  await page.locator('html.light').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark:not(.light)').waitFor();
  await page.reload();
  await page.locator('html.dark').waitFor();
  // A page rendered in the browser keeps the class of the system theme.
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL(/register/);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html.light').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('specification §4: a chosen language is saved, logged to the console, and the page is in it', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'languages@example.com');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
  await page.goto(`${stage.server.url}/starred?lng=en&page=1`);
  await chooseSetting(page, true, { menu: 'Language', choice: '中文' });
  await page.waitForURL(`${stage.server.url}/starred?page=1`);
  await page.locator('html[lang=zh]').waitFor();
  expect(logged).toContain('log: Language: zh');
  expect(await kept(page)).toMatchObject({ lng: 'zh', i18nextLng: 'zh' });
  // Also stored in the account, for the language of its mails.
  await chooseSetting(page, true, { menu: '语言', choice: 'English' });
  await page.locator('html[lang=en]').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('specification §9: a submenu opens after 100 ms of hovering', async () => {
  const { page, context, complaints } = await openedSettings(true);
  await entry(page, 'Theme').hover();
  await page.clock.runFor(99);
  expect(await choice(page, 'Light').count()).toBe(0);
  await page.clock.runFor(1);
  await choice(page, 'Light').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('specification §9: on its way to the submenu the pointer may cross another entry for 300 ms', async () => {
  const { page, context } = await openedSettings(true);
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
  const { page, context } = await openedSettings(true);
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

it('a press elsewhere closes the settings, and forms that stood open before the script arrived stay', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const late = Promise.withResolvers<void>();
  await page.route('**/locales/*.json', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(`${stage.server.url}/login`);
  await settings(page).click();
  const menuLoaded = page.waitForResponse(/\/assets\/settings-menu-/);
  late.resolve();
  await untilHydrated(page);
  await (await menuLoaded).finished();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  expect(await page.getByRole('button', { name: 'Light' }).isVisible()).toBe(true);
  await page.getByRole('heading', { level: 1 }).click();
  await page.locator('summary[aria-haspopup=menu]').waitFor();
  expect(await page.getByRole('button', { name: 'Light' }).count()).toBe(0);
  await settings(page).click();
  await entry(page, 'Theme').waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  expect(await page.getByRole('menu').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it('without an answer to the choice of a theme it is kept in the browser all the same', async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await page.goto(`${stage.server.url}/login`);
  await page.route('**/preferences', (route) => route.abort());
  await chooseSetting(page, true, { menu: 'Theme', choice: 'Light' });
  await page.reload();
  expect(await kept(page)).toMatchObject({ class: 'light', theme: 'light' });
  await context.close();
});

it.each([
  ['light', 'en', 1280],
  ['dark', 'zh', 360],
] as const)(
  'axe finds nothing with the settings open, in the %s theme, in %s, %i px wide',
  async (theme, lng, width) => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true, lng, width });
    await context.addCookies([{ name: 'vite-ui-theme', value: theme, url: stage.server.url }]);
    await page.goto(`${stage.server.url}/login`);
    await page.locator('summary[aria-haspopup=menu]').click();
    await page.getByRole('menuitem').first().click();
    const menu = page.getByRole('menu').last();
    await menu.waitFor();
    expect((await violationsOn(page)).map(({ id }) => id)).toEqual([]);
    const box = (await menu.boundingBox())!;
    expect([box.x >= 0, box.x + box.width <= width]).toEqual([true, true]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
