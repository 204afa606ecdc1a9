import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const stage = setStage();

/** Opens a long document with two threads, as its owner. */
async function openLong(javaScriptEnabled: boolean) {
  const { server, browser } = stage;
  const owner = await newPerson(server, 'olga');
  const { id } = await makeDocument(owner, { title: 'Orchard', content: 'Apples fall.\n\n'.repeat(80) });
  for (const body of ['First', 'Second']) await owner.api.post(`/api/documents/${id}/comments`, { body });
  const visitor = await newVisitor(browser, { javaScriptEnabled });
  const cookies = [...owner.browser.cookies].map(([name, value]) => ({ name, value, url: server.url }));
  await visitor.context.addCookies(cookies);
  await visitor.page.goto(`${server.url}/doc/${id}`);
  return { ...visitor, owner, id };
}

const ready = (page: Page) => page.locator('[data-scripts="ready"]').waitFor();

test('with scripts, focus stays at the comment that was sent, changed or deleted, and Ctrl+Enter sends', async () => {
  const { page, context, complaints } = await openLong(true);
  await ready(page);
  /** The id of the focused element once the page has loaded, and whether it is in sight. */
  const focused = async (hash: RegExp) => {
    await page.waitForURL(hash);
    await ready(page);
    const place = new URL(page.url()).hash.slice(1);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(place);
    const box = await page.locator(`#${place}`).boundingBox();
    expect([box!.y >= 0, box!.y < 860]).toEqual([true, true]);
    return page.locator(`#${place}`);
  };
  await page.locator('#comment-body').fill('Third');
  await page.locator('#comment-body').press('Control+Enter');
  const thread = await focused(/#thread-/);
  expect(await thread.locator('.comment-body').innerText()).toBe('Third');
  // The next Tab goes on within the thread.
  await page.keyboard.press('Tab');
  expect(await thread.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await thread.getByText('Reply', { exact: true }).click();
  await page.keyboard.type('Fourth');
  await page.keyboard.press('Meta+Enter');
  const reply = await focused(/#comment-/);
  expect(await reply.locator('.comment-body').innerText()).toBe('Fourth');
  await reply.getByText('Edit', { exact: true }).click();
  const edited = reply.getByRole('textbox', { name: 'Your comment' });
  expect(await edited.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type(' and fifth');
  const changed = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.keyboard.press('Control+Enter');
  await changed;
  await page.locator('.comment-body', { hasText: 'Fourth and fifth' }).waitFor();
  await focused(/#comment-/);
  await reply.locator('summary', { hasText: 'Delete' }).click();
  await reply.getByRole('button', { name: /^Delete the comment of .*olga[^ ]*$/ }).click();
  await focused(/#thread-/);
  await thread.locator('summary', { hasText: 'Delete' }).click();
  await thread.getByRole('button', { name: /^Delete/ }).click();
  await focused(/#comments-heading$/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('without scripts, the page opens at the comment that was sent or deleted', async () => {
  const { page, context } = await openLong(false);
  const isAtPlace = async (hash: RegExp) => {
    await page.waitForURL(hash);
    const place = new URL(page.url()).hash;
    const box = await page.locator(place).boundingBox();
    expect([box!.y >= 0, box!.y < 860]).toEqual([true, true]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#comments') !== null)).toBe(true);
    return page.locator(place);
  };
  await page.locator('#comment-body').fill('Third');
  await page.locator('.comment-form .button.main').click();
  const thread = await isAtPlace(/#thread-/);
  await thread.getByText('Reply', { exact: true }).click();
  await thread.getByRole('textbox', { name: 'Your reply' }).fill('Fourth');
  await thread.getByRole('button', { name: 'Send' }).click();
  const reply = await isAtPlace(/#comment-/);
  await reply.locator('summary', { hasText: 'Delete' }).click();
  await reply.getByRole('button', { name: /^Delete/ }).click();
  await isAtPlace(/#thread-/);
  await thread.locator('summary', { hasText: 'Delete' }).click();
  await thread.getByRole('button', { name: /^Delete/ }).click();
  await isAtPlace(/#comments-heading$/);
  await context.close();
});
