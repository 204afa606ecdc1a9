import { beforeAll, expect, test } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { type Garden, plantGarden, takeSeat } from '#tests/e2e/every-page.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';

let garden: Garden;
const stage = setOwnStage();
beforeAll(async () => {
  garden = await plantGarden(stage.server);
});

test.each([
  [false, 1280, 'light'],
  [true, 390, 'dark'],
] as const)(
  'a reader comments on a passage and is answered (scripts: %s, %i px, %s)',
  async (javaScriptEnabled, width, theme) => {
    const look = { javaScriptEnabled, width, theme };
    const { page: reading } = await takeSeat(stage.browser, garden, 'reader', look);
    const { page: owning, complaints } = await takeSeat(stage.browser, garden, 'owner', look);
    const address = stage.server.url + garden.document;
    const words = `Is this hot, ${width}?`;
    await reading.goto(address);
    await reading.getByRole('textbox', { name: 'Comment', exact: true }).fill(words);
    await reading.getByText('About a passage').click();
    await reading.getByLabel('Passage', { exact: true }).fill('Hot.');
    await reading.getByRole('button', { name: 'Send', exact: true }).last().click();
    await reading.waitForURL(/#thread-/);

    await owning.goto(`${stage.server.url}/inbox`);
    await owning
      .getByRole('link', { name: /reader.* commented on “Garden”/ })
      .first()
      .click();
    const thread = owning.locator('.thread', { hasText: words });
    await thread.getByText('Reply', { exact: true }).click();
    await thread.getByRole('textbox', { name: 'Your reply' }).fill('Yes.');
    await thread.getByRole('button', { name: 'Send' }).click();
    await owning.waitForURL(/#comment-/);
    await thread.locator('.comment-body', { hasText: 'Yes.' }).waitFor();
    expect(await thread.getByRole('link', { name: 'Hot.' }).getAttribute('href')).toBe('#:~:text=Hot.');
    const remark = thread.locator('.comment', { hasText: 'Yes.' });
    await remark.locator('summary', { hasText: 'Delete' }).click();
    await remark.getByRole('button', { name: /^Delete/ }).click();
    await owning.getByText('Comment deleted').first().waitFor();
    expect(await remark.count()).toBe(0);
    await owning.getByRole('button', { name: 'Undo' }).click();
    await remark.waitFor();
    const isWide = await owning.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect([isWide, complaints]).toEqual([true, []]);
    if (javaScriptEnabled) {
      // Reload to remove the toast, which covers the content below it.
      await owning.goto(address);
      const found = (await violationsOn(owning)).map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
      expect(found).toEqual([]);
    }
  },
);

test('selected words are commented on with a button or Ctrl Alt M, and the tab counts what is unread', async () => {
  const look = { javaScriptEnabled: true, width: 1280, theme: 'light' } as const;
  const { page: reading, complaints } = await takeSeat(stage.browser, garden, 'reader', look);
  await reading.goto(stage.server.url + garden.document);
  const select = () =>
    reading.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(
        [...document.querySelectorAll('#document-body li')].find((item) => item.textContent?.includes('open'))!,
      );
      getSelection()!.removeAllRanges();
      getSelection()!.addRange(range);
    });
  const button = reading.getByRole('button', { name: 'Comment on this' });
  await expect.poll(() => select().then(() => button.isVisible())).toBe(true);
  await button.click();
  const quote = reading.getByLabel('Passage', { exact: true });
  expect((await quote.inputValue()).trim()).toBe('open');
  await quote.fill('');
  await select();
  await reading.keyboard.press('Control+Alt+m');
  expect((await quote.inputValue()).trim()).toBe('open');
  const body = reading.getByRole('textbox', { name: 'Comment', exact: true });
  expect(await body.evaluate((field) => field === document.activeElement)).toBe(true);
  await reading.keyboard.type('Still? @own');
  await reading.keyboard.press('Enter');
  expect(await body.inputValue()).toContain(`](/people/${garden.people.owner.id}) `);
  await reading.getByRole('button', { name: 'Send', exact: true }).last().click();
  await reading.waitForURL(/#thread-/);
  const thread = new URL(reading.url()).hash;
  expect((await reading.locator(`a.passage-mark[href="${thread}"]`).first().textContent())?.trim()).toBe('open');
  const { page: owning } = await takeSeat(stage.browser, garden, 'owner', look);
  await owning.goto(`${stage.server.url}/starred`);
  await expect.poll(() => owning.title()).toMatch(/^\(\d+\) /);
  expect(complaints).toEqual([]);
});

test('people are mentioned in the text: chosen after an @ with scripts, copied without', async () => {
  const look = { width: 1280, theme: 'light' } as const;
  const address = `${stage.server.url + garden.document}/edit`;
  const { page: plain } = await takeSeat(stage.browser, garden, 'owner', { ...look, javaScriptEnabled: false });
  await plain.goto(address);
  await plain.getByText('Mention somebody').click();
  const markdown = await plain.locator('.mentionable code').first().innerText();
  const [, name = '', id = ''] = /^\[@(.+)\]\(\/people\/(.+)\)$/.exec(markdown) ?? [];
  const { page, complaints } = await takeSeat(stage.browser, garden, 'owner', { ...look, javaScriptEnabled: true });
  await page.goto(address);
  const text = page.locator('.cm-content');
  await text.waitFor();
  await text.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type(`Ask a@b.example or @${name.slice(0, 3)}`, { delay: 60 });
  await page.getByRole('option', { name }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('about it.', { delay: 60 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const mention = page.locator(`#document-body a[href="/people/${id}"]`);
  await mention.waitFor();
  expect(await mention.locator('..').innerText()).toBe(`Ask a@b.example or @${name} about it.`);
  expect(complaints).toEqual([]);
});
