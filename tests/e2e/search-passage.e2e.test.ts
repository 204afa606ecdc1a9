import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, plantDocument } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { newEmail } from '#tests/support/factories.ts';

const stage = setStage();

const FILLER = 'A line of text.\n\n'.repeat(60);
/** Words that the page has before the text too: in the sidebar, the contents and the title. */
const TEXTS = [
  {
    keyword: 'import',
    content: `${FILLER}Here the import & its – often long – preparations are **described**, at last.`,
  },
  { keyword: 'import', content: `${FILLER}## Import\n\nNothing else.\n\n## Other\n\n${FILLER}` },
  { keyword: 'templates', content: `${FILLER}| Name | Word |\n| --- | --- |\n| First one | Templates |\n\n${FILLER}` },
  { keyword: '公园', title: '公园', content: `${FILLER}我们吃完晚饭，然后公园关门了，大家一起走回家。\n\n${FILLER}` },
];

const isTargetSeen = (page: Page, keyword: string) =>
  page.evaluate((word) => {
    const prose = document.querySelector('main .prose')!;
    const walker = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue!.toLowerCase().indexOf(word);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      const { top, bottom } = range.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    }
    return false;
  }, keyword);

for (const javaScriptEnabled of [true, false]) {
  it(`the passage of a hit is seen, not equal words before it, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
    const visitor = await newVisitor(stage.browser, { javaScriptEnabled });
    const { page, context, complaints } = visitor;
    await enterAsNew(page, stage.server, newEmail());
    for (const { keyword, title = 'Manual', content } of TEXTS) {
      const url = await plantDocument(page, title, content);
      await page.goto(`${stage.server.url}/search?keyword=${keyword}&in=&sort=createdAt`);
      await page.locator(`a.to-passage[href*="${new URL(url).pathname}"]`).click();
      await page.waitForURL(`**${new URL(url).pathname}*`);
      await expect.poll(() => isTargetSeen(page, keyword), { message: content.slice(-80) }).toBe(true);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
}
