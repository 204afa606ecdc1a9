import type { Route } from 'playwright';
import { expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { perform, setText, textOf } from '#tests/e2e/marked-text.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, storedText, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

it('inserts from the slash menu, in either language, by keyboard alone', async () => {
  const english = await openWriter(stage, 'Before\n\n');
  await english.text.press('Control+End');
  await english.page.keyboard.type('/tab');
  await english.page.getByRole('option', { name: 'Table' }).waitFor();
  expect(await violationsOn(english.page)).toEqual([]);
  await english.text.press('Enter');
  await waitForStored(english, 'Before\n\n|  |  |  |\n| --- | --- | --- |\n|  |  |  |');
  await closeWriter(english);

  const chinese = await openWriter(stage, '之前\n\n');
  await chinese.page.goto(`${chinese.url}/edit?lng=zh`);
  await chinese.text.press('Control+End');
  await chinese.page.keyboard.insertText('、引用');
  await chinese.page.getByRole('option', { name: '引用' }).waitFor();
  await chinese.text.press('Enter');
  await chinese.page.keyboard.insertText('古人说');
  await waitForStored(chinese, '之前\n\n> 古人说');
  await closeWriter(chinese);
});

it('the slash menu takes labels of several words, and other words behind a slash are text', async () => {
  const writer = await openWriter(stage, '');
  const { page, text } = writer;
  await text.press('Control+End');
  for (const words of ['either / or this', '/etc /usr', '/table of beds', 'see /table ']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('/bullet');
  await page.getByRole('option', { name: 'Bullet list' }).waitFor();
  await page.keyboard.type(' list');
  await page.keyboard.press('Enter');
  await page.keyboard.type('dig');
  await expect
    .poll(() => storedText(writer))
    .toMatch(/^either \/ or this\n+\/etc \/usr\n+\/table of beds\n+see \/table ?\n+- dig$/);
  await closeWriter(writer);
});

it('on a phone the panel of the slash menu is as high as its list, also when that was too long for the window', async () => {
  const writer = await openWriter(stage, 'Pears.', 320, { hasTouch: true });
  const { page, text } = writer;
  await page.setViewportSize({ width: 320, height: 640 });
  await text.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/', { delay: 80 });
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(10);
  await expect.poll(() => page.locator('.cm-tooltip').evaluate((panel) => panel.style.height)).not.toBe('');
  const low = await page
    .locator('.cm-tooltip ul')
    .evaluate((list) => list.getBoundingClientRect().bottom - innerHeight);
  expect(low).toBeLessThan(0);
  await page.keyboard.type('table', { delay: 80 });
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  const below = await page.getByRole('option').evaluate((option) => {
    const { left, bottom } = option.getBoundingClientRect();
    return document.elementFromPoint(left + 20, bottom + 20)?.closest('.cm-tooltip')?.className ?? '';
  });
  expect(below).toBe('');
  await closeWriter(writer);
});

it('links a document behind "[[" and writes an emoji behind ":"', async () => {
  const writer = await openWriter(stage, 'See ');
  const { page, url, text } = writer;
  await text.press('Control+End');
  await page.keyboard.type('[[Gard');
  await page.getByRole('option', { name: 'Garden' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' :seedling');
  await page
    .getByRole('option', { name: /seedling/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await waitForStored(writer, `See [Garden](${new URL(url).pathname}) 🌱`);
  await closeWriter(writer);
});

it('an Enter pressed before the options have loaded chooses the first, and breaks the line where there is none', async () => {
  const writer = await openWriter(stage, 'See ');
  const { page, url, text } = writer;
  await text.press('Control+End');
  const slowly = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  };
  await page.route('**/api/documents?*', slowly);
  await page.route('**/emoji/*.json', slowly);
  await page.keyboard.type('[[Garden');
  await page.keyboard.press('Enter');
  const link = `[Garden](${new URL(url).pathname})`;
  await waitForStored(writer, `See ${link}`);
  await page.keyboard.type(' :seedling');
  await page.keyboard.press('Enter');
  await writer.text.getByText('🌱').waitFor();
  await page.keyboard.type(' :nosuchname');
  await page.keyboard.press('Enter');
  await page.keyboard.type('and [[Garden');
  await page.keyboard.press('Enter');
  // Another key does not wait.
  await page.keyboard.type('on');
  await waitForStored(writer, `See ${link} 🌱 :nosuchname\n\nand [[Garden\n\non]]`);
  await closeWriter(writer);
});

it('"[[" without a hit creates the document, inside of this one', async () => {
  const writer = await openWriter(stage, '');
  const { page, person, docId } = writer;
  await setText(page, 'see ¦');
  await perform(page, ['[[Compost heap']);
  await page.getByRole('option', { name: 'Create “Compost heap”' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => textOf(writer)).toMatch(/^see \[Compost heap\]\(\/doc\/c\w+\)$/);
  const children = (await person.api.get(`/api/documents/tree?parentId=${docId}`)).body.data as { title: string }[];
  expect(children.map(({ title }) => title)).toEqual(['Compost heap']);
  await closeWriter(writer);
});

it('the brackets of a Chinese keyboard link a document, too', async () => {
  const writer = await openWriter(stage, '');
  const { page, docId } = writer;
  await setText(page, '见¦');
  await page.keyboard.type('【【Gar');
  await page.getByRole('option', { name: 'Garden' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => textOf(writer)).toBe(`见[Garden](/doc/${docId})`);
  await closeWriter(writer);
});

it('Ctrl+K on a selection asks for an address or a document; an address pasted over one links it', async () => {
  const writer = await openWriter(stage, '');
  const { page, docId } = writer;
  await setText(page, 'see ¦this¦ one');
  await page.keyboard.press('Control+k');
  await page.getByText('Type an address, or choose a document').waitFor();
  await page.getByRole('option', { name: 'Garden' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => textOf(writer)).toBe(`see [this](/doc/${docId}) one`);
  await setText(page, 'see ¦that¦ one');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'https://example.com/a');
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    document.querySelector('.cm-content')?.dispatchEvent(event);
  });
  await expect.poll(() => textOf(writer)).toBe('see [that](https://example.com/a) one');
  await closeWriter(writer);
});

it('the slash of the plus button goes away with its menu; a typed one stays', async () => {
  const writer = await openWriter(stage, '');
  const { page } = writer;
  await setText(page, 'one¦');
  await page.getByRole('toolbar').getByRole('button', { name: 'Insert', exact: true }).click();
  await page.getByRole('option', { name: 'Table' }).waitFor();
  expect(await textOf(writer)).toBe('one /');
  await page.keyboard.press('Escape');
  await expect.poll(() => textOf(writer)).toBe('one');
  await perform(page, [' /']);
  await page.getByRole('option', { name: 'Table' }).waitFor();
  await perform(page, ['Escape', 'x']);
  expect(await textOf(writer)).toBe('one /x');
  await closeWriter(writer);
});
