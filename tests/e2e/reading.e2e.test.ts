import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, holdScripts, plantDocument, untilHydrated, writeDocument } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

const FILLER = 'A paragraph to scroll past.\n\n'.repeat(60);
const TEXT = `# One\n\n- [ ] dig\n- [ ] sow\n\n## Two\n\n${FILLER}## Three\n\n- [ ] far down\n\n$e^{i\\pi}$\n`;

const isTicked = (page: Page, name: string) =>
  page
    .getByRole('checkbox', { name })
    .getAttribute('aria-checked')
    .then((state) => state === 'true');

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('reading, %s', (_name, javaScriptEnabled) => {
  it('ticks tasks in place, jumps by the contents, and sees what links here', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    await enterAsNew(page, stage.server, `reader-${javaScriptEnabled}@example.com`);
    const path = await plantDocument(page, 'Spring', TEXT);
    await plantDocument(page, 'Diary', `See [spring](${new URL(path).pathname}).`);
    await page.goto(path);
    if (javaScriptEnabled) await untilHydrated(page);
    await page.getByRole('checkbox', { name: 'sow' }).click();
    await expect.poll(() => isTicked(page, 'sow')).toBe(true);
    await page.getByRole('status').getByText('Saved').waitFor();
    const place = javaScriptEnabled ? path : `${path}#task-1`;
    expect([await isTicked(page, 'dig'), page.url()]).toEqual([false, place]);
    await page.getByRole('checkbox', { name: 'sow' }).click();
    await expect.poll(() => isTicked(page, 'sow')).toBe(false);

    // On a wide window the table of contents is open in the margin.
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Three' }).click();
    await page.waitForURL(`${path}#h-three`);
    await page.getByRole('main').getByRole('link', { name: 'Diary' }).click();
    await page.getByRole('heading', { name: 'Diary', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('a task far down is ticked by keyboard, and neither place nor focus nor history moves', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'keys@example.com');
  const path = await plantDocument(page, 'Spring', TEXT);
  await page.goto(path);
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await page.getByRole('checkbox', { name: 'far down' }).focus();
  const state = () =>
    page.evaluate(() => [scrollY, history.length, (document.activeElement as HTMLButtonElement).value]);
  const before = await state();
  await page.keyboard.press('Space');
  await page.getByRole('status').getByText('Saved').waitFor();
  await expect.poll(() => isTicked(page, 'far down')).toBe(true);
  await expect.poll(state).toEqual(before);
  expect(before[0]).toBeGreaterThan(500);
  expect(complaints).toEqual([]);
  await context.close();
});

it('formulas are drawn with fonts of our own, without complaint of the page’s policy', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'euler@example.com');
  const fonts: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('.woff2')) fonts.push(`${answer.status()} ${new URL(answer.url()).origin}`);
  });
  await page.goto(await plantDocument(page, 'Euler', '$e^{i\\pi}+1=0$'));
  expect(
    await page
      .locator('.katex .mord')
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily),
  ).toMatch(/KaTeX/);
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => fonts.length).toBeGreaterThan(0);
  expect(new Set(fonts)).toEqual(new Set([`200 ${stage.server.url}`]));
  expect(complaints).toEqual([]);
  await context.close();
});

it('two people who wrote at once see both texts, and keep both, without JavaScript', async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false, lng: 'zh', width: 360 });
  await context.addCookies([{ name: 'i18next', value: 'en', url: stage.server.url }]);
  await enterAsNew(page, stage.server, 'both@example.com');
  const path = await writeDocument(page, 'Beds', 'The red bed.\n\nRest.');
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`${path}/edit`);
  const save = async (tab: Page, text: string) => {
    await tab.getByLabel('Text (Markdown)').fill(text);
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await save(other, 'The blue bed.\n\nRest.');
  await save(page, 'The green bed.\n\nRest.');
  expect(await page.locator('.conflict ins').allInnerTexts()).toEqual(['green']);
  expect(await page.locator('.conflict del').allInnerTexts()).toEqual(['blue']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Save both' }).click();
  await page.waitForURL(path);
  expect(await page.locator('.prose p').allInnerTexts()).toEqual(['The blue bed.', 'The green bed.', 'Rest.']);

  await page.goto(`${path}/history`);
  await page.getByLabel('From version 2').check();
  await page.getByLabel('To version 4').check();
  await page.getByRole('button', { name: 'Compare the two' }).click();
  await expect.poll(() => page.locator('.changes ins').allInnerTexts()).toEqual(['blue bed.\n\nThe green']);
  await context.close();
});

it('paper gets the text, in light colours, and nothing of the page around it', async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'paper@example.com');
  await page.goto(await plantDocument(page, 'Paper', 'See [the site](https://example.com/x).\n\n```ts\nlet a;\n```'));
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['.bar', '.side', '.actions', '.inside', '.prose .anchor']) {
    for (const element of await page.locator(hidden).all())
      expect([hidden, await element.isVisible()]).toEqual([hidden, false]);
  }
  const link = page.getByRole('link', { name: 'the site' });
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(
    'https://example.com/x',
  );
  const body = page.locator('.prose p').first();
  expect(await body.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
  for (const format of ['A4', 'Letter'] as const) expect((await page.pdf({ format })).length).toBeGreaterThan(1000);
  await context.close();
});

it('what was selected before the scripts arrived stays selected: pasting replaces it', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'paste@example.com');
  const path = await plantDocument(page, 'Garden', 'The text before');
  const arrive = await holdScripts(page);
  await page.goto(`${path}/edit`);
  await page.getByLabel('Text (Markdown)').selectText();
  arrive();
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await page.keyboard.insertText('The text pasted');
  // Returns the text area, or the editor that has replaced it.
  const written = (field: Element) => (field instanceof HTMLTextAreaElement ? field.value : field.textContent);
  expect(await page.getByLabel('Text (Markdown)').evaluate(written)).toBe('The text pasted');
  expect(complaints).toEqual([]);
  await context.close();
});

it.each([
  ['without scripts', false],
  ['with scripts', true],
])(
  'long Chinese titles and headings break between words, %s, and keep their text',
  async (_name, javaScriptEnabled) => {
    const title = '前端团队季度规划与知识管理平台文档迁移方案讨论记录';
    const heading = '为什么我们需要把团队现有的全部文档迁移到新的平台上去';
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled, width: 390 });
    await enterAsNew(page, stage.server, `phrases-${javaScriptEnabled}@example.com`);
    await page.goto(await plantDocument(page, title, `## ${heading}\n\nText.`));
    if (javaScriptEnabled) await untilHydrated(page);
    const shown = [page.getByRole('heading', { name: title, level: 1 }), page.getByRole('heading', { name: heading })];
    for (const one of shown) {
      // Narrow, as the letters of a machine without a Chinese typeface are.
      for (const width of [220, 260, 320, 390]) {
        await page.setViewportSize({ width, height: 860 });
        const lines = await one.evaluate(linesOf);
        expect(lines.filter((line) => /^[档队台]|[文团平]$/.test(line))).toEqual([]);
        expect(lines.length).toBeGreaterThan(width < 300 ? 1 : 0);
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  },
);

/** Runs in the page. Returns the displayed lines of an element's text. */
function linesOf(element: Element): string[] {
  const lines: string[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let top = Number.NEGATIVE_INFINITY;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let at = 0; at < (node.nodeValue?.length ?? 0); at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (box.top > top + 5) lines.push('');
      top = box.top;
      lines.push((lines.pop() ?? '') + node.nodeValue![at]);
    }
  }
  return lines;
}
