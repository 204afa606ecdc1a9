import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { openTwo } from '#tests/e2e/two-writers.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { closeWriter, storedText, untilShown, type Writer } from '#tests/e2e/writer.ts';
import { AiServer } from '#tests/support/ai-server.ts';
import { until } from '#tests/support/until.ts';

const provider = new AiServer();
const stage = setOwnStage({ beside: provider, env: () => provider.env });

/** Types at the start of the text, and waits until the other editor has it. */
async function writeAbove({ page, text }: Writer, other: Page, word: string): Promise<void> {
  await text.press('Control+Home');
  await page.keyboard.type(word, { delay: 60 });
  await until(async () => expect((await readEditor(other)).text).toContain(word));
}

it('menus over the text stay while somebody else writes in it', async () => {
  const [ada, ben] = await openTwo(stage, 'Above.\n\nThe pears.');
  const { page, text } = ada;
  await text.press('Control+End');
  await page.keyboard.press('Shift+Home');
  const toolbar = page.locator('.cm-floating');
  await toolbar.waitFor();
  await toolbar.evaluate((bar) => bar.setAttribute('data-same', ''));
  await writeAbove(ben, page, 'Plums ');
  expect(await page.locator('.cm-floating[data-same]').count()).toBe(1);

  await toolbar.getByRole('button', { name: /AI/ }).click();
  const menu = page.getByRole('menu', { name: 'What to do' });
  await menu.waitFor();
  await page.keyboard.press('ArrowDown');
  await writeAbove(ben, page, 'Quinces ');
  expect(await menu.locator('button:focus').textContent()).toBe('Shorten');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+End');
  await page.getByRole('button', { name: 'Insert', exact: true }).first().click();
  await page.getByRole('listbox').waitFor();
  await writeAbove(ben, page, 'Figs ');
  await page.keyboard.press('Escape');
  await untilShown(page, 'Figs Quinces Plums Above.\n\nThe pears.');
  for (const writer of [ada, ben]) await closeWriter(writer);
});

it('an answer of the AI does not replace a text that was changed after it was asked', async () => {
  const [ada, ben] = await openTwo(stage, 'Above.\n\nTeh pears are ripe.');
  const { page, text } = ada;
  provider.trouble = null;
  provider.answer = 'The pears are ripe.';
  await text.press('Control+End');
  await page.keyboard.press('Shift+Home');
  await page.locator('.cm-floating').getByRole('button', { name: /AI/ }).click();
  await page.getByRole('menu', { name: 'What to do' }).waitFor();
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Result' });
  await answer.getByRole('button', { name: 'Replace' }).waitFor();
  await writeAbove(ben, page, 'Plums ');
  expect(await answer.getByRole('button', { name: 'Replace' }).count()).toBe(1);
  await ben.text.locator('.cm-line', { hasText: 'ripe' }).click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.press('ArrowLeft');
  await ben.page.keyboard.type(' and sweet', { delay: 60 });
  await answer.getByText('The text has changed since you asked').waitFor();
  expect(await answer.getByRole('button', { name: 'Replace' }).count()).toBe(0);
  await answer.getByRole('button', { name: 'Insert' }).click();
  const expected = 'Plums Above.\n\nTeh pears are ripe and sweet.\n\nThe pears are ripe.';
  await until(async () => expect(await storedText(ada)).toBe(expected));
  for (const writer of [ada, ben]) await closeWriter(writer);
});

it.each(['after its page was left', 'while the next page is loaded'])(
  'an answer that comes %s opens no other page',
  async (when) => {
    const [ada, ben] = await openTwo(stage, 'Pears.');
    const { page, url } = ada;
    provider.trouble = 'stall';
    provider.answer = 'Apples keep well.';
    await page.goto(`${url}/ai`);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#result')?.value === 'Ap');
    const isHeld = when === 'while the next page is loaded';
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/inbox.data*', async (route) => {
      asked.resolve();
      if (isHeld) await held.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await (isHeld ? asked.promise : page.waitForURL('**/inbox'));
    provider.goOn();
    // The browser lists a request once it has its end.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/generate')),
    );
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    held.resolve();
    await page.waitForURL('**/inbox');
    expect(new URL(page.url()).search).toBe('');
    for (const writer of [ada, ben]) await closeWriter(writer);
  },
);
