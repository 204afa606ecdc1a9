import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { notesOf } from '#tests/bench/browser/long-texts.ts';
import { violationsOn } from '#tests/e2e/axe.ts';
import { faintTexts } from '#tests/e2e/contrast.ts';
import { perform, setText, textOf } from '#tests/e2e/marked-text.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, closeWriter, openWriter, untilShown } from '#tests/e2e/writer.ts';

const stage = setStage();
const HALF = notesOf(100_000);
const LONG = `Turnip first.\n\n${HALF}\n\nA turnip here.\n\n${HALF}\n\nLast turnip.`;

const statusOf = (page: Page) => page.getByRole('search', { name: /Find and replace|查找和替换/ }).getByRole('status');
const untilTold = (page: Page, status: string) => expect.poll(() => statusOf(page).textContent()).toBe(status);

/** Opens the panel by key and types a query. */
async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+f');
  await page.locator('.cm-find-panel').waitFor();
  await page.keyboard.type(query, { delay: 30 });
}

/** Returns the space between the bars, and the selected match. */
const places = (page: Page) =>
  page.evaluate(() => {
    let [top, bottom] = [0, innerHeight];
    for (const bar of document.querySelectorAll('.editor-bar, .editor-head, .cm-panels')) {
      const box = bar.getBoundingClientRect();
      if (box.top > innerHeight / 2) bottom = box.top;
      else top = Math.max(top, box.bottom);
    }
    const match = document.querySelector('.cm-searchMatch-selected')?.getBoundingClientRect();
    return { top, bottom, match: match ? { top: match.top, bottom: match.bottom } : null };
  });
const isInSight = async (page: Page) => {
  const { top, bottom, match } = await places(page);
  return match !== null && match.top >= top && match.bottom <= bottom;
};
const untilInSight = (page: Page) => expect.poll(() => isInSight(page)).toBe(true);

describe.each([1280, 390])('at %i pixels, in 200 KB', (width) => {
  it('each way to the next or previous match brings it between the bars', async () => {
    const writer = await openWriter(stage, LONG, width);
    const { page, text } = writer;
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await text.press('Control+Home');
    await search(page, 'turnip');
    await untilTold(page, '3 found');
    const button = (name: string) => page.getByRole('button', { name }).click();
    const ways: [at: number, go: () => Promise<void>][] = [
      [1, () => page.keyboard.press('Enter')],
      [2, () => page.keyboard.press('Enter')],
      [3, () => page.keyboard.press('Enter')],
      [1, () => page.keyboard.press('F3')],
      [3, () => page.keyboard.press('Shift+Enter')],
      [2, () => page.keyboard.press('Shift+F3')],
      [3, () => button('Next match')],
      [2, () => button('Previous match')],
    ];
    for (const [at, go] of ways) {
      await go();
      await untilTold(page, `${at} of 3`);
      await untilInSight(page);
    }
    // The first Escape closes the panel; what is typed replaces the match in sight.
    await page.keyboard.press('Escape');
    await page.locator('.cm-find-panel').waitFor({ state: 'detached' });
    await page.keyboard.type('leek', { delay: 30 });
    const line = text.locator('.cm-line', { hasText: 'A leek here.' });
    const { y, height } = (await line.boundingBox())!;
    const { top, bottom } = await places(page);
    expect(y).toBeGreaterThan(top);
    expect(y + height).toBeLessThan(bottom);
    expect(warnings).toEqual([]);
    await closeWriter(writer);
  });

  it('the panel opens and closes below the bars, and moves no line', async () => {
    const writer = await openWriter(stage, LONG, width);
    const { page, text } = writer;
    await text.press('Control+End');
    const last = text.locator('.cm-line', { hasText: 'Last turnip.' });
    const topOfLast = async () => Math.round((await last.boundingBox())!.y);
    const before = await topOfLast();
    await page.keyboard.press('Control+f');
    const panel = page.locator('.cm-panels');
    await panel.waitFor();
    await expect.poll(async () => Math.abs((await topOfLast()) - before)).toBeLessThanOrEqual(2);
    const bar = page.locator(width > 640 ? '.editor-head' : '.editor-bar');
    const [above, own] = [(await bar.boundingBox())!, (await panel.boundingBox())!];
    expect(Math.abs(own.y - above.y - above.height)).toBeLessThanOrEqual(1);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(async () => Math.abs((await topOfLast()) - before)).toBeLessThanOrEqual(2);
    await closeWriter(writer);
  });
});

