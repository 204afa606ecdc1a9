import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { untilInPlace } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, storedText } from '#tests/e2e/writer.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';
import { PNG } from '#tests/support/upload.ts';

const stage = setStage();
const PICTURE = { name: 'leaf.png', mimeType: 'image/png', buffer: PNG };

async function openPage(path: (id: string) => string): Promise<Visitor & { id: string }> {
  const olga = await newPerson(stage.server);
  const { id } = await makeDocument(olga, { title: 'Orchard', content: '- [ ] Prune' });
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { url } = stage.server;
  await visitor.context.addCookies([...olga.browser.cookies].map(([name, value]) => ({ name, value, url })));
  await visitor.page.goto(url + path(id));
  await untilInPlace(visitor.page);
  return { ...visitor, id };
}

/** Answers each question of the page, and returns the questions. */
function answering(page: Page, answer: () => 'stay' | 'leave'): string[] {
  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(`${dialog.type()}: ${dialog.message()}`);
    await (answer() === 'stay' ? dialog.dismiss() : dialog.accept());
  });
  return questions;
}
const QUESTION = 'confirm: This page has something that was not sent. Leave it?';

/** Holds requests to upload until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/files/upload-request', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

it('a comment that was typed is asked about before a link or Back leaves its page', async () => {
  const { page, context, complaints, id } = await openPage(() => '/');
  let answer: 'stay' | 'leave' = 'stay';
  const questions = answering(page, () => answer);
  await page.getByRole('main').getByRole('link', { name: 'Orchard' }).first().click();
  await page.waitForURL(`**/doc/${id}`);
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.click();
  await page.keyboard.type('Wait for the frost', { delay: 30 });
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await expect.poll(() => questions).toEqual([QUESTION]);
  expect(await field.inputValue()).toBe('Wait for the frost');
  await page.evaluate(() => history.back());
  await expect.poll(() => questions).toEqual([QUESTION, QUESTION]);
  expect(await field.inputValue()).toBe('Wait for the frost');
  expect(page.url()).toContain(`/doc/${id}`);
  answer = 'leave';
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.waitForURL('**/inbox');
  expect(complaints).toEqual([]);
  await context.close();
});

it('a comment that was sent is not asked about', async () => {
  const { page, context, complaints } = await openPage((id) => `/doc/${id}`);
  const questions = answering(page, () => 'stay');
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.click();
  await page.keyboard.type('Prune in March', { delay: 30 });
  await page.keyboard.press('Control+Enter');
  await page.locator('.comment-body', { hasText: 'Prune in March' }).waitFor();
  await untilInPlace(page);
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.waitForURL('**/inbox');
  expect(questions).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

it('files that wait on the page of files are asked about before it is left', async () => {
  const { page, context, complaints } = await openPage((id) => `/doc/${id}/files`);
  const questions = answering(page, () => 'stay');
  const release = await holdUploads(page);
  const picked = ['a.png', 'b.png', 'c.png'].map((name) => ({ ...PICTURE, name }));
  await page.getByLabel('Add files').setInputFiles(picked);
  await page.getByRole('main').getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').nth(2).waitFor();
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await expect.poll(() => questions).toEqual([QUESTION]);
  release();
  await page.getByRole('main').getByRole('link', { name: 'c.png', exact: true }).waitFor();
  await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.waitForURL('**/inbox');
  expect(questions).toHaveLength(1);
  expect(complaints).toEqual([]);
  await context.close();
});

it('Save waits for a picture that is on its way, and its link is in the text', async () => {
  const writer = await openWriter(stage, 'Beds.\n\n');
  const { page, text, url } = writer;
  const questions = answering(page, () => 'stay');
  const release = await holdUploads(page);
  await text.press('Control+End');
  await page.locator('input[type="file"]').setInputFiles(PICTURE);
  await page.locator('.cm-upload').waitFor();
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await expect.poll(() => questions).toEqual([QUESTION]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  release();
  await page.waitForURL(url);
  await page.locator('.prose img').first().waitFor();
  expect(await storedText(writer)).toMatch(/^Beds\.\n\n!\[leaf\.png\]\(\/api\/files\/c\w{23}\)\n$/);
  await closeWriter(writer);
});

it('offline a ticked task says so, and a comment that was typed stays', async () => {
  const { page, context, complaints } = await openPage((id) => `/doc/${id}`);
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.click();
  await page.keyboard.type('Half a sentence', { delay: 30 });
  await context.setOffline(true);
  const task = page.getByRole('checkbox').first();
  await task.click();
  await page.getByText('You are offline. Nothing was changed.').waitFor();
  expect(await task.getAttribute('aria-checked')).toBe('false');
  expect(await field.inputValue()).toBe('Half a sentence');
  await context.setOffline(false);
  await task.click();
  await expect.poll(() => page.getByRole('checkbox').first().getAttribute('aria-checked')).toBe('true');
  expect(await field.inputValue()).toBe('Half a sentence');
  expect(complaints).toEqual([]);
  await context.close();
});

it('a browser that believes to be offline still opens pages of a server that answers', async () => {
  const { page, context, complaints } = await openPage(() => '/');
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.getByRole('main').getByRole('link', { name: 'Orchard' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Orchard' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('a page that could not be fetched loads by itself, but not over a comment that was typed', async () => {
  const { page, context } = await openPage((id) => `/doc/${id}`);
  answering(page, () => 'stay');
  const screen = page.getByRole('heading', { level: 1, name: 'No connection' });
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  const comeBack = () => page.evaluate(() => dispatchEvent(new Event('online')));
  await field.click();
  await page.keyboard.type('Wait for the frost', { delay: 30 });
  await page.route(/\.data/, (route) => route.abort());
  await page.getByRole('button', { name: 'Add star', exact: true }).click();
  await screen.waitFor();
  await comeBack();
  await page.locator('main.screen').getByText('Wait for the frost').waitFor();
  expect(await screen.isVisible()).toBe(true);

  await page.reload();
  await untilInPlace(page);
  await page.getByRole('button', { name: 'Add star', exact: true }).click();
  await screen.waitFor();
  // The screen listens a moment after it is drawn.
  await until(async () => {
    await comeBack();
    await page.getByRole('heading', { level: 1, name: 'Orchard' }).waitFor({ timeout: 2000 });
  });
  await context.close();
});

it('offline, a tree row, Edit and Back keep the page with its text, and say so', async () => {
  const { page, context, complaints, id } = await openPage(() => '/');
  const link = page.getByRole('navigation', { name: 'My documents' }).getByRole('link', { name: 'Starred' });
  await page.getByRole('main').getByRole('link', { name: 'Orchard' }).first().click();
  await page.waitForURL(`**/doc/${id}`);
  const title = page.getByRole('heading', { level: 1, name: 'Orchard' });
  await title.waitFor();
  const isKept = async () => {
    await page.getByText('You are offline. Other pages open once you are connected.').waitFor();
    expect([await title.isVisible(), new URL(page.url()).pathname]).toEqual([true, `/doc/${id}`]);
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
  };
  await context.setOffline(true);
  await link.click();
  await isKept();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await isKept();
  await page.evaluate(() => history.back());
  await isKept();
  await context.setOffline(false);
  await link.click();
  await page.waitForURL('**/starred');
  expect(complaints).toEqual([]);
  await context.close();
});

it('a comment that was typed survives a star while the server is away, and the end of the session', async () => {
  const { page, context, id } = await openPage((id) => `/doc/${id}`);
  answering(page, () => 'stay');
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.click();
  await page.keyboard.type('Wait for the frost', { delay: 30 });
  // Its proxy answers; the browser still counts as online.
  await page.route(/\.data/, (route) => route.fulfill({ status: 502, body: 'Away' }));
  await page.getByRole('button', { name: 'Add star', exact: true }).click();
  await page.locator('main.screen').getByText('perhaps because it restarts').waitFor();
  expect(await page.locator('main.screen').getByText('Wait for the frost').count()).toBe(1);
  await page.unroute(/\.data/);

  await page.goto(`${stage.server.url}/doc/${id}`);
  await untilInPlace(page);
  await field.click();
  await page.keyboard.type('Prune in March', { delay: 30 });
  await context.clearCookies({ name: /^arbor_/ });
  // The palette asks in the background.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Orch', { delay: 60 });
  await page.getByText('You are signed out').waitFor();
  await page.keyboard.press('Escape');
  expect(await field.inputValue()).toBe('Prune in March');
  await field.press('Control+Enter');
  await page.getByText('What you entered is kept').waitFor();
  await context.close();
});
