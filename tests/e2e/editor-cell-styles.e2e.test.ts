import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, typeAtHumanSpeed, type Writer, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

/** A document whose table has the given text in its third cell. */
const around = (cell: string) => `Top\n\n| a | b |\n| --- | --- |\n| ${cell} | d |\n\nEnd`;
const EMPTY = around('');
const toolOf = ({ page }: Writer, name: string) => page.locator('.editor-tools').getByRole('button', { name });

/** Focuses the third cell with the cursor at the end of its text. */
async function enterCell({ page, text }: Writer): Promise<void> {
  await text.locator('.cm-table td').first().click();
  await page.keyboard.press('End');
}

const STYLES = [
  ['Bold', 'Control+b', '**'],
  ['Italic', 'Control+i', '*'],
  ['Strikethrough', 'Control+Shift+X', '~~'],
  ['Code', 'Control+e', '`'],
] as const;

describe('a style in a cell of a table', () => {
  it.each(STYLES)(
    '%s by key applies to the word at the cursor, and a second press takes it back',
    async (_, key, mark) => {
      const writer = await openWriter(stage, around('ripe pear'));
      await enterCell(writer);
      await writer.page.keyboard.press('ArrowLeft');
      await writer.page.keyboard.press(key);
      await waitForStored(writer, around(`ripe ${mark}pear${mark}`));
      await writer.page.keyboard.press(key);
      await waitForStored(writer, around('ripe pear'));
      await writer.page.keyboard.type('!');
      await waitForStored(writer, around('ripe pea!r'));
      await closeWriter(writer);
    },
  );

  it.each(STYLES)('%s of the toolbar applies to the selected text and shows that it is on', async (name, _, mark) => {
    const writer = await openWriter(stage, around('ripe pear'));
    const tool = toolOf(writer, name);
    await enterCell(writer);
    await writer.page.keyboard.press('Control+Shift+ArrowLeft');
    await tool.click();
    await waitForStored(writer, around(`ripe ${mark}pear${mark}`));
    await expect.poll(() => tool.getAttribute('aria-pressed')).toBe('true');
    await tool.click();
    await waitForStored(writer, around('ripe pear'));
    expect(await tool.getAttribute('aria-pressed')).toBe('false');
    await closeWriter(writer);
  });

  it('pressed where there is no word takes what is typed, and is undone in the cell', async () => {
    const writer = await openWriter(stage, EMPTY);
    const { page, text } = writer;
    await enterCell(writer);
    await page.keyboard.press('Control+b');
    await typeAtHumanSpeed(page, 'big');
    await waitForStored(writer, around('**big**'));
    await page.keyboard.press('Escape');
    expect(await text.locator('.cm-table td strong').innerText()).toBe('big');
    await enterCell(writer);
    for (let nth = 0; nth < 5; nth += 1) await page.keyboard.press('Control+z');
    await waitForStored(writer, EMPTY);
    await closeWriter(writer);
  });

  it('pressed together with others keeps the marks in pairs, and each press takes back its own', async () => {
    const writer = await openWriter(stage, EMPTY);
    await enterCell(writer);
    for (const key of ['Control+Shift+X', 'Control+b', 'Control+i']) await writer.page.keyboard.press(key);
    await waitForStored(writer, around('~~******~~'));
    await writer.page.keyboard.press('Control+Shift+X');
    await writer.page.keyboard.type('x');
    await waitForStored(writer, around('***x***'));
    await closeWriter(writer);
  });

  it('in which nothing was written goes away when the cell is left', async () => {
    const writer = await openWriter(stage, around('c'));
    const { page } = writer;
    await enterCell(writer);
    await typeAtHumanSpeed(page, ' ');
    await page.keyboard.press('Control+b');
    await waitForStored(writer, around('c ****'));
    await page.keyboard.press('Tab');
    await waitForStored(writer, around('c'));
    await closeWriter(writer);
  });

  it('follows the cursor: the toolbar shows the styles where it stands', async () => {
    const writer = await openWriter(stage, around('x **bold**'));
    const tool = toolOf(writer, 'Bold');
    await enterCell(writer);
    await writer.page.keyboard.press('Home');
    await expect.poll(() => tool.getAttribute('aria-pressed')).toBe('false');
    for (let nth = 0; nth < 5; nth += 1) await writer.page.keyboard.press('ArrowRight');
    await expect.poll(() => tool.getAttribute('aria-pressed')).toBe('true');
    await closeWriter(writer);
  });
});