it('counts while the query is typed, and tells what cannot be found', async () => {
  const writer = await openWriter(stage, `Leek, leek, leeks. ${'ab '.repeat(1001)}`);
  const { page, text } = writer;
  await text.press('Control+Home');
  await search(page, 'leek');
  await untilTold(page, '3 found');
  for (const [name, status] of [
    ['Match case', '2 found'],
    ['Whole word', '1 found'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await untilTold(page, status);
    expect(await page.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true');
  }
  const find = page.getByRole('textbox', { name: 'Find' });
  await find.fill('parsnip');
  await untilTold(page, 'Nothing found');
  await find.fill('ab');
  await untilTold(page, '1,000+ found');
  await page.keyboard.press('Enter');
  await untilTold(page, '1 of 1,000+');
  await find.fill('(ab');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await untilTold(page, 'Not a valid expression');
  expect(await find.getAttribute('aria-invalid')).toBe('true');
  await find.fill('e{2}k(?=s)');
  await page.getByRole('button', { name: 'Whole word' }).click();
  await untilTold(page, '1 found');
  expect(await find.getAttribute('aria-invalid')).toBeNull();
  await find.fill('');
  await untilTold(page, '');
  await closeWriter(writer);
});

it('a replacement stays in its cell', async () => {
  const writer = await openWriter(stage, 'End\n\n| Name | b |\n| - | - |\n| Name | `x\\|y` |\n');
  const { page, text } = writer;
  await text.press('Control+Home');
  expect(await text.locator('td code').textContent()).toBe('x|y');
  await search(page, 'Name');
  await page.getByRole('textbox', { name: 'Replace' }).focus();
  await page.keyboard.type('in|out', { delay: 60 });
  await page.getByRole('button', { name: 'Replace all' }).click();
  await untilShown(page, 'End\n\n| in\\|out | b |\n| - | - |\n| in\\|out | `x\\|y` |\n');
  await closeWriter(writer);
});

it('replaces one match or all of them, by keyboard, each taken back by one undo', async () => {
  const writer = await openWriter(stage, 'A leek, a leek.\n\nA leek.');
  const { page, text } = writer;
  await text.press('Control+Home');
  await search(page, 'leek');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Replace' }).focus();
  await page.keyboard.type('beet', { delay: 30 });
  await page.keyboard.press('Enter');
  await untilShown(page, 'A beet, a leek.\n\nA leek.');
  await untilTold(page, '1 of 2');
  await untilInSight(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Replace all');
  await page.keyboard.press('Enter');
  await untilShown(page, 'A beet, a beet.\n\nA beet.');
  await untilTold(page, 'Nothing found');
  await page.keyboard.press('Escape');
  await perform(page, ['Control+z']);
  await untilShown(page, 'A beet, a leek.\n\nA leek.');
  await perform(page, ['Control+z']);
  await untilShown(page, 'A leek, a leek.\n\nA leek.');
  await closeWriter(writer);
});

it('takes the selection as the query, and backslashes as they are', async () => {
  const writer = await openWriter(stage, '');
  const { page } = writer;
  await setText(page, 'One \\newline, ¦two \\newline¦, two \\newline.');
  await page.keyboard.press('Control+f');
  const find = page.getByRole('textbox', { name: 'Find' });
  await untilTold(page, '1 of 2');
  expect(await find.inputValue()).toBe('two \\newline');
  await page.keyboard.press('End');
  await page.keyboard.press('Control+f');
  // The whole field is selected.
  await page.keyboard.type('\\newline', { delay: 30 });
  await untilTold(page, '3 found');
  expect(await find.inputValue()).toBe('\\newline');
  expect(await textOf(writer)).toBe('One \\newline, two \\newline, two \\newline.');
  await closeWriter(writer);
});

it('shows a match within a table', async () => {
  const writer = await openWriter(stage, `${HALF}\n\n| a | b |\n| - | - |\n| turnip | d |\n\n${HALF}`);
  const { page, text } = writer;
  await text.press('Control+Home');
  await search(page, 'turnip');
  await page.keyboard.press('Enter');
  await untilTold(page, '1 of 1');
  await untilInSight(page);
  await closeWriter(writer);
});

it('opens from a cell of a table, which keeps what was typed in it', async () => {
  const writer = await openWriter(stage, 'A leek.\n\n| a | b |\n| - | - |\n| c | d |\n\nA leek.');
  const { page, text } = writer;
  await text.getByRole('cell', { name: 'c', exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('hives', { delay: 30 });
  await search(page, 'leek');
  await untilTold(page, '2 found');
  await page.keyboard.press('Shift+Enter');
  await untilTold(page, '1 of 2');
  expect(await textOf(writer)).toContain('| chives | d |');
  await closeWriter(writer);
});

it.each([1280, 390])('at %i pixels, the line to go to is asked for above every bar', async (width) => {
  const writer = await openWriter(stage, LONG, width);
  const { page, text } = writer;
  await text.press('Control+Home');
  await page.keyboard.press('Control+Alt+g');
  const field = page.getByRole('textbox', { name: 'Go to line' });
  await field.click();
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
  await closeWriter(writer);
});

const NAMES = {
  en: ['Previous match', 'Next match', 'Match case', 'Whole word', 'Regular expression', 'Close', 'Replace'],
  zh: ['上一处', '下一处', '区分大小写', '全词匹配', '正则表达式', '关闭', '替换'],
};

it.each([
  ['light', 'en', 1280],
  ['dark', 'zh', 1280],
  ['dark', 'en', 390],
  ['light', 'zh', 320],
] as const)('is legible and named: %s, %s, %i pixels', async (theme, lng, width) => {
  const writer = await openWriter(stage, LONG, width);
  const { page, url, context } = writer;
  await context.addCookies([
    { name: 'i18next', value: lng, url: stage.server.url },
    { name: 'vite-ui-theme', value: theme, url: stage.server.url },
  ]);
  const text = await beginWriting(page, url);
  await text.press('Control+Home');
  await search(page, 'turnip');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await untilTold(page, lng === 'zh' ? '第 2 处，共 3 处' : '2 of 3');
  await untilInSight(page);
  for (const name of NAMES[lng]) await page.getByRole('button', { name, exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await faintTexts(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await page.getByRole('button', { name: NAMES[lng][4]!, exact: true }).click();
  await page.getByRole('textbox', { name: lng === 'zh' ? '查找' : 'Find', exact: true }).fill('(a');
  await untilTold(page, lng === 'zh' ? '表达式有误' : 'Not a valid expression');
  expect(await faintTexts(page)).toEqual([]);
  await closeWriter(writer);
});
