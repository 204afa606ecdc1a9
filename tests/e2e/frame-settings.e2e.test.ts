import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { chooseSetting, enterAsNew, untilHydrated } from '#tests/e2e/journey.ts';
import { choice, entry, openedSettings, settings } from '#tests/e2e/opened-settings.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

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

it('specification §2: the settings popover holds a theme submenu and a language submenu', async () => {
  const { page, context, complaints } = await openedSettings(stage, false);
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
  const { page, context, complaints } = await openedSettings(stage, false);
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
