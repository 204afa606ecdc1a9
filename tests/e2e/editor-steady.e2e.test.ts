import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, closeWriter, openWriter } from '#tests/e2e/writer.ts';
import { upload } from '#tests/support/upload.ts';

const stage = setStage();

/** Collects the height of the bar in each state of saving. */
const watchBar = (page: Page) =>
  page.evaluate(() => {
    const seen: Record<string, number> = {};
    const note = () => {
      const state = document.querySelector<HTMLElement>('.save-note')?.dataset.state;
      if (state) seen[state] = document.querySelector<HTMLElement>('.editor-bar')!.offsetHeight;
    };
    const watched = { childList: true, subtree: true, attributes: true, characterData: true };
    new MutationObserver(note).observe(document.querySelector('.editor-bar')!, watched);
    Object.assign(globalThis, { barHeights: seen });
  });
const barHeights = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => (globalThis as unknown as { barHeights: Record<string, number> }).barHeights);

it.each([
  [320, 'en'],
  [390, 'en'],
  [320, 'zh'],
  [1280, 'en'],
] as const)('at %i pixels (%s) the note of saving moves no text', async (width, lng) => {
  const writer = await openWriter(stage, 'One.', width);
  const { page, url, context } = writer;
  await context.addCookies([{ name: 'i18next', value: lng, url: stage.server.url }]);
  const text = await beginWriting(page, url);
  await text.press('Control+End');
  await watchBar(page);
  await page.keyboard.type(' Two.');
  await page.locator('.save-note[data-state="saved"]').waitFor();
  const heights = await barHeights(page);
  expect(Object.keys(heights)).toEqual(expect.arrayContaining(['unsaved', 'saved']));
  expect(new Set(Object.values(heights)).size, JSON.stringify(heights)).toBe(1);
  // One row of buttons.
  expect(Object.values(heights)[0]).toBeLessThan(80);
  await closeWriter(writer);
});

const topOf = (page: Page, words: string) =>
  page
    .locator('.cm-line', { hasText: words })
    .boundingBox()
    .then((box) => box?.y ?? Number.NaN);

it.each([1280, 390])('at %i pixels, entering code moves nothing below it', async (width) => {
  const writer = await openWriter(stage, 'One.\n\n```js\nlet a = 1;\n```\n\nLast.', width);
  const { page, text } = writer;
  await text.press('Control+Home');
  await text.locator('.cm-code-name').waitFor();
  const before = await topOf(page, 'Last.');
  await text.getByText('let').click();
  await text.locator('.cm-code', { hasText: '```js' }).waitFor();
  expect(Math.abs((await topOf(page, 'Last.')) - before)).toBeLessThanOrEqual(2);
  await closeWriter(writer);
});

it.each([1280, 390])('at %i pixels, no empty line stands behind a picture while its source is shown', async (width) => {
  const writer = await openWriter(stage, 'One.', width);
  const { page, person, docId, url } = writer;
  const png = await page.evaluate(
    () =>
      Object.assign(document.createElement('canvas'), { width: 600, height: 80 }).toDataURL('image/png').split(',')[1]!,
  );
  const bytes = Buffer.from(png, 'base64');
  const { ticket } = await upload(person, bytes, { docId, size: bytes.length });
  await person.api.patch(`/api/documents/${docId}`, { content: `One.\n\n![Plan](${ticket.downloadUrl})\n\nLast.` });
  const text = await beginWriting(page, url);
  const picture = text.locator('.cm-image-wide');
  await text.press('Control+End');
  await picture.waitFor();
  const below = async () => {
    const { y, height } = (await picture.boundingBox())!;
    return (await topOf(page, 'Last.')) - y - height;
  };
  const before = await below();
  await text.press('ArrowUp');
  await text.press('ArrowUp');
  await text.locator('.cm-url').waitFor();
  expect(Math.abs((await below()) - before)).toBeLessThanOrEqual(4);
  await closeWriter(writer);
});

const FORMULAS = ['E = mc^2', '\\int_0^1 x^2\\,dx = \\frac13', 'x = \\cfrac{1}{1 + \\cfrac{1}{1 + \\cfrac{1}{x}}}'];

it.each([1280, 390])('at %i pixels, entering a table or a formula moves nothing below it', async (width) => {
  const blocks = [...FORMULAS.map((tex) => `$$\n${tex}\n$$`), '| a | b |\n| - | - |\n| c | d |'];
  const content = ['One.', ...blocks.flatMap((block, at) => [block, `Below ${at}.`])].join('\n\n');
  const writer = await openWriter(stage, content, width);
  const { page, text } = writer;
  await text.press('Control+Home');
  await expect.poll(() => text.locator('.cm-maths-block .katex-display').count()).toBe(FORMULAS.length);
  const distance = async (at: number) => (await topOf(page, `Below ${at}.`)) - (await topOf(page, 'One.'));
  for (const [at] of blocks.entries()) {
    const before = await distance(at);
    const isTable = at === FORMULAS.length;
    if (isTable) await text.locator('.cm-table td').first().click();
    else await text.locator('.cm-maths-block .katex').nth(at).click();
    await text.locator(isTable ? '.cm-table-tools' : '.cm-maths-preview .katex').waitFor();
    expect(Math.abs((await distance(at)) - before), blocks[at]).toBeLessThanOrEqual(8);
    await text.press('Control+Home');
    await expect.poll(async () => Math.abs((await distance(at)) - before)).toBeLessThanOrEqual(1);
  }
  await closeWriter(writer);
});

it.each([1280, 390])('at %i pixels, the tools of a table lie within the window', async (width) => {
  const writer = await openWriter(stage, '| a | b |\n| - | - |\n| c | d |\n\nLast.', width);
  const { page, text } = writer;
  await text.locator('.cm-table td').first().click();
  const tools = text.locator('.cm-table-tools');
  const { x, width: wide } = (await tools.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + wide).toBeLessThanOrEqual(width);
  await tools.getByRole('button', { name: 'Add row' }).click();
  await page.keyboard.type('e');
  await expect.poll(() => text.locator('.cm-table tr').count()).toBe(3);
  await closeWriter(writer);
});
