import type { Page } from 'playwright';
import { newVisitor } from '#tests/e2e/chromium.ts';
import type { Stage } from '#tests/e2e/stage.ts';

export const settings = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Settings' });
export const entry = (page: Page, name: string) => page.getByRole('menuitem', { name });
export const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name });

/** Opens the settings, with a paused clock if requested. */
export async function openedSettings({ browser, server }: Stage, clock: boolean) {
  const visitor = await newVisitor(browser, { javaScriptEnabled: true });
  const { page } = visitor;
  if (clock) await page.clock.install();
  await page.goto(`${server.url}/login`);
  await page.locator('summary[aria-haspopup=menu]').waitFor();
  if (clock) await page.clock.pauseAt(Date.now() + 60_000);
  await settings(page).click();
  await entry(page, 'Theme').waitFor();
  // The menu handles keys once it has focus.
  await page.locator('[role=menu]:focus-within').waitFor();
  return visitor;
}
