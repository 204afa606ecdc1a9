import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { call, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { newEmail } from '#tests/support/factories.ts';

const stage = setStage();

async function newPerson(name: string): Promise<Visitor & { email: string }> {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const email = newEmail(name);
  await enterAsNew(visitor.page, stage.server, email);
  return { ...visitor, email };
}

/** Opens a page and waits until it follows events. */
async function openFollowing(page: Page, path: string): Promise<void> {
  // The connection of the page before must not be taken for the new one.
  await page.goto('about:blank');
  const followed = page.waitForResponse(/\/api\/events\?/);
  await page.goto(`${stage.server.url}${path}`);
  await followed;
}

const notFound = (page: Page) => page.getByRole('heading', { name: 'Page not found' });

describe.each([
  ['the document itself', 'Beds'],
  ['a document above it', 'Garden'],
] as const)('archiving %s', (_, archived) => {
  it.each(['READ', 'EDIT'])('closes the page that a person with %s has open', async (permission) => {
    const [ada, bob] = [await newPerson('ada-archives'), await newPerson('bob-reads')];
    const ids = await plantTree(ada.page, [['Garden', [['Beds', ['North']]]]]);
    const share = { email: bob.email, permission };
    await call(ada.page, 'POST', `/api/documents/${ids.Beds}/shares`, share);
    await openFollowing(bob.page, `/doc/${ids.North}`);
    await bob.page.getByText('About North.').waitFor();
    await call(ada.page, 'POST', `/api/documents/${ids[archived]}/archive`);
    await notFound(bob.page).waitFor();
    expect(await bob.page.getByText('About North.').count()).toBe(0);
    await Promise.all([ada.context.close(), bob.context.close()]);
  });
});

/** Opens a document in another tab and waits until it receives the events that the first tab follows. */
async function openBeside(page: Page, path: string): Promise<Page> {
  await openFollowing(page, '/');
  const other = await page.context().newPage();
  await other.goto(`${stage.server.url}${path}`);
  const waiting = () => other.evaluate(async () => (await navigator.locks.query()).pending?.length);
  await expect.poll(waiting).toBeGreaterThan(0);
  return other;
}

it('another tab of the owner shows that a document was archived, restored and deleted', async () => {
  const { page, context } = await newPerson('ada-two-tabs');
  const { Garden, Beds } = await plantTree(page, [['Garden', ['Beds']]]);
  const other = await openBeside(page, `/doc/${Beds}`);
  const restore = other.getByRole('main').getByRole('button', { name: 'Restore' });
  await call(page, 'POST', `/api/documents/${Garden}/archive`);
  await restore.waitFor();
  await call(page, 'POST', `/api/documents/${Garden}/restore`);
  await restore.waitFor({ state: 'detached' });
  await call(page, 'POST', `/api/documents/${Garden}/archive`);
  await restore.waitFor();
  await call(page, 'DELETE', `/api/documents/${Garden}`);
  await notFound(other).waitFor();
  await context.close();
});

it('an editor in another tab of the owner leads to the archived document', async () => {
  const { page, context } = await newPerson('ada-edits');
  const { Garden } = await plantTree(page, ['Garden']);
  const other = await openBeside(page, `/doc/${Garden}/edit`);
  await other.locator('.cm-content').waitFor();
  await call(page, 'POST', `/api/documents/${Garden}/archive`);
  await other.getByText('This document is archived. Restore it to go on writing.').waitFor();
  expect(await violationsOn(other)).toEqual([]);
  await other.getByRole('link', { name: 'Open the document' }).click();
  await other.getByRole('main').getByRole('button', { name: 'Restore' }).waitFor();
  await context.close();
});
