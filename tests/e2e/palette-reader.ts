import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { call, liveTree, plantTree } from '#tests/e2e/planted-tree.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { newEmail } from '#tests/support/factories.ts';

/** Opens a document as a new person and waits until the page handles keys. */
export async function openReader({ browser, server }: Stage, options: { lng?: 'en' | 'zh'; width?: number } = {}) {
  const visitor = await newVisitor(browser, { javaScriptEnabled: true });
  const { page, context } = visitor;
  await enterAsNew(page, server, newEmail('reader'));
  const ids = await plantTree(page, ['Garden', 'Recipes', '菜园日记']);
  await call(page, 'PATCH', `/api/documents/${ids.Recipes}`, { content: 'Soup of pumpkins and leeks.' });
  if (options.lng) await context.addCookies([{ name: 'i18next', value: options.lng, url: server.url }]);
  if (options.width) await page.setViewportSize({ width: options.width, height: 800 });
  await page.goto(`${server.url}/doc/${ids.Garden}`);
  if (!options.width) await liveTree(page, options.lng === 'zh' ? '我的文档' : 'My documents');
  const field = page.getByRole('combobox');
  return {
    ...visitor,
    ids,
    field,
    open: async () => {
      await page.keyboard.press('Control+k');
      await field.waitFor();
    },
    isClosed: () => page.getByRole('dialog').waitFor({ state: 'detached' }),
    options: () => page.getByRole('dialog').getByRole('option').locator('.name').allInnerTexts(),
    chosen: () => page.locator('[role="option"][aria-selected="true"] .name').innerText(),
  };
}
