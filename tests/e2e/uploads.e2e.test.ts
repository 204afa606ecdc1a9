import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, plantDocument } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { until } from '#tests/support/until.ts';
import { PNG } from '#tests/support/upload.ts';

const stage = setOwnStage({ env: () => ({ MAX_UPLOAD_MB: '1' }) });

let count = 0;

async function openFiles(): Promise<Visitor> {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  count += 1;
  await enterAsNew(visitor.page, stage.server, `uploads-${count}@example.com`);
  const url = await plantDocument(visitor.page, 'Garden', 'Beds.');
  await visitor.page.goto(`${url}/files`);
  await visitor.page.getByRole('heading', { name: 'Files' }).waitFor();
  // A page load removes this mark.
  await visitor.page.evaluate(() => Object.assign(window, { isSamePage: true }));
  return visitor;
}

const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id);
const listed = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const file = (name: string, buffer: Buffer = PNG, mimeType = 'image/png') => ({ name, mimeType, buffer });

/** Drops files as another program would, once the page accepts them. */
async function give(page: Page, event: 'drop' | 'paste', files: ReturnType<typeof file>[]): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }));
  const isTaken = () =>
    page.evaluate(
      ({ event, sent }) => {
        const data = new DataTransfer();
        for (const { name, mimeType, bytes } of sent)
          data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
        const init = { bubbles: true, cancelable: true };
        if (event === 'paste')
          return !document.body.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
        document.body.dispatchEvent(new DragEvent('dragenter', { ...init, dataTransfer: data }));
        return !document.body.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: data }));
      },
      { event, sent },
    );
  await until(async () => expect(await isTaken()).toBe(true));
}

it('chosen, dropped and pasted files appear without a page load, and one that is refused says why', async () => {
  const { page, context, complaints } = await openFiles();
  await page.getByLabel('Add files').setInputFiles([file('first.png'), file('second.png')]);
  await page.getByRole('main').getByRole('button', { name: 'Upload' }).click();
  await listed(page, 'first.png').waitFor();
  await listed(page, 'second.png').waitFor();
  await page.getByRole('status').getByText('2 files added').waitFor();
  await give(page, 'drop', [file('dropped.png'), file('lie.png', Buffer.from('<script>')), file('tool.exe')]);
  await listed(page, 'dropped.png').waitFor();
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await uploads.filter({ hasText: 'lie.png' }).getByText('Files of this type are not accepted').waitFor();
  await uploads.filter({ hasText: 'tool.exe' }).getByText('Files of this type are not accepted').waitFor();
  // The file itself is refused, so a retry would fail too.
  expect(await page.getByRole('button', { name: /^Try .* again$/ }).count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss lie.png' }).click();
  await expect.poll(() => focused(page)).toBe('Dismiss tool.exe');
  await page.getByRole('button', { name: 'Dismiss tool.exe' }).click();
  await expect.poll(() => focused(page)).toBe('file');
  await give(page, 'drop', [file('large.txt', Buffer.alloc(1024 * 1024 + 10, 97), 'text/plain')]);
  await uploads.filter({ hasText: 'large.txt' }).getByText('The file is too large: at most 1 MB').waitFor();
  await give(page, 'paste', [file('image.png')]);
  await listed(page, 'image.png').waitFor();
  expect(await isSamePage(page)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

it('leaving the page ends its uploads', async () => {
  const { page, context } = await openFiles();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/files/upload/**', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const begun = page.waitForRequest('**/api/files/upload/**');
  await give(page, 'drop', [file('left.png')]);
  await begun;
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/files/upload/'));
  page.once('dialog', (question) => question.accept());
  await page.getByRole('banner').getByRole('link').first().click();
  await ended;
  expect(await isSamePage(page)).toBe(true);
  goOn();
  await context.close();
});

it('in the editor a refused file says the limit, and is removed', async () => {
  const { page, context, complaints } = await openFiles();
  await page.goto(page.url().replace(/files$/, 'edit'));
  await page.locator('.cm-content').waitFor();
  const large = file('large.txt', Buffer.alloc(1024 * 1024 + 10, 97), 'text/plain');
  await page.locator('input[type="file"]').setInputFiles([large, file('tool.exe')]);
  const uploads = page.locator('.cm-upload');
  await uploads.filter({ hasText: 'tool.exe' }).getByText('Files of this type are not accepted').waitFor();
  await uploads.filter({ hasText: 'large.txt' }).getByText('The file is too large: at most 1 MB').waitFor();
  expect(await uploads.getByRole('button').allTextContents()).toEqual(['Remove', 'Remove']);
  for (let left = 2; left > 0; left -= 1) await uploads.getByRole('button', { name: 'Remove' }).first().click();
  await expect.poll(() => uploads.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it('an upload is cancelled, and one that broke off is tried again', async () => {
  const { page, context, complaints } = await openFiles();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  let isBroken = true;
  await page.route('**/api/files/upload/**', async (route) => {
    await held;
    await (isBroken ? route.abort() : route.continue()).catch(() => undefined);
  });
  await give(page, 'drop', [file('given-up.png'), file('broken.png')]);
  await page.getByRole('button', { name: 'Cancel given-up.png' }).click();
  await page.getByText('given-up.png').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Cancel broken.png');
  goOn();
  await page.getByText('The server could not be reached.').waitFor();
  isBroken = false;
  await page.getByRole('button', { name: 'Try broken.png again' }).click();
  await listed(page, 'broken.png').waitFor();
  // The finished upload has left with its button.
  await expect.poll(() => focused(page)).toBe('file');
  expect(await listed(page, 'given-up.png').count()).toBe(0);
  expect(await isSamePage(page)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a picture’s Markdown is copied, and it becomes the cover', async () => {
  const { page, context, complaints } = await openFiles();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await give(page, 'drop', [file('leaf.png')]);
  await page.getByText('Put into the text').click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^!\[leaf\.png\]\(\/api\/files\/c\w{23}\)$/);
  await page.getByRole('button', { name: 'Use leaf.png as cover' }).click();
  await page.waitForURL(/\/doc\/c\w{23}$/);
  const cover = page.locator('img.cover');
  await cover.waitFor();
  expect(copied).toContain((await cover.getAttribute('src'))!);
  expect(complaints).toEqual([]);
  await context.close();
});

it('files are uploaded over plain HTTP, where browsers lack some functions', async () => {
  const { page, context, complaints } = await openFiles();
  await context.addInitScript(() => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined });
    Object.defineProperty(navigator, 'locks', { value: undefined });
  });
  await page.reload();
  await give(page, 'drop', [file('plain.png')]);
  await listed(page, 'plain.png').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