it.each(['Control+k', 'Link'])('%s makes a link of the text selected in a cell', async (way) => {
  const writer = await openWriter(stage, around('ripe pear'));
  const { page } = writer;
  await enterCell(writer);
  await page.keyboard.press('Control+Shift+ArrowLeft');
  if (way === 'Link') await toolOf(writer, way).click();
  else await page.keyboard.press(way);
  await page.keyboard.type('https://example.com/?a|b');
  await waitForStored(writer, around('ripe [pear](https://example.com/?a\\|b)'));
  await closeWriter(writer);
});

it('the tools of blocks are off while a cell has the focus, and on again in the text', async () => {
  const writer = await openWriter(stage, around('c'));
  const { page, text } = writer;
  const names = ['Heading 1', 'Bullet list', 'Numbered list', 'Task list', 'Quote', 'Insert'];
  const states = () => Promise.all(names.map((name) => toolOf(writer, name).getAttribute('aria-disabled')));
  await enterCell(writer);
  await expect.poll(states).toEqual(names.map(() => 'true'));
  for (const name of names) await toolOf(writer, name).click({ force: true });
  for (const key of ['Control+Alt+1', 'Control+Shift+8', 'Control+Shift+.']) await page.keyboard.press(key);
  await page.keyboard.type('!');
  await waitForStored(writer, around('c!'));
  await text.getByText('End').click();
  await expect.poll(states).toEqual(names.map(() => null));
  await closeWriter(writer);
});

describe('the tools of a table', () => {
  const TABLE = '| a | b |\n| --- | --- |\n| c | d |';
  const PLACES = {
    'at the top': `${TABLE}\n\nEnd`,
    'between paragraphs': `Top\n\n${TABLE}\n\nEnd`,
    'above a heading': `Top\n\n${TABLE}\n\n## End`,
    'above a list without a blank line': `Top\n\n${TABLE}\n- End`,
    'between lines without blank ones': `Top\n${TABLE}\n- End`,
    'at the end': `Top\n\n${TABLE}`,
  };

  it('leave clicks on the words below to the text', async () => {
    const writer = await openWriter(stage, `Top\n\n${TABLE}\n\nEnd`);
    const { page, text } = writer;
    await enterCell(writer);
    const { x, y, width, height } = (await text.getByText('End').boundingBox())!;
    for (const at of [4, height / 2]) await page.mouse.click(x + Math.min(width / 2, 60), y + at);
    await page.keyboard.type('Q');
    await expect.poll(() => text.locator('.cm-table tr').count()).toBe(2);
    await expect.poll(() => text.locator('.cm-line').last().innerText()).toContain('Q');
    await closeWriter(writer);
  });

  it.each([
    [1280, false],
    [390, false],
    [390, true],
  ])('at %i pixels (touch: %s) cover no words and move nothing below', async (width, hasTouch) => {
    for (const [place, content] of Object.entries(PLACES)) {
      const writer = await openWriter(stage, content, width, { hasTouch });
      const lines = writer.text.locator('.cm-line');
      await writer.text.locator('.cm-table').waitFor();
      const before = (await lines.last().boundingBox())!.y;
      await writer.text.locator('.cm-table td').first().click();
      const tools = writer.text.locator('.cm-table-tools');
      await tools.waitFor();
      expect(Math.abs((await lines.last().boundingBox())!.y - before), place).toBeLessThanOrEqual(8);
      expect((await tools.boundingBox())!.height).toBeGreaterThanOrEqual(hasTouch ? 34 : 24);
      expect(await wordsUnder(tools), place).toEqual([]);
      await closeWriter(writer);
    }
  });
});

/** Returns the texts of the document that an element covers. */
const wordsUnder = (element: Locator): Promise<string[]> =>
  element.evaluate((cover) => {
    const { top, bottom, left, right } = cover.getBoundingClientRect();
    const found: string[] = [];
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (cover.contains(node) || node.textContent?.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const isUnder = (rect: DOMRect) =>
        rect.width > 1 && rect.top < bottom && rect.bottom > top && rect.left < right && rect.right > left;
      if ([...range.getClientRects()].some(isUnder)) found.push(node.textContent ?? '');
    }
    return found;
  });
