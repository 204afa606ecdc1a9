import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, plantDocument, untilHydrated } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, storedText, waitForStored } from '#tests/e2e/writer.ts';
import { AiServer } from '#tests/support/ai-server.ts';

const provider = new AiServer();

const stage = setOwnStage({ beside: provider, env: () => provider.env });

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('AI on a document, %s', (_name, javaScriptEnabled) => {
  it('summarizes, takes what was changed by hand, asks everything, and shows the administrator what it cost', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    const email = `ai-${javaScriptEnabled}@example.com`;
    await enterAsNew(page, stage.server, email);
    const url = await plantDocument(page, 'Orchard', 'Apples and pears.');
    await page.goto(url);
    provider.trouble = null;
    provider.answer = 'Apples keep well in a cool cellar.';
    await page.locator('summary[aria-label="More"]').click();
    await page.getByRole('link', { name: 'Ask AI' }).click();
    await page.getByRole('heading', { name: 'AI on “Orchard”' }).waitFor();
    await page.getByText(provider.host).waitFor();
    await page.getByRole('radio', { name: 'Continue writing' }).check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Insert at the end' }).waitFor();
    expect(await page.getByLabel('Result').inputValue()).toBe('Apples keep well in a cool cellar.');
    const asked = provider.asked.length;
    await page.waitForURL(/\?answer=/);
    await page.reload();
    expect(await page.getByLabel('Result').inputValue()).toBe('Apples keep well in a cool cellar.');
    expect(provider.asked.length).toBe(asked);
    if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Result').fill('Apples keep until March.');
    if (javaScriptEnabled) {
      const asked = page.waitForEvent('dialog');
      const left = page.getByRole('link', { name: 'Orchard' }).first().click();
      await (await asked).dismiss();
      await left;
      expect(await page.getByLabel('Result').inputValue()).toBe('Apples keep until March.');
    }
    await page.getByRole('button', { name: 'Insert at the end' }).click();
    await page.waitForURL(url);
    await page.getByRole('article').getByText('Apples keep until March.').waitFor();

    provider.answer = `Until March, says [Orchard](${new URL(url).pathname}).`;
    await page.goto(`${stage.server.url}/ask`);
    await page.getByLabel('Question').fill('How long do apples keep?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('region', { name: 'Answer' }).getByRole('link', { name: 'Orchard' }).click();
    await page.waitForURL(url);

    if (!javaScriptEnabled) {
      await page.goto(`${stage.server.url}/admin/token-usage`);
      await page.getByRole('img', { name: 'Tokens per day' }).waitFor();
      await page.getByRole('row', { name: email }).waitFor();
      await page.getByRole('navigation', { name: 'By' }).getByRole('link', { name: 'Feature' }).click();
      await page.getByRole('rowheader', { name: 'Continue writing' }).waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('an answer that streams can be stopped, and what came may be used', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'ai-stop@example.com');
  const url = await plantDocument(page, 'Orchard', 'Apples and pears.');
  provider.trouble = 'stall';
  provider.answer = 'Apples keep well.';
  await page.goto(`${url}/ai`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The answer is being written').waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#result')?.value === 'Ap');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
  await page.getByLabel('Result').fill('Apples keep.');
  await page.getByRole('button', { name: 'Insert at the end' }).click();
  await page.getByRole('article').getByText('Apples keep.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('a service that fails is named, and leaves nothing to insert', async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'ai-away@example.com');
  const url = await plantDocument(page, 'Orchard', 'Apples and pears.');
  provider.trouble = 'fault';
  await page.goto(`${url}/ai`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The AI service did not answer.').first().waitFor();
  expect(await page.getByLabel('Result').isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Insert at the end' }).count()).toBe(0);
  await context.close();
});

it('on a phone the result comes into sight when its answer begins, and the message when it breaks off', async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true, width: 320, hasTouch: true });
  await page.setViewportSize({ width: 320, height: 640 });
  await enterAsNew(page, stage.server, 'ai-low@example.com');
  const url = await plantDocument(page, 'Orchard', 'Apples and pears.');
  const isSeen = (part: Locator) =>
    part.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  provider.trouble = 'stall';
  provider.answer = 'Apples keep well.';
  await page.goto(`${url}/ai`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Send' }).tap();
  const stop = page.getByRole('button', { name: 'Stop' });
  await stop.waitFor();
  await expect.poll(() => isSeen(stop)).toBe(true);
  await expect.poll(() => page.getByLabel('Result').inputValue()).toBe('Ap');
  await stop.tap();
  await page.getByText('Stopped.').waitFor();
  await expect.poll(() => isSeen(page.getByText('Stopped.'))).toBe(true);
  provider.trouble = 'fault';
  await page.getByRole('button', { name: 'Send' }).tap();
  const message = page.getByRole('status').filter({ hasText: 'The AI service did not answer.' });
  await message.waitFor();
  await expect.poll(() => isSeen(message)).toBe(true);
  await context.close();
});

it('an answer of the AI streams in under the text, to be accepted, tried again or left', async () => {
  const writer = await openWriter(stage, 'Teh pears are ripe.');
  const { page, text } = writer;
  await text.press('Control+End');
  provider.trouble = null;
  provider.answer = 'The pears are ripe.';
  await text.press('Control+a');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' /improve');
  await page.getByRole('option', { name: 'AI: improve the wording' }).waitFor();
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Result' });
  await answer.getByRole('button', { name: 'Replace' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await answer.getByRole('button', { name: 'Discard' }).click();
  provider.answer = 'The pears '.repeat(600);
  await text.press('Control+a');
  await page.locator('.cm-floating').getByRole('button', { name: /AI/ }).click();
  await page.keyboard.press('Enter');
  await answer.getByText('The answer reached its longest length').waitFor();
  expect(await answer.getByRole('button').allTextContents()).toEqual(['Insert', 'Try again', 'Discard']);
  await answer.getByRole('button', { name: 'Discard' }).click();
  provider.answer = 'The pears are ripe.';
  expect(await storedText(writer)).toContain('Teh');
  await text.press('Control+a');
  const asked = provider.asked.length;
  await page.locator('.cm-floating').getByRole('button', { name: /AI/ }).click();
  await page.getByRole('menu', { name: 'What to do' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(provider.asked).toHaveLength(asked);
  await page.keyboard.press('Enter');
  await answer.getByRole('button', { name: 'Replace' }).click();
  await waitForStored(writer, 'The pears are ripe.');
  await closeWriter(writer);
});

it('an answer to the whole text, which stands below its end, comes into sight on a phone', async () => {
  const writer = await openWriter(stage, 'Teh pears are ripe.\n\n'.repeat(60), 390, { hasTouch: true });
  const { page, text } = writer;
  provider.trouble = 'stall';
  provider.answer = 'The pears are ripe.';
  await text.press('Control+Home');
  await text.press('End');
  await page.keyboard.type(' /improve');
  await page.getByRole('option', { name: 'AI: improve the wording' }).waitFor();
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Result' });
  const stop = answer.getByRole('button', { name: 'Stop' });
  const isCovered = (button = stop) =>
    button.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(() => isCovered()).toBe(false);
  await stop.tap();
  await answer.getByRole('button', { name: 'Discard' }).tap();
  // The box grows with its answer, whose buttons come at its end.
  provider.trouble = null;
  provider.answer = 'The pears are ripe.\n'.repeat(12);
  for (const trouble of [null, 'drop'] as const) {
    provider.trouble = trouble;
    await text.press('Control+End');
    await page.keyboard.type(' /improve', { delay: 30 });
    await page.getByRole('option', { name: 'AI: improve the wording' }).waitFor();
    await page.keyboard.press('Enter');
    await answer.getByRole('button', { name: 'Try again' }).waitFor();
    for (const button of await answer.getByRole('button').all()) await expect.poll(() => isCovered(button)).toBe(false);
    await answer.getByRole('button', { name: 'Discard' }).tap();
  }
  await closeWriter(writer);
});
