import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, PASSWORD, signIn, untilHydrated } from '#tests/e2e/journey.ts';
import { call, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { until } from '#tests/support/until.ts';

let count = 0;

const stage = setStage();

/** Opens the editor as a new person, with the cursor at the end. */
async function openEditor(content: string, width = 1280) {
  count += 1;
  const email = `around-${count}@example.com`;
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true, width });
  const { page } = visitor;
  await enterAsNew(page, stage.server, email);
  const { Garden: id } = await plantTree(page, ['Garden']);
  await call(page, 'PATCH', `/api/documents/${id}`, { content });
  const url = `${stage.server.url}/doc/${id}`;
  await page.goto(url);
  return { ...visitor, email, url, text: await beginWriting(page, url) };
}

async function beginWriting(page: Page, url: string) {
  await page.goto(`${url}/edit`);
  const text = page.locator('.cm-content');
  await text.press('Control+End');
  return text;
}

const waitForText = (page: Page, url: string, content: string) =>
  until(async () => {
    const response = await page.request.get(`${stage.server.url}/api/documents/${url.split('/').at(-1)}`);
    expect((await response.json()).data.content).toBe(content);
  });
const saved = (page: Page) => page.locator('.save-note[data-state="saved"]').waitFor();

async function end({ context, complaints }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}

it('signing out sends what was typed a moment before', async () => {
  const writer = await openEditor('One.');
  const { page, url, email } = writer;
  await page.keyboard.type(' Two.');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).waitFor();
  await signIn(page, stage.server.url, email, PASSWORD);
  await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  await waitForText(page, url, 'One. Two.');
  await end(writer);
});

it('signing out without a connection asks first, and keeps it in the browser for this person alone', async () => {
  const writer = await openEditor('One.');
  const { page, url, email, text } = writer;
  await page.route('**/api/documents/*', (route) => route.abort());
  await page.keyboard.type(' Two.');
  await page.getByText('Not saved: no connection').waitFor();
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void (questions.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => questions.length).toBe(1);
  expect(questions[0]).toContain('has not reached the server');
  await text.waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).waitFor();
  await page.unroute('**/api/documents/*');
  await signIn(page, stage.server.url, email, PASSWORD);
  await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  await page.goto(`${url}/edit`);
  await waitForText(page, url, 'One. Two.');
  expect(await page.getByRole('button', { name: 'Bring it back' }).count()).toBe(0);
  await end(writer);
});

it('signing out asks nothing about a copy whose text the server has', async () => {
  const writer = await openEditor('One.');
  const { page, url } = writer;
  await page.keyboard.type(' Two.');
  await saved(page);
  // A page whose form is posted while the editor opens leaves a copy of its text in local storage.
  const documentPath = new URL(url).pathname;
  await page.goto(url);
  await untilHydrated(page);
  await page.evaluate(async (path) => {
    const me = await fetch('/api/auth/me').then((response) => response.json());
    const current = await fetch(`/api/documents/${path.split('/').at(-1)}`).then((response) => response.json());
    const { title, icon, content } = current.data;
    const copy = { title, icon, content, baseVersion: 1, pending: null, at: Date.now() };
    localStorage.setItem(`arbor-draft:${me.data.id}${path.replace('/doc', '')}/1-7`, JSON.stringify(copy));
  }, documentPath);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).waitFor();
  expect(questions).toEqual([]);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('arbor-draft:'))),
  ).toEqual([]);
  await end(writer);
});

it('two tabs write in one document: each keeps what the other wrote, and the last word of either is saved', async () => {
  const writer = await openEditor('First.\n\nSecond.');
  const { page, context, url, text } = writer;
  const other = await context.newPage();
  const otherText = await beginWriting(other, url);
  await other.keyboard.type(' From the other tab.');
  await waitForText(page, url, 'First.\n\nSecond. From the other tab.');
  await text.press('Control+Home');
  await page.keyboard.type('Here: ');
  await waitForText(page, url, 'Here: First.\n\nSecond. From the other tab.');
  await expect.poll(() => text.innerText()).toContain('From the other tab.');
  await otherText.press('Control+End');
  await other.keyboard.type(' Again.');
  await waitForText(page, url, 'Here: First.\n\nSecond. From the other tab. Again.');
  await expect.poll(() => otherText.innerText()).toContain('Here: ');
  await Promise.all([saved(page), saved(other)]);
  await end(writer);
});

