import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, holdScripts, untilHydrated } from '#tests/e2e/journey.ts';
import { call, liveTree, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

let count = 0;

const stage = setStage();

/** Opens a document as a new person and waits until the page handles keys. */
async function reader(options: { lng?: 'en' | 'zh'; width?: number } = {}) {
  count += 1;
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { page, context } = visitor;
  await enterAsNew(page, stage.server, `commands-${count}@example.com`);
  const ids = await plantTree(page, ['Garden', 'Recipes', '菜园日记']);
  await call(page, 'PATCH', `/api/documents/${ids.Recipes}`, { content: 'Soup of pumpkins and leeks.' });
  if (options.lng) await context.addCookies([{ name: 'i18next', value: options.lng, url: stage.server.url }]);
  if (options.width) await page.setViewportSize({ width: options.width, height: 800 });
  await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
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

async function end({ context, complaints }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

describe('the command palette by keyboard', () => {
  it('shows what was changed lately, finds titles and texts, marks the letters, and opens what is chosen', async () => {
    const visitor = await reader();
    const { page, field, open, options, chosen, isClosed } = visitor;
    await open();
    await expect.poll(options).toEqual(expect.arrayContaining(['Recipes', '菜园日记', 'Edit', 'Home', 'Theme: Dark']));
    expect(await options()).not.toContain('Garden');
    await page.keyboard.type('reci');
    await expect.poll(options).toEqual(['Recipes', 'Search all texts for “reci”']);
    expect(await page.getByRole('option', { name: 'Recipes' }).locator('mark').first().innerText()).toBe('Reci');
    await field.fill('pumpkins');
    await expect.poll(options).toEqual(['Recipes', 'Search all texts for “pumpkins”']);
    expect(await page.locator('.palette-snippet mark').innerText()).toBe('pumpkins');
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toBe('Search all texts for “pumpkins”');
    const active = await field.getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toBe('Recipes');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await isClosed();
    await heading(page, 'Recipes');
    await end(visitor);
  });

  it('gives focus back on Escape, and says when nothing is found', async () => {
    const visitor = await reader();
    const { page, open, isClosed } = visitor;
    await page.getByRole('link', { name: 'Starred' }).focus();
    await open();
    await page.keyboard.type('zzzz');
    await expect.poll(visitor.options).toEqual(['Search all texts for “zzzz”']);
    await page.keyboard.press('Escape');
    await isClosed();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Starred');
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await visitor.field.waitFor();
    await page.keyboard.press('Escape');
    await isClosed();
    await expect.poll(() => focusedId(page)).toBe('palette-button');
    await page.keyboard.press('Enter');
    await visitor.field.waitFor();
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await end(visitor);
  });

  it('does what can be done with the document, makes one, and changes the theme', async () => {
    const visitor = await reader();
    const { page, open, isClosed, ids } = visitor;
    const run = async (words: string, wanted: string) => {
      await open();
      await page.keyboard.type(words);
      await expect.poll(visitor.chosen).toBe(wanted);
      await page.keyboard.press('Enter');
      await isClosed();
    };
    await run('star', 'Add star');
    await page.getByRole('status').getByText('Star added').waitFor();
    await page.getByRole('button', { name: 'Remove star' }).waitFor();
    await run('theme light', 'Theme: Light');
    await page.locator('html.light').waitFor();
    await run('hist', 'History');
    await page.waitForURL(`${stage.server.url}/doc/${ids.Garden}/history`);
    await page.goBack();
    await heading(page, 'Garden');
    await run('archi', 'Archive');
    await page.getByRole('status').getByText('Archived “Garden”').waitFor();
    await page.waitForURL(`${stage.server.url}/`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await heading(page, 'Garden');
    await run('new doc', 'New document inside');
    await page.waitForURL(/\/edit$/);
    await end(visitor);
  });

  it('chooses nothing while an input method composes', async () => {
    const visitor = await reader();
    const { page, context, open, field, options } = visitor;
    await open();
    const devices = await context.newCDPSession(page);
    await devices.send('Input.imeSetComposition', { text: 'caiyuan', selectionStart: 7, selectionEnd: 7 });
    await devices.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
    await devices.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'ArrowDown', windowsVirtualKeyCode: 229 });
    await devices.send('Input.insertText', { text: '菜园' });
    expect(await field.inputValue()).toBe('菜园');
    await expect.poll(options).toEqual(['菜园日记', 'Search all texts for “菜园”']);
    await page.keyboard.press('Enter');
    await heading(page, '菜园日记');
    await end(visitor);
  });

  it('中文：命令用中文查找，也能用英文查找', async () => {
    const visitor = await reader({ lng: 'zh' });
    const { page, field, open, options, isClosed } = visitor;
    await open();
    await page.keyboard.type('归档');
    await expect.poll(options).toEqual(['归档', '归档', '在全部正文里搜索「归档」']);
    expect(await page.getByRole('dialog').getByRole('option').first().locator('mark').innerText()).toBe('归档');
    await field.fill('settings');
    await expect.poll(options).toEqual(['设置', '在全部正文里搜索「settings」']);
    await page.keyboard.press('Enter');
    await isClosed();
    await heading(page, '设置');
    await end(visitor);
  });

  it('opens where the tree is not to be seen, on a phone', async () => {
    const visitor = await reader({ width: 360 });
    await expect
      .poll(async () => {
        await visitor.page.keyboard.press('Control+k');
        return visitor.field.isVisible();
      })
      .toBe(true);
    const box = (await visitor.page.getByRole('dialog').boundingBox())!;
    expect(box.x >= 0 && box.x + box.width <= 360).toBe(true);
    await end(visitor);
  });
});

describe('shortcuts', () => {
  it('of a single key search, edit, star, go places and make documents', async () => {
    const visitor = await reader();
    const { page, ids } = visitor;
    await page.keyboard.press('/');
    await visitor.field.waitFor();
    await page.keyboard.type('cesg');
    await expect.poll(() => visitor.field.inputValue()).toBe('cesg');
    expect(page.url()).toBe(`${stage.server.url}/doc/${ids.Garden}`);
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Remove star' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL(`${stage.server.url}/starred`);
    await page.getByRole('main').getByRole('link', { name: 'Garden' }).click();
    await heading(page, 'Garden');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Garden');
    // In the tree, letters jump to rows.
    await page.keyboard.press('e');
    expect(page.url()).toBe(`${stage.server.url}/doc/${ids.Garden}`);
    await page.locator('h1').click();
    await page.keyboard.press('e');
    await page.waitForURL(`${stage.server.url}/doc/${ids.Garden}/edit`);
    await page.goBack();
    await heading(page, 'Garden');
    await page.keyboard.press('Control+Alt+n');
    await page.waitForURL((url) => url.pathname.endsWith('/edit') && !url.pathname.includes(ids.Garden!));
    await end(visitor);
  });

  it('stand in a sheet, and the single ones can be switched off', async () => {
    const visitor = await reader();
    const { page, isClosed, ids, open } = visitor;
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('New document').first().waitFor();
    await sheet.getByRole('switch', { name: 'Shortcuts of a single key' }).click();
    await page.keyboard.press('Escape');
    await isClosed();
    await page.keyboard.press('e');
    await page.keyboard.press('?');
    await page.reload();
    await liveTree(page);
    await open();
    await page.keyboard.type('shortcuts');
    expect(await page.getByRole('dialog').getByRole('option').first().locator('kbd').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${stage.server.url}/doc/${ids.Garden}`);
    await sheet.getByRole('switch').click();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await isClosed();
    await page.keyboard.press('e');
    await page.waitForURL(`${stage.server.url}/doc/${ids.Garden}/edit`);
    await end(visitor);
  });
});

it('a field in use stays one, and the search page has only its own', async () => {
  const { page, complaints, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  count += 1;
  await enterAsNew(page, stage.server, `commands-${count}@example.com`);
  const arrive = await holdScripts(page);
  await page.goto(`${stage.server.url}/starred`);
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search' });
  await field.fill('quince');
  arrive();
  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await field.inputValue()).toBe('quince');
  await field.press('Enter');
  await page.waitForURL(`${stage.server.url}/search?keyword=quince`);
  await page.getByRole('main').getByLabel('Words to find').waitFor();
  expect(await page.locator('#header-search').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it.each(['light', 'dark'])('axe finds nothing in the palette and the sheet in the %s theme', async (theme) => {
  const visitor = await reader();
  const { page, context, open, options, isClosed } = visitor;
  await context.addCookies([{ name: 'vite-ui-theme', value: theme, url: stage.server.url }]);
  await page.reload();
  await liveTree(page);
  await open();
  await page.keyboard.type('re');
  await expect.poll(options).toContain('Recipes');
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await isClosed();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await end(visitor);
});
