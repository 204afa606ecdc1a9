import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { call } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
const TEXT = [
  'زرعنا الجزر شمال الحديقة.',
  'We sowed carrots.',
  '- تفاح\n- كمثرى',
  '> قالت: **الربيع** قريب.',
  '> [!NOTE]\n> ملاحظة مهمة.\n>\n> وأخرى.',
  '```\nlet a = 1;\n```',
].join('\n\n');
const TITLE = 'حديقة الربيع';

/** Opens a document in Arabic and English as a new person. */
async function gardener(email: string): Promise<{ page: Page; url: string; complaints: string[] }> {
  const { page, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, email);
  const { id } = await call(page, 'POST', '/api/documents', { title: TITLE, content: TEXT });
  const url = `${stage.server.url}/doc/${id}`;
  await page.goto(url);
  return { page, url, complaints };
}

/** Measures where the words and the mark of a block stand: distances in pixels from the edges of the column. */
const sidesOf = (page: Page, selector: string, words: string) =>
  page
    .locator(selector, { hasText: words })
    .first()
    .evaluate((block, text) => {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() && !walker.currentNode.textContent?.includes(text.slice(0, 3)));
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const [inner, outer] = [range.getBoundingClientRect(), block.getBoundingClientRect()];
      const { borderRightWidth, borderLeftWidth } = getComputedStyle(block);
      return {
        isRight: outer.right - inner.right < inner.left - outer.left,
        bar: [Number.parseFloat(borderLeftWidth), Number.parseFloat(borderRightWidth)],
      };
    }, words);

describe('a text from right to left', () => {
  it('stands on its side of the reading page, and English beside it on the other', async () => {
    const { page, complaints } = await gardener('reads-arabic@example.com');
    expect((await sidesOf(page, '.prose > p', 'زرعنا')).isRight).toBe(true);
    expect((await sidesOf(page, '.prose > p', 'We sowed')).isRight).toBe(false);
    expect((await sidesOf(page, '.prose li', 'تفاح')).isRight).toBe(true);
    expect((await sidesOf(page, '.prose blockquote', 'قالت')).bar).toEqual([0, 3]);
    expect((await sidesOf(page, '.doc > .title', TITLE)).isRight).toBe(true);
    expect((await sidesOf(page, '.prose pre', 'let a')).isRight).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('stands there in the editor too, also when it is typed', async () => {
    const { page, url } = await gardener('writes-arabic@example.com');
    await page.goto(`${url}/edit`);
    await page.locator('.cm-content').waitFor();
    expect((await sidesOf(page, '.cm-line', 'زرعنا')).isRight).toBe(true);
    expect((await sidesOf(page, '.cm-line', 'We sowed')).isRight).toBe(false);
    expect((await sidesOf(page, '.cm-line', 'كمثرى')).isRight).toBe(true);
    expect((await sidesOf(page, '.cm-quote', 'قالت')).bar).toEqual([0, 3]);
    const bars = await page
      .locator('.cm-alert')
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).borderRightWidth));
    expect(bars).toEqual(['3px', '3px', '3px', '3px']);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n\nשלום');
    expect((await sidesOf(page, '.cm-line', 'שלום')).isRight).toBe(true);
    const start = await page.locator('.cm-line', { hasText: 'שלום' }).boundingBox();
    const caret = (await page.locator('.cm-cursor-primary').boundingBox())!;
    expect(caret.x).toBeGreaterThan(start!.x + start!.width / 2);
  });
});
