import { expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { faintTexts } from '#tests/e2e/contrast.ts';
import { HALF, LONG, search, untilInSight, untilTold } from '#tests/e2e/find-panel.ts';
import { perform, setText, textOf } from '#tests/e2e/marked-text.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, closeWriter, openWriter, untilShown } from '#tests/e2e/writer.ts';
import { repeats } from '#tests/support/length.ts';

const stage = setStage();

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

/** In the short form each theme, each language and both ends of the widths occur. */
const LOOKS = (
  [
    ['light', 'en', 1280],
    ['dark', 'zh', 320],
    ['dark', 'en', 390],
    ['light', 'zh', 1280],
  ] as const
).slice(0, repeats(2, 4));
const NAMES = {
  en: ['Previous match', 'Next match', 'Match case', 'Whole word', 'Regular expression', 'Close', 'Replace'],
  zh: ['上一处', '下一处', '区分大小写', '全词匹配', '正则表达式', '关闭', '替换'],
};

it.each(LOOKS)('is legible and named: %s, %s, %i pixels', async (theme, lng, width) => {
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
