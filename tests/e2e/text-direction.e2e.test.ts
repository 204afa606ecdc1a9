import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { call } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';

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
    const caretX = await page.evaluate(() => getSelection()!.getRangeAt(0).getBoundingClientRect().x);
    expect(caretX).toBeGreaterThan(start!.x + start!.width / 2);
  });

  it('is set apart as a name or title in a sentence of the page, which keeps its order', async () => {
    const { server, browser } = stage;
    const [owner, reader] = [await newPerson(server, 'noor'), await newPerson(server, 'leila')];
    await reader.page.post('/settings', { intent: 'profile', displayName: 'ليلى (٢٠٢٤)', username: '' });
    const { id } = await makeDocument(owner, { title: 'الجزر (3)', content: TEXT });
    await share(owner, id, reader.email, 'EDIT');
    await reader.api.post(`/api/documents/${id}/comments`, { body: 'هل نزرع المزيد؟', quote: 'الجزر' });
    const { page, context } = await newVisitor(browser, { javaScriptEnabled: true, width: 1440 });
    await context.addCookies([...owner.browser.cookies].map(([name, value]) => ({ name, value, url: server.url })));
    await page.goto(`${server.url}/inbox`);
    // The name, the words of the page, the title and the closing quotation mark follow each other from left to right.
    const order = await page.locator('.inbox .document-row .name').evaluate((line) => {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const found: { text: string; left: number }[] = [];
      while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const text = walker.currentNode.textContent!.trim();
        if (text) found.push({ text, left: range.getBoundingClientRect().left });
      }
      return found.sort((one, other) => one.left - other.left).map(({ text }) => text);
    });
    expect(order).toEqual(['ليلى (٢٠٢٤)', 'commented on “', 'الجزر (3)', '”']);
    await page.goto(`${server.url}/doc/${id}`);
    expect((await sidesOf(page, '.thread .comment-body p', 'هل نزرع')).isRight).toBe(true);
    const bidi = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).unicodeBidi);
    for (const selector of ['.thread-quote > a', 'textarea[name=body]']) expect(await bidi(selector)).toBe('plaintext');
    await page.goto(`${server.url}/search?keyword=${encodeURIComponent('الجزر')}`);
    expect(await bidi('input[name=keyword]')).toBe('plaintext');
    await context.close();
  });
});
