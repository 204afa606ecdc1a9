import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, closeWriter, openWriter, storedText, typeAtHumanSpeed, type Writer } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
const LONG = 'How the orchard behind the house is pruned, watered and harvested through all four seasons of the year';

const titleOf = (page: Page) => page.getByLabel('Title', { exact: true });
const storedTitle = async ({ person, docId }: Writer) =>
  (await person.api.get(`/api/documents/${docId}`)).body.data.title as string;
const waitForTitle = (writer: Writer, title: string) =>
  until(async () => expect(await storedTitle(writer)).toBe(title));

/** Returns left edge, height and type of the displayed title, and the width by which it overflows. */
const shapeOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { left, height } = element.getBoundingClientRect();
    const { fontSize, fontWeight, lineHeight, letterSpacing } = getComputedStyle(element);
    const over = element.scrollWidth - element.clientWidth;
    return { left, height: Math.round(height), fontSize, fontWeight, lineHeight, letterSpacing, over };
  });

describe.each([
  [1280, null],
  [390, '🌱'],
] as const)('a long title at %i pixels, with icon %s', (width, icon) => {
  it('wraps in the editor as on the page, and grows while it is written', async () => {
    const writer = await openWriter(stage, 'Text', width);
    const { page, person, docId, url } = writer;
    await person.api.patch(`/api/documents/${docId}`, { title: LONG, icon });
    await page.goto(url);
    const read = await shapeOf(page, 'main h1');
    await beginWriting(page, url);
    const shape = await shapeOf(page, '#title');
    expect(shape).toMatchObject({ ...read, over: 0, height: expect.any(Number) });
    // An empty icon field beside the title takes some of its width.
    const line = Number.parseFloat(read.lineHeight);
    expect(shape.height - read.height).toBeLessThan(icon ? 2 : line + 2);
    await titleOf(page).press('Control+End');
    await typeAtHumanSpeed(page, ', and what grows below its trees in the meantime');
    expect((await shapeOf(page, '#title')).height).toBeGreaterThan(shape.height + line - 2);
    expect((await shapeOf(page, '#title')).over).toBe(0);
    await waitForTitle(writer, `${LONG}, and what grows below its trees in the meantime`);
    await closeWriter(writer);
  });
});

it('Enter goes from the title to the text, and ArrowDown only from its last line', async () => {
  const writer = await openWriter(stage, 'Text');
  const { page, person, docId, url, text } = writer;
  await person.api.patch(`/api/documents/${docId}`, { title: LONG });
  await beginWriting(page, url);
  const title = titleOf(page);
  await title.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('X');
  await expect.poll(() => title.inputValue()).toMatch(/^How.+X.+year$/);
  for (let line = 0; line < 4; line += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
  await title.press('Control+End');
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'Typed ');
  await until(async () => expect(await storedText(writer)).toBe('Typed Text'));
  expect(await storedTitle(writer)).not.toContain('\n');
  await closeWriter(writer);
});

it('line breaks pasted into the title become spaces, in one step that can be undone', async () => {
  const writer = await openWriter(stage, 'Text');
  const { page, context } = writer;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('Two\r\nlines\n\nof it'));
  await titleOf(page).press('Control+A');
  await page.keyboard.press('Control+V');
  await waitForTitle(writer, 'Two lines of it');
  expect(await titleOf(page).inputValue()).toBe('Two lines of it');
  await page.keyboard.press('Control+Z');
  await waitForTitle(writer, 'Garden');
  await closeWriter(writer);
});

it('without a script, a line break typed in the title is stored as a space', async () => {
  const writer = await openWriter(stage, 'Text');
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false });
  await context.addCookies((await writer.context.cookies()).map((cookie) => ({ ...cookie })));
  await page.goto(`${writer.url}/edit`);
  await titleOf(page).press('Control+End');
  await page.keyboard.type('\nof mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Garden of mine', exact: true }).waitFor();
  expect(await storedTitle(writer)).toBe('Garden of mine');
  await context.close();
  await closeWriter(writer);
});

it('a new page starts in its title, and what is typed replaces it', async () => {
  const writer = await openWriter(stage, 'Text');
  const { page, person } = writer;
  await page.goto(stage.server.url);
  await untilHydrated(page);
  await page.getByRole('main').getByRole('button', { name: 'New document' }).click();
  await page.waitForURL(/\/edit/);
  // The page is rendered once more when the editor stands in it.
  await page.locator('main.editor.live').waitFor();
  await expect.poll(() => titleOf(page).evaluate((title) => title === document.activeElement)).toBe(true);
  await typeAtHumanSpeed(page, 'Pears');
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'Sow.');
  const docId = new URL(page.url()).pathname.split('/')[2]!;
  await waitForTitle({ ...writer, person, docId }, 'Pears');
  await closeWriter(writer);
});
