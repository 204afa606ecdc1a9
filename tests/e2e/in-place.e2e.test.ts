import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { untilInPlace } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';

const stage = setStage();

/** Opens a page as a person and marks its window; a page load removes the mark. */
async function openMarked(person: Person, path: string) {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { url } = stage.server;
  await visitor.context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })));
  await visitor.page.goto(url + path);
  await untilInPlace(visitor.page);
  await visitor.page.evaluate(() => Object.assign(window, { isMarked: true }));
  return visitor;
}
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

it('a star is set and removed without a page load, with a word and focus on its button', async () => {
  const olga = await newPerson(stage.server);
  const { id } = await makeDocument(olga, { title: 'Orchard', content: 'Apples.' });
  const { page, context, complaints } = await openMarked(olga, `/doc/${id}`);
  const isStarred = async () => (await olga.api.get(`/api/documents/${id}`)).body.data.isStarred;
  await page.getByRole('button', { name: 'Add star', exact: true }).click();
  await page.getByText('Star added').waitFor();
  expect([await isStarred(), await isMarked(page), await focused(page)]).toEqual([true, true, 'Remove star']);
  await page.getByRole('article').getByText('Apples.').waitFor();
  await page.getByRole('button', { name: 'Remove star', exact: true }).click();
  await page.getByText('Star removed').waitFor();
  expect([await isStarred(), await isMarked(page)]).toEqual([false, true]);
  expect(complaints).toEqual([]);
  await context.close();
});

it('offline, nothing is sent, and a word says so', async () => {
  const olga = await newPerson(stage.server);
  const { id } = await makeDocument(olga, { title: 'Orchard' });
  const { page, context } = await openMarked(olga, `/doc/${id}`);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add star', exact: true }).click();
  await page.getByText('You are offline. Nothing was changed.').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Add star', exact: true }).click();
  await page.getByText('Star added').waitFor();
  expect(await isMarked(page)).toBe(true);
  await context.close();
});

it('an ended share leaves its list without a page load, comes back by Undo, and the page keeps its place', async () => {
  const [olga, rhea] = [await newPerson(stage.server), await newPerson(stage.server, 'rhea')];
  const { id } = await makeDocument(olga, { title: 'Orchard' });
  await share(olga, id, rhea.email, 'READ');
  const { page, context, complaints } = await openMarked(olga, `/doc/${id}/share`);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: rhea.email });
  await row.locator('button[value="share-remove"]').click();
  await page.getByText('No longer shared').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await page.waitForFunction(() => document.activeElement !== document.body);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  expect(await isMarked(page)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a link that changes only the query is announced, each time, and gives focus to the heading if it goes itself', async () => {
  const chief = await newPerson(stage.server, 'chief', { isAdmin: true });
  const { page, context, complaints } = await openMarked(chief, '/admin/token-usage');
  const said = page.locator('body > [aria-live]');
  const [earlier, later] = [page.getByText('←', { exact: true }), page.getByText('→', { exact: true })];
  await earlier.press('Enter');
  await later.waitFor();
  await expect.poll(() => said.innerText()).toContain('Token usage');
  const first = await said.locator('> *').elementHandle();
  await earlier.press('Enter');
  // A live region reads the same text again only if it is a new node.
  await page.waitForFunction((node) => !node?.isConnected, first);
  expect(await said.innerText()).toContain('Token usage');
  const second = await said.locator('> *').elementHandle();
  await later.press('Enter');
  await page.waitForFunction((node) => !node?.isConnected, second);
  await later.press('Enter');
  await later.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await isMarked(page)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});
