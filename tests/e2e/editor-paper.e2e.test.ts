import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, closeWriter, openWriter, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

const part = (number: number) =>
  [
    `## Part ${number}`,
    `Paragraph ${number} with **bold** words, a [link](https://example.com/${number}) and enough of them to fill more than one line of the page it is on.`,
    `- item ${number}\n- another ${number}\n  - below it ${number}`,
    `| Name ${number} | Count |\n| --- | --- |\n| Pears ${number} | ${number} |`,
    `> A quote of part ${number}.`,
    `\`\`\`js\nlet part = ${number};\n\`\`\``,
    `Closing words of part ${number}.`,
  ].join('\n\n');
const LONG = Array.from({ length: 20 }, (_, index) => part(index + 1)).join('\n\n');

/** Returns the words at a third of the window's height if they occur once in the document, else ''. */
const wordsInSight = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector<HTMLElement>('#document-body')!;
    const { left } = body.getBoundingClientRect();
    const node = document.caretRangeFromPoint(left + 40, innerHeight / 3)?.startContainer;
    const words = node instanceof Text ? node.data.trim().slice(0, 14) : '';
    return words !== '' && body.textContent.split(words).length === 2 ? words : '';
  });

/** Scrolls on until the words at a third of the window's height occur once in the document; returns them. */
async function scrollToWords(page: Page): Promise<string> {
  for (;;) {
    const words = await wordsInSight(page);
    if (words) return words;
    await page.evaluate(() => scrollBy({ top: 20, behavior: 'instant' }));
  }
}

/** Returns the vertical position of words on the page or in the editor; null if they are not displayed. */
const topOf = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const body = document.querySelector('#document-body, .cm-content');
    if (!body) return null;
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = (node as Text).data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().top;
    }
    return null;
  }, words);

async function expectAt(page: Page, words: string, top: number | null): Promise<void> {
  const shift = async () => Math.abs(((await topOf(page, words)) ?? Number.NaN) - (top ?? 0));
  await expect.poll(shift, { message: words }).toBeLessThanOrEqual(8);
}

/** Returns true once the code of the page that handles double clicks is loaded. */
const hasReadingAids = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/reading-aids'));

describe('a long document', () => {
  for (const way of ['Edit', 'e', 'double click', 'e, as in WebKit', 'double click, as in WebKit']) {
    it(`opens in the editor by ${way}, and closes, with the same words at the same place`, async () => {
      const writer = await openWriter(stage, LONG);
      const { page, url, text } = writer;
      // WebKit has `caretRangeFromPoint` alone.
      if (way.endsWith('WebKit'))
        await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'caretPositionFromPoint'));
      await page.goto(url);
      await untilHydrated(page);
      await page.mouse.move(700, 400);
      await page.mouse.wheel(0, 3000);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(2500);
      await expect.poll(() => page.evaluate(hasReadingAids)).toBe(true);
      const words = await scrollToWords(page);
      const top = await topOf(page, words);
      const edit = page.getByRole('main').getByRole('link', { name: 'Edit' });
      expect(await edit.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(0);
      if (way === 'Edit') await edit.click();
      else if (way.startsWith('e')) await page.keyboard.press('e');
      else await page.mouse.dblclick(313, (top ?? 0) + 10);
      await text.waitFor();
      await expectAt(page, words, top);
      await typeAtHumanSpeed(page, 'Typed');
      const topInEditor = await topOf(page, words);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.waitForURL(url);
      await expectAt(page, words, topInEditor);
      await closeWriter(writer);
    });
  }

  it('shows its contents in the margin from 1,280 px on, folded below that', async () => {
    const writer = await openWriter(stage, LONG);
    const { page, url } = writer;
    await page.goto(url);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: 'Part 3' }).waitFor();
    const [list, body] = await Promise.all([contents.boundingBox(), page.locator('#document-body').boundingBox()]);
    expect(list?.x).toBeGreaterThanOrEqual((body?.x ?? 0) + (body?.width ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    await page.setViewportSize({ width: 1279, height: 860 });
    await page.reload();
    await expect.poll(() => contents.isVisible()).toBe(false);
    await closeWriter(writer);
  });

  it('shows them without a script too', async () => {
    const writer = await openWriter(stage, LONG);
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false });
    await context.addCookies((await writer.context.cookies()).map((cookie) => ({ ...cookie })));
    await page.goto(writer.url);
    await expect.poll(() => page.locator('.toc a').first().isVisible()).toBe(true);
    await context.close();
    await closeWriter(writer);
  });
});

