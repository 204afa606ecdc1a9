import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, holdScripts, untilHydrated } from '#tests/e2e/journey.ts';
import { openReader } from '#tests/e2e/palette-reader.ts';
import { leaveContent, liveTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { newEmail } from '#tests/support/factories.ts';

const stage = setStage();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

describe('the command palette by keyboard', () => {
  it('shows what was changed lately, finds titles and texts, marks the letters, and opens what is chosen', async () => {
    const visitor = await openReader(stage);
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
    await leaveContent(visitor);
  });

  it.each([
    ['Control+k', 'star', 'star'],
    ['/', 'crates', 'crates'],
    ['click', 'eg s', 'eg s'],
    ['Control+k', 'cs', ''],
  ])('opened by %s keeps “%s” for its field while its code is on its way', async (way, typed, kept) => {
    const visitor = await openReader(stage);
    const { page, field, ids } = visitor;
    const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/assets/palette-*.js', async (route) => {
      await late;
      await route.continue();
    });
    const search = page.getByRole('banner').getByRole('button', { name: 'Search' });
    await search.waitFor();
    if (way === 'click') await search.click();
    else await page.keyboard.press(way);
    await page.keyboard.type(typed, { delay: 40 });
    if (kept === '') await page.keyboard.press('Escape');
    arrive();
    if (kept === '') await page.keyboard.press('/');
    await field.waitFor();
    await page.keyboard.type('!');
    expect(await field.inputValue()).toBe(`${kept}!`);
    expect(new URL(page.url()).pathname).toBe(`/doc/${ids.Garden}`);
    await leaveContent(visitor);
  });

  it('gives focus back on Escape, and says when nothing is found', async () => {
    const visitor = await openReader(stage);
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
    await leaveContent(visitor);
  });

  it('does what can be done with the document, makes one, and changes the theme', async () => {
    const visitor = await openReader(stage);
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
    await leaveContent(visitor);
  });

  it('stays when a selection in its field ends outside, and closes by a press there', async () => {
    const visitor = await openReader(stage);
    const { page, open, field, isClosed } = visitor;
    await open();
    await page.keyboard.type('zzzz');
    const box = (await field.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(3, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await field.inputValue()).toBe('zzzz');
    await page.mouse.click(3, 3);
    await isClosed();
    await leaveContent(visitor);
  });

  it('chooses nothing while an input method composes', async () => {
    const visitor = await openReader(stage);
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
    await leaveContent(visitor);
  });

  it('中文：命令用中文查找，也能用英文查找', async () => {
    const visitor = await openReader(stage, { lng: 'zh' });
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
    await leaveContent(visitor);
  });

  it('takes a shortcut pressed before the browser has moved focus out of the closed palette', async () => {
    const visitor = await openReader(stage);
    const { page, open } = visitor;
    await open();
    const target = await page.evaluate(() => {
      const field = document.activeElement!;
      field.closest('dialog')!.close();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true, cancelable: true }));
      return field.role;
    });
    expect(target).toBe('combobox');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await leaveContent(visitor);
  });

  it('opens again by a key pressed before the browser has told that it closed', async () => {
    const visitor = await openReader(stage);
    const { page, open, field } = visitor;
    await open();
    await page.keyboard.type('star');
    const isOpen = await page.evaluate(async () => {
      const dialog = document.querySelector('dialog')!;
      dialog.querySelector('button')!.click();
      // Runs the microtasks, as between two keys. The dialog's `close` event is a later task.
      await Promise.resolve();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
      return dialog.open;
    });
    expect(isOpen).toBe(false);
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await visitor.isClosed();
    await leaveContent(visitor);
  });

  it('opens where the tree is not to be seen, on a phone', async () => {
    const visitor = await openReader(stage, { width: 360 });
    await expect
      .poll(async () => {
        await visitor.page.keyboard.press('Control+k');
        return visitor.field.isVisible();
      })
      .toBe(true);
    const box = (await visitor.page.getByRole('dialog').boundingBox())!;
    expect(box.x >= 0 && box.x + box.width <= 360).toBe(true);
    await leaveContent(visitor);
  });
});

it('a field in use stays one, and the search page has only its own', async () => {
  const { page, complaints, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, newEmail('commands'));
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
  const visitor = await openReader(stage);
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
  await leaveContent(visitor);
});
