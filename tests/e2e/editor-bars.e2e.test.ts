import { expect, it } from 'vitest';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, untilSaved } from '#tests/e2e/writer.ts';

const stage = setStage();

it('on a phone the bars of the editor keep one row each, and show that there are more tools', async () => {
  const writer = await openWriter(stage, 'One.', 390);
  const { page } = writer;
  await untilSaved(page);
  const help = page.getByRole('link', { name: 'Markdown help' });
  const [bar, link] = await Promise.all([page.locator('.editor-bar').boundingBox(), help.boundingBox()]);
  expect(bar!.height).toBeLessThan(80);
  expect([link!.width, link!.height]).toEqual([44, 44]);
  expect(link!.x + link!.width).toBeLessThanOrEqual(390);
  const tools = page.getByRole('toolbar', { name: 'Formatting' });
  const isCut = (bar: HTMLElement) => {
    const { right } = bar.getBoundingClientRect();
    const cut = [...bar.querySelectorAll('button')].filter((button) => button.getBoundingClientRect().left < right);
    return (
      cut.at(-1)!.getBoundingClientRect().right > right && getComputedStyle(bar).backgroundImage.includes('gradient')
    );
  };
  expect(await tools.evaluate(isCut)).toBe(true);
  await closeWriter(writer);
});

it('on a phone a toast stands above the bar of the editor, also above an on-screen keyboard', async () => {
  const writer = await openWriter(stage, 'One.', 390, { hasTouch: true });
  const { page } = writer;
  await page.goto(stage.server.url);
  await untilHydrated(page);
  await page.getByRole('main').getByLabel('Title').fill('Orchard');
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: 'Created' }).waitFor();
  await page.locator('.editor-tool').first().waitFor();
  const covered = () =>
    page.locator('.editor-tool').evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        if (right > innerWidth) return [];
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return button.contains(hit) ? [] : [`${button.ariaLabel}: ${hit?.outerHTML.slice(0, 60)}`];
      }),
    );
  expect(await covered()).toEqual([]);
  const keyboard = 300;
  await page.evaluate((px) => document.documentElement.style.setProperty('--keyboard', `${px}px`), keyboard);
  expect(await covered()).toEqual([]);
  const [toast, bar] = [page.locator('.toast'), page.locator('.editor-head')].map((part) => part.boundingBox());
  expect((await bar)!.y + (await bar)!.height).toBe(page.viewportSize()!.height - keyboard);
  expect((await toast)!.y + (await toast)!.height).toBeLessThan((await bar)!.y);
  await closeWriter(writer);
});

it.each([844, 500])(
  'on a phone of %i px each new row of a table stands above the bar, with its tools',
  async (height) => {
    const paragraphs = Array.from({ length: 8 }, (_, nth) => `Paragraph ${nth}`).join('\n\n');
    const table = '| a | b |\n|---|---|\n| one | two |';
    const writer = await openWriter(stage, `# List\n\n${paragraphs}\n\n${table}`, 390, { hasTouch: true });
    const { page, text } = writer;
    await page.setViewportSize({ width: 390, height });
    await text.getByRole('cell', { name: 'two' }).tap();
    /** How far the focused cell or the tools reach below the bar, and how far the page is scrolled. */
    const seen = () =>
      page.evaluate(() => {
        const bottomOf = (part: Element) => part.getBoundingClientRect().bottom;
        const cell = document.activeElement!;
        const { top } = document.querySelector('.editor-head')!.getBoundingClientRect();
        const tools = cell.closest('.cm-table')!.querySelector('.cm-table-tools')!;
        return { text: cell.textContent, below: Math.max(bottomOf(cell), bottomOf(tools)) - top, scrolled: scrollY };
      });
    let { scrolled } = await seen();
    for (const [nth, word] of ['pears', 'plums', 'figs'].entries()) {
      await page.keyboard.press('Enter');
      await page.keyboard.type(word);
      await expect.poll(async () => (await seen()).below).toBeLessThanOrEqual(0);
      const now = await seen();
      expect(now.text).toBe(word);
      // A row and no more; the first time also what the bar covered before.
      if (nth > 0) expect(now.scrolled - scrolled).toBeLessThan(60);
      ({ scrolled } = now);
    }
    await closeWriter(writer);
  },
);

