import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openReader } from '#tests/e2e/palette-reader.ts';
import { leaveContent, liveTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('shortcuts', () => {
  it('of a single key search, edit, star, go places and make documents', async () => {
    const visitor = await openReader(stage);
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
    await leaveContent(visitor);
  });

  it('work on a page that was opened by a click in the tree; a key that opens it leaves focus there', async () => {
    const visitor = await openReader(stage);
    const { page, ids } = visitor;
    const { item, focused } = await liveTree(page);
    const [first, second] = Object.entries(ids).filter(([title]) => title !== 'Garden') as [string, string][];
    await item(first![0]).locator('a.row').click();
    await heading(page, first![0]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.keyboard.press('e');
    await page.waitForURL(`${stage.server.url}/doc/${first![1]}/edit`);
    await item(second![0]).focus();
    await page.keyboard.press('Enter');
    await heading(page, second![0]);
    expect(await focused()).toBe(second![0]);
    await leaveContent(visitor);
  });

  it('stand in a sheet, and the single ones can be switched off', async () => {
    const visitor = await openReader(stage);
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
    await leaveContent(visitor);
  });
});
