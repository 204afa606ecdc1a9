import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter } from '#tests/e2e/writer.ts';
import { upload } from '#tests/support/upload.ts';

const stage = setStage();

const REST = 'stands in a paragraph that fills more than one line of the page, so that it wraps on a desk too.';
/** Words of the form `x7x` occur once. */
const BLOCKS = {
  heading: '## x1x heading\n\nx2x below the heading.',
  list: '- x3x one\n- x4x two\n  - x5x nested\n- [ ] x6x task',
  table: '| x7x | Count |\n| --- | --- |\n| x8x | 12 |\n| x9x | 7 |',
  code: '```js\nlet x10x = 1;\nlet x11x = 2;\n```',
  formula: '$$\n\\int_0^1 x^2\\,dx = \\frac13\n$$',
  card: 'https://youtu.be/x12xDEF3456',
  quote: `> x13x ${REST}\n>\n> x14x goes on.`,
  callout: `> [!NOTE]\n> x15x ${REST}`,
  picture: '![A plan](PICTURE)',
  details: '<details open><summary>x16x</summary>\n\nx17x inside.\n\n</details>',
};
const NAMES = Object.keys(BLOCKS);
const TEXT = [
  ...Object.values(BLOCKS).flatMap((block, at) => [`x${100 + at}x ${REST}`, block]),
  ...Array.from({ length: 12 }, (_, at) => `x${200 + at}x ${REST}`),
].join('\n\n');

/** A picture of 400 × 160 pixels. */
const drawPicture = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 160 });
    canvas.getContext('2d')?.fillRect(0, 0, 400, 160);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

type Tops = Record<string, number>;

type Places = Record<string, { left: number; middle: number; top: number }>;

/** Returns the place of each word in the window. */
const placesOfWords = (page: Page): Promise<Places> =>
  page.evaluate(() => {
    const places: Record<string, { left: number; middle: number; top: number }> = {};
    const body = document.querySelector('#document-body, .cm-content') ?? document.body;
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      for (const { 0: word, index } of node.data.matchAll(/x\d+x/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const { left, top, height } = range.getBoundingClientRect();
        if (height > 0) places[word] = { left, top, middle: top + height / 2 };
      }
    }
    return places;
  });

/** Returns the vertical position of the words up to 160 pixels from a third of the window's height. */
async function wordsAtEye(page: Page): Promise<Tops> {
  const places = Object.entries(await placesOfWords(page));
  return Object.fromEntries(
    places.filter(([, { middle }]) => Math.abs(middle - EYE) < 160).map(([word, { top }]) => [word, top]),
  );
}

/** Waits until each of these words is at most 8 pixels from where it was. */
async function expectUnmoved(page: Page, what: string, before: Tops): Promise<void> {
  const moved = async () => {
    const now = await wordsAtEye(page);
    return Object.entries(before).flatMap(([word, top]) =>
      now[word] !== undefined && Math.abs(now[word] - top) <= 8 ? [] : [`${what}: ${word} ${top} → ${now[word]}`],
    );
  };
  await expect.poll(moved).toEqual([]);
}

/** Scrolls a block to a third of the window's height. */
const scrollToBlock = (page: Page, number: number) =>
  page.evaluate((wanted) => {
    const blocks = [...document.querySelectorAll('#document-body > *')];
    const block = blocks[blocks.findIndex(({ textContent }) => textContent.startsWith(`x${100 + wanted}x`)) + 1];
    const { top = 0, height = 0 } = block?.getBoundingClientRect() ?? {};
    scrollBy({ top: top + Math.min(height / 2, 20) - innerHeight / 3, behavior: 'instant' });
  }, number);

/** Words at the edge of the range may leave it by a few pixels. */
const EYE = 860 / 3;
const near = (tops: Tops) =>
  Object.fromEntries(Object.entries(tops).filter(([, top]) => top > EYE - 145 && top < EYE + 120));

it.each([1280, 390])(
  'at %i pixels, entering and leaving the editor moves no words near the eye, whatever the block',
  async (width) => {
    const writer = await openWriter(stage, '', width);
    const { page, person, docId, url, text } = writer;
    const png = Buffer.from(await drawPicture(page), 'base64');
    const { ticket } = await upload(person, png, { docId, size: png.length });
    await page.goto(url);
    await person.api.patch(`/api/documents/${docId}`, { content: TEXT.replace('PICTURE', ticket.downloadUrl) });
    // The keys of the page load once it is idle, the reading aids, which note the place, with the first contact.
    await page.reload({ waitUntil: 'networkidle' });
    await scrollToBlock(page, 0);
    await page.locator('#document-body .code-copy').waitFor({ state: 'attached' });
    for (const [number, name] of NAMES.entries()) {
      await scrollToBlock(page, number);
      const read = near(await wordsAtEye(page));
      expect(Object.keys(read), name).not.toEqual([]);
      await page.keyboard.press('e');
      await text.waitFor();
      await expectUnmoved(page, `${name}, entered`, read);
      const written = near(await wordsAtEye(page));
      const save = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox();
      await page.mouse.click((save?.x ?? 0) + 20, (save?.y ?? 0) + 15);
      await page.waitForURL(url);
      await page.locator('#document-body').waitFor();
      await expectUnmoved(page, `${name}, left`, written);
    }
    await closeWriter(writer);
  },
);

const NESTED = [
  '- x1x item\n\n  > x2x quoted in it\n\n  ```\n  x3x code in it\n  ```\n\n  - x4x nested\n\n    > x5x quoted in it',
  '1. x6x numbered\n\n   > x7x quoted in it',
  '> x8x quoted\n>\n> - x9x item in a quote\n>   - x10x nested in a quote\n>\n> 1. x11x numbered in a quote',
].join('\n\n');

it.each([1280, 390])('at %i pixels, blocks in items and items in quotes are indented as on the page', async (width) => {
  const writer = await openWriter(stage, `Top\n\n${NESTED}`, width);
  const { page, url } = writer;
  const written = await placesOfWords(page);
  await page.goto(url);
  await page.locator('#document-body').waitFor();
  const read = await placesOfWords(page);
  expect(Object.keys(written)).toHaveLength(11);
  for (const [word, { left }] of Object.entries(written))
    expect(Math.abs(left - read[word]!.left), word).toBeLessThan(4);
  await closeWriter(writer);
});