it('what one tab could not send survives that another tab saves', async () => {
  const writer = await openEditor('First.\n\nSecond.');
  const { page, context, url, text } = writer;
  const other = await context.newPage();
  await other.routeWebSocket(/\/live$/, (socket) => void socket.close());
  await beginWriting(other, url);
  await other.route('**/api/documents/*', (route) => route.abort());
  await other.keyboard.type(' Unsent.');
  await other.getByText('Not saved: no connection').waitFor();
  await text.press('Control+Home');
  await page.keyboard.type('Sent. ');
  await waitForText(page, url, 'Sent. First.\n\nSecond.');
  await saved(page);
  await other.close();
  await page.goto(url);
  // Drafts of a running session are not offered, and the browser releases the lock of a closed tab asynchronously.
  const running = async () => (await navigator.locks.query()).held?.filter(({ name }) => name?.includes('/')).length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
  await page.goto(`${url}/edit`);
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await waitForText(page, url, 'Sent. First.\n\nSecond. Unsent.');
  await saved(page);
  await page.reload();
  await text.waitFor();
  expect(await page.getByText('Text that was not saved.').count()).toBe(0);
  await end(writer);
});

it('back to the page and forward to the editor, both show what was typed a moment before', async () => {
  const writer = await openEditor('One.');
  const { page, url, text } = writer;
  await page.goto(url);
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click();
  await text.press('Control+End');
  await page.keyboard.type(' Two.');
  await page.goBack();
  await page.getByRole('article').getByText('One. Two.').waitFor();
  await waitForText(page, url, 'One. Two.');
  await page.goForward();
  await text.getByText('One. Two.').waitFor();
  expect(await page.getByText('Text that was not saved.').count()).toBe(0);
  await end(writer);
});

it('on a phone the text is written below a toolbar that scrolls, and nothing is wider than the page', async () => {
  const writer = await openEditor(
    '| a | b | c | d | e | f | g |\n|---|---|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n\nOne.',
    360,
  );
  const { page, url } = writer;
  await page.keyboard.type(' Two.');
  await saved(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Markdown source' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(url);
  await page.getByRole('article').getByText('One. Two.').waitFor();
  await end(writer);
});

it('in the text letters are letters, Ctrl+K without a selection opens the palette, and closing it leads back', async () => {
  const writer = await openEditor('One');
  const { page, url, text } = writer;
  await page.keyboard.type(' escg/?');
  await page.keyboard.press('Escape');
  await waitForText(page, url, 'One escg/?');
  expect(page.url()).toBe(`${url}/edit`);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(' more');
  await waitForText(page, url, 'One escg/? more');
  await text.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+k');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.type('https://example.com');
  await waitForText(page, url, 'One escg/? [more](https://example.com)');
  await end(writer);
});

it('the line that is written in is never behind the bars, nor is what opens beside it', async () => {
  const writer = await openEditor(`First line.\n\n${'Rest.\n\n'.repeat(80)}`);
  const { page, text } = writer;
  await text.press('Control+Home');
  const bottomOfBars = () => page.locator('.editor-head').evaluate((head) => head.getBoundingClientRect().bottom);
  const topOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => each.getBoundingClientRect().top);
  await expect.poll(async () => (await topOf('.cm-line')) >= (await bottomOfBars())).toBe(true);
  await text.press('Shift+End');
  await page.locator('.cm-floating').waitFor();
  await expect.poll(async () => (await topOf('.cm-floating')) >= (await bottomOfBars())).toBe(true);
  const bottomOfSelection = async () => {
    const boxes = await page.locator('.cm-selectionBackground').all();
    const bottoms = await Promise.all(boxes.map(async (each) => (await each.boundingBox())!));
    return Math.max(...bottoms.map(({ y, height }) => y + height));
  };
  for (let line = 0; line < 4; line += 1) {
    await text.press('Shift+ArrowDown');
    await expect.poll(async () => (await topOf('.cm-floating')) >= (await bottomOfSelection())).toBe(true);
  }
  await end(writer);
});