it('a toggle is written from the menu, folded in the editor, and folds on the page', async () => {
  const writer = await openWriter(stage, '');
  const { page, url, text } = writer;
  await text.click();
  await typeAtHumanSpeed(page, '/toggle');
  await page.getByRole('option', { name: 'Toggle' }).waitFor();
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'Recipe');
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'Two pears.');
  await page.keyboard.press('Control+End');
  await typeAtHumanSpeed(page, 'After');
  await waitForStored(writer, '<details><summary>Recipe</summary>\n\nTwo pears.\n\n</details>\n\nAfter');
  const fold = text.getByRole('button', { name: 'Fold or unfold' });
  await fold.click();
  await expect.poll(() => text.innerText()).not.toContain('Two pears.');
  await fold.click();
  await expect.poll(() => text.innerText()).toContain('Two pears.');
  await page.goto(url);
  const hidden = page.getByRole('article').getByText('Two pears.');
  expect(await hidden.isVisible()).toBe(false);
  await page.getByRole('article').getByText('Recipe').click();
  await hidden.waitFor();
  await closeWriter(writer);
});

it('a bare address of a video is a card, and no other site is asked before it is pressed', async () => {
  const address = 'https://youtu.be/abcDEF12345';
  const writer = await openWriter(stage, `Look\n\n${address}\n\nEnd`);
  const { page, url, text } = writer;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await text.press('Control+Home');
  await text.locator('.cm-card').getByText('YouTube').waitFor();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => text.locator('.cm-card').count()).toBe(0);
  await page.goto(url);
  const card = page.getByRole('article').getByRole('link', { name: 'YouTube' });
  expect(await card.getAttribute('href')).toBe(address);
  expect([...new Set(asked)]).toEqual([new URL(url).host]);
  await closeWriter(writer);
});

it('on a phone the tools stand in one row above the keyboard, and the line that is written above them', async () => {
  const writer = await openWriter(stage, 'One.\n\n'.repeat(40), 390);
  const { page, url } = writer;
  await page.addInitScript(() => {
    const viewport = Object.assign(new EventTarget(), {
      height: 860,
      width: 390,
      offsetTop: 0,
      offsetLeft: 0,
      scale: 1,
    });
    Object.defineProperty(window, 'visualViewport', { value: viewport });
  });
  const text = await beginWriting(page, url);
  const tools = page.getByRole('toolbar');
  const bottomOf = async () => Math.round((await tools.boundingBox().then((box) => box && box.y + box.height)) ?? 0);
  await expect.poll(bottomOf).toBeGreaterThan(850);
  await page.evaluate(() => {
    Object.assign(window.visualViewport as object, { height: 500 });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(bottomOf).toBeLessThanOrEqual(500);
  const heights = await tools
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(heights.map(Math.round)).size).toBe(1);
  await text.press('Control+End');
  await typeAtHumanSpeed(page, 'Typed');
  const caret = () => topOf(page, 'Typed');
  const top = await tools.boundingBox().then((box) => box?.y ?? 0);
  await expect.poll(caret).toBeLessThan(top - 10);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await closeWriter(writer);
});

it('a cover, which the editor does not have, leaves no hole above the text of a page that was at its top', async () => {
  const writer = await openWriter(stage, LONG, 390, { hasTouch: true });
  const { page, url, text, person, docId } = writer;
  await person.api.put(`/api/documents/${docId}/cover`, { url: '/covers/hills.svg', isPreset: true });
  await page.goto(url);
  await untilHydrated(page);
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).tap();
  await text.waitFor();
  const hole = () =>
    page.evaluate(() => {
      const [title, text] = ['.editor-title', '.cm-content'].map((part) => document.querySelector(part)!);
      return text!.getBoundingClientRect().top - title!.getBoundingClientRect().bottom;
    });
  // The editor keeps the place of the text for 30 frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(await hole()).toBeLessThan(40);
  await closeWriter(writer);
});
