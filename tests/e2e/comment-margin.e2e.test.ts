import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { type Garden, plantGarden, takeSeat } from '#tests/e2e/every-page.ts';
import { untilInPlace } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { makeDocument } from '#tests/support/people.ts';

let garden: Garden;
const stage = setOwnStage();
beforeAll(async () => {
  garden = await plantGarden(stage.server);
});

/** Selects the list item or paragraph with the words and comments on it. */
async function commentOn(page: Page, words: string, body: string): Promise<void> {
  const item = page.locator('#document-body :is(li, p)', { hasText: words }).last();
  const button = page.getByRole('button', { name: 'Comment on this' });
  const select = () =>
    item.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      getSelection()!.removeAllRanges();
      getSelection()!.addRange(range);
    });
  await expect.poll(() => select().then(() => button.isVisible())).toBe(true);
  await page.keyboard.press('Control+Alt+m');
  await page.keyboard.type(body);
  await page.locator('.comment-form').getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForURL(/#thread-/);
  await page.locator('.thread', { hasText: body }).waitFor();
}

/** Expects that the threads are read aloud in the order of their passages. */
async function expectOrderOfText(page: Page): Promise<void> {
  const marked = await page
    .locator('a.passage-mark')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  const threads = await page.locator('.thread.in-margin').evaluateAll((all) => all.map((each) => `#${each.id}`));
  expect(threads.length).toBeGreaterThan(1);
  expect(threads).toEqual([...new Set(marked)]);
}

/** Expects that Tab moves through the cards in the order of their passages and activates each. */
async function walkCards(page: Page): Promise<void> {
  const order = await page.locator('.thread.in-margin').evaluateAll((all) => all.map(({ id }) => id));
  const reached: string[] = [];
  await page.locator(`#${order[0]} a, #${order[0]} button, #${order[0]} summary`).first().focus();
  for (let presses = 0; presses < 12 * order.length && reached.length < order.length; presses += 1) {
    const id = await page.evaluate(() => document.activeElement?.closest('.thread.in-margin')?.id ?? '');
    if (id !== '' && !reached.includes(id)) {
      reached.push(id);
      await page.locator(`#${id}[data-active]`).waitFor();
    }
    await page.keyboard.press('Tab');
  }
  expect(reached).toEqual(order);
}

const isFocused = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element === document.activeElement);

test('from 1,280 px on threads stand in the margin beside their words, and a keyboard reaches them', async () => {
  const look = { javaScriptEnabled: true, width: 1280, theme: 'light' } as const;
  const { page, complaints } = await takeSeat(stage.browser, garden, 'owner', look);
  const { page: other } = await takeSeat(stage.browser, garden, 'reader', look);
  await page.goto(stage.server.url + garden.document);
  await commentOn(page, 'open', 'Which one is open?');
  const card = page.locator('.thread.in-margin', { hasText: 'Which one is open?' });
  await card.waitFor();
  const id = await card.getAttribute('id');
  const mark = `a.passage-mark[href="#${id}"]`;
  // A comment that was just written is the active one, at the height of its words.
  await expect
    .poll(async () => Math.abs((await card.boundingBox())!.y - (await page.locator(mark).first().boundingBox())!.y))
    .toBeLessThan(2);
  const body = (await page.locator('#document-body').boundingBox())!;
  expect((await card.boundingBox())!.x).toBeGreaterThanOrEqual(body.x + body.width);

  // Another person's comment arrives while the page is open.
  await other.goto(stage.server.url + garden.document);
  await commentOn(other, 'done', 'And this one?');
  const arrived = page.locator('.thread.in-margin', { hasText: 'And this one?' });
  await arrived.waitFor();
  await expectOrderOfText(page);
  // The cards move to their places in a transition.
  await expect
    .poll(async () => {
      const boxes = [(await card.boundingBox())!, (await arrived.boundingBox())!].toSorted((a, b) => a.y - b.y);
      return boxes[1]!.y - (boxes[0]!.y + boxes[0]!.height);
    })
    .toBeGreaterThanOrEqual(0);

  await page.reload();
  await card.waitFor();
  await expectOrderOfText(page);
  await walkCards(page);
  await page.locator(mark).first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(page, `#${id}`)).toBe(true);
  expect(await page.locator(mark).first().getAttribute('data-active')).toBe('');
  for (let presses = 0; presses < 8 && !(await isFocused(page, `#${id} .thread-acts summary`)); presses += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The second. @');
  await card.getByRole('list', { name: 'Mention somebody' }).waitFor();
  // It closes the offers; the next one leads to the passage.
  await page.keyboard.press('Escape');
  await card.getByRole('list', { name: 'Mention somebody' }).waitFor({ state: 'detached' });
  expect(await isFocused(page, `#${id} [id^="reply-"]`)).toBe(true);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(page, `${mark} >> nth=0`)).toBe(true);
  await page.keyboard.press('Enter');
  expect(await card.getByRole('textbox', { name: 'Your reply' }).inputValue()).toBe('The second. ');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect((await violationsOn(page)).map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  expect(complaints).toEqual([]);
});