it.each([740, 568])(
  'above the keyboard of a phone held sideways, %i px wide, the cursor is not covered',
  async (width) => {
    const paragraphs = Array.from({ length: 12 }, (_, nth) => `Paragraph ${nth}`).join('\n\n');
    const writer = await openWriter(stage, paragraphs, width, { hasTouch: true });
    const { page, text } = writer;
    await page.setViewportSize({ width, height: 190 });
    await text.getByText('Paragraph 7').tap();
    await page.keyboard.press('End');
    /** What is drawn at the cursor, and the height between the bars. */
    const seen = () =>
      page.evaluate(() => {
        const { left, top, bottom } = getSelection()!.getRangeAt(0).getBoundingClientRect();
        const free = new Set(
          Array.from({ length: innerHeight }, (_, y) => y).filter((y) =>
            document.elementFromPoint(innerWidth / 2, y)?.closest('.cm-editor'),
          ),
        );
        const isFree = [top + 2, bottom - 2].every((y) => document.elementFromPoint(left - 2, y)?.closest('.cm-line'));
        return { isFree, room: free.size };
      });
    for (const word of [' pears', 'plums', 'figs']) {
      await page.keyboard.type(word);
      await expect.poll(async () => (await seen()).isFree, { message: word }).toBe(true);
      expect((await seen()).room).toBeGreaterThan(100);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await expect.poll(async () => (await seen()).isFree).toBe(true);
    await closeWriter(writer);
  },
);

it('a tool that a finger has switched off does not look pressed, and the tools end at the edge of the window', async () => {
  const writer = await openWriter(stage, 'Words\n\n| a | b |\n|---|---|\n| one | two |', 390, { hasTouch: true });
  const { page, text } = writer;
  await page.emulateMedia({ colorScheme: 'dark' });
  const colourOf = (part: ReturnType<typeof page.locator>) =>
    part.evaluate((button) => getComputedStyle(button).backgroundColor);
  const bold = page.getByRole('button', { name: 'Bold' });
  await text.getByText('Words').tap();
  for (const pressed of ['true', 'false']) {
    await bold.tap();
    await expect.poll(() => bold.getAttribute('aria-pressed')).toBe(pressed);
  }
  const [nothing, row] = ['rgba(0, 0, 0, 0)', page.getByRole('button', { name: 'Add row' })];
  await expect.poll(() => colourOf(bold)).toBe(nothing);
  await text.getByRole('cell', { name: 'two' }).tap();
  await row.tap();
  await expect.poll(() => colourOf(row)).toBe(await colourOf(page.getByRole('button', { name: 'Add column' })));
  const tools = page.getByRole('toolbar', { name: 'Formatting' });
  expect(await tools.boundingBox()).toMatchObject({ x: 0, width: 390 });
  // The shade of the dark theme is dark.
  expect(await tools.evaluate((bar) => getComputedStyle(bar).backgroundImage)).toContain('lab(0 0 0 / 0.8)');
  await closeWriter(writer);
});

it('a phone that is turned sideways and back in the editor keeps the first line, or the cursor, in the window', async () => {
  const paragraphs = Array.from({ length: 40 }, (_, nth) => `${nth} ${'peas and beans by the trellis '.repeat(6)}`);
  const writer = await openWriter(stage, paragraphs.join('\n\n'), 390, { hasTouch: true, isMobile: true });
  const { page } = writer;
  /** Turns the phone, and waits until the page has not moved for half a second. */
  const turn = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((width) => innerWidth === width, width);
    await page.evaluate(async () => {
      for (let [still, last] = [0, -1]; still < 30; last = scrollY) {
        await new Promise(requestAnimationFrame);
        still = scrollY === last ? still + 1 : 0;
      }
    });
  };
  /** Whether the cursor, or a part of the line that begins with these words, is drawn between the bars. */
  const isSeen = (start: string | null) =>
    page.evaluate((start) => {
      const isDrawn = (box: DOMRect) =>
        document.elementFromPoint(box.left + 1, (box.top + box.bottom) / 2)?.closest('.cm-content') != null;
      const cursor = getSelection()!.getRangeAt(0);
      // On an empty line the cursor has no box of its own.
      if (start === null)
        return isDrawn(cursor.getClientRects()[0] ?? (cursor.startContainer as Element).getBoundingClientRect());
      const range = document.createRange();
      const line = [...document.querySelectorAll('.cm-line')].find((each) => each.textContent?.startsWith(start));
      if (!line) return false;
      range.selectNodeContents(line);
      return [...range.getClientRects()].some(isDrawn);
    }, start);
  const topLine = () =>
    page.evaluate(() => {
      const { bottom } = document.querySelector('.editor-bar')!.getBoundingClientRect();
      return document
        .elementFromPoint(innerWidth / 2, bottom + 40)!
        .closest('.cm-line')!
        .textContent!.slice(0, 8);
    });
  await untilSaved(page);
  await turn(390, 844);
  await page.evaluate(() => scrollTo(0, 2400));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(2000);
  await turn(390, 844);
  const line = await topLine();
  for (let round = 0; round < 3; round += 1) {
    await turn(844, 390);
    expect(await isSeen(line)).toBe(true);
    await turn(390, 844);
    expect(await topLine()).toBe(line);
  }
  await page.touchscreen.tap(150, 600);
  await turn(390, 844);
  await expect.poll(() => isSeen(null)).toBe(true);
  for (const [width, height] of [
    [844, 390],
    [390, 844],
    [844, 390],
  ] as const) {
    await turn(width, height);
    expect(await isSeen(null)).toBe(true);
  }
  await closeWriter(writer);
});