test('on a phone a thread opens as a sheet that Escape and its button close', async () => {
  const look = { javaScriptEnabled: true, width: 390, theme: 'dark' } as const;
  const { page, complaints } = await takeSeat(stage.browser, garden, 'owner', look);
  await page.goto(stage.server.url + garden.document);
  await commentOn(page, 'Hot.', 'How hot?');
  await page.goto(stage.server.url + garden.document);
  const thread = page.locator('.thread', { hasText: 'How hot?' });
  const mark = page.locator(`a.passage-mark[href="#${await thread.getAttribute('id')}"]`).first();
  const sheet = page.locator('.thread:popover-open');
  await expect
    .poll(async () => {
      await mark.click();
      return sheet.count();
    })
    .toBe(1);
  const box = (await sheet.boundingBox())!;
  expect([box.x, Math.round(box.y + box.height)]).toEqual([0, page.viewportSize()!.height]);
  await page.keyboard.press('Escape');
  expect([await sheet.count(), await mark.evaluate((link) => link === document.activeElement)]).toEqual([0, true]);
  await mark.click();
  await sheet.getByText('Reply', { exact: true }).click();
  await sheet.getByRole('textbox', { name: 'Your reply' }).fill('Quite.');
  await sheet.getByRole('button', { name: 'Close' }).click();
  expect(await sheet.count()).toBe(0);
  await mark.click();
  await sheet.getByRole('button', { name: 'Send' }).click();
  await thread.locator('.comment-body', { hasText: 'Quite.' }).waitFor();
  expect(complaints).toEqual([]);
});

test.each([
  ['a sheet on a phone', 390],
  ['the card in the margin', 1280],
] as const)('a comment sent from %s leaves the reader at the passage', async (_from, width) => {
  const look = { javaScriptEnabled: true, width, theme: 'light' } as const;
  const { page, complaints } = await takeSeat(stage.browser, garden, 'owner', look);
  const lines = (name: string) => Array.from({ length: 40 }, (_, nth) => `${name} ${nth}.`).join('\n\n');
  const content = `${lines('Above')}\n\nThe quince by the wall ${width}.\n\n${lines('Below')}`;
  const { id } = await makeDocument(garden.people.owner, { title: 'Orchard', content });
  await page.goto(`${stage.server.url}/doc/${id}`);
  const arrived = async (hash: RegExp) => {
    await page.waitForURL(hash);
    await page.locator('html[data-scripts="ready"]').waitFor();
    await page.locator('.toast', { hasText: 'Comment sent' }).waitFor();
    await page.locator('a.passage-mark').waitFor();
  };
  const passage = page.locator('#document-body p', { hasText: 'The quince' });
  const top = () => passage.evaluate((words) => Math.round(words.getBoundingClientRect().top));
  await passage.evaluate((words) => scrollBy(0, words.getBoundingClientRect().top - 200));
  await commentOn(page, 'The quince', 'Is it ripe?');
  await arrived(/#thread-/);
  await expect.poll(top).toBe(200);

  const thread = page.locator('.thread', { hasText: 'Is it ripe?' });
  const mark = page.locator('a.passage-mark');
  const open = async () => {
    if (width === 1280) return page.locator('.thread.in-margin[data-active]').waitFor();
    await expect
      .poll(async () => {
        await mark.click();
        return page.locator('.thread:popover-open').count();
      })
      .toBe(1);
  };
  await open();
  await passage.evaluate((words) => scrollBy(0, words.getBoundingClientRect().top - 150));
  await thread.getByText('Reply', { exact: true }).click();
  await thread.getByRole('textbox', { name: 'Your reply' }).fill('Soon.');
  await thread.getByRole('button', { name: 'Send' }).click();
  await arrived(/#comment-/);
  if (width === 1280) await page.locator('.thread.in-margin[data-active]').waitFor();
  await expect.poll(top).toBe(150);
  const place = width === 1280 ? new URL(page.url()).hash : 'a.passage-mark';
  await expect.poll(() => isFocused(page, place)).toBe(true);

  await open();
  await untilInPlace(page);
  await passage.evaluate((words) => scrollBy(0, words.getBoundingClientRect().top - 170));
  await thread.getByRole('button', { name: /^Resolve/ }).click();
  await page.waitForURL(/#comments$/);
  await page.locator('.toast', { hasText: 'Resolved' }).waitFor();
  await expect.poll(top).toBe(170);
  expect(complaints).toEqual([]);
});
