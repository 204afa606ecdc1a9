import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const stage = setStage();

it('a page whose connection for events comes late shows what changed before it', async () => {
  const olga = await newPerson(stage.server);
  const { id } = await makeDocument(olga, { content: 'First words.' });
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { url } = stage.server;
  await context.addCookies([...olga.browser.cookies].map(([name, value]) => ({ name, value, url })));
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
  const asked = page.waitForRequest('**/api/events*');
  await page.route('**/api/events*', async (route) => {
    await late;
    await route.continue();
  });
  await page.goto(`${url}/doc/${id}`);
  await untilHydrated(page);
  await asked;
  expect((await olga.api.patch(`/api/documents/${id}`, { content: 'Other words.' })).status).toBe(200);
  await page.waitForFunction(() => performance.now() > 3100);
  expect(await page.locator('.prose').innerText()).toBe('First words.');
  arrive();
  await page.locator('.prose').getByText('Other words.').waitFor();
  await context.close();
});

it.each([1, 2])('a page shows what changed while it loaded, in %i tabs', async (tabs) => {
  const olga = await newPerson(stage.server);
  const { id } = await makeDocument(olga, { content: 'First words.' });
  const { page: first, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { url } = stage.server;
  await context.addCookies([...olga.browser.cookies].map(([name, value]) => ({ name, value, url })));
  let page = first;
  if (tabs === 2) {
    await Promise.all([first.waitForResponse('**/api/events*'), first.goto(`${url}/doc/${id}`)]);
    page = await context.newPage();
  }
  const { promise: changed, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/assets/live-page-*', async (route) => {
    await changed;
    await route.continue();
  });
  await page.goto(`${url}/doc/${id}`);
  await page.locator('.prose').getByText('First words.').waitFor();
  expect((await olga.api.patch(`/api/documents/${id}`, { content: 'Other words.' })).status).toBe(200);
  goOn();
  await page.locator('.prose').getByText('Other words.').waitFor();
  await context.close();
});

it('a page follows changes again after an outage of what is in front of the server', async () => {
  const olga = await newPerson(stage.server);
  const { id } = await makeDocument(olga, { content: 'First words.' });
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { url } = stage.server;
  await context.addCookies([...olga.browser.cookies].map(([name, value]) => ({ name, value, url })));
  let isOut = true;
  let asked = 0;
  for (const path of ['**/api/events*', '**/api/auth/me'])
    await page.route(path, async (route) => {
      if (path.endsWith('me')) asked += 1;
      await (isOut ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue());
    });
  await page.goto(`${url}/doc/${id}`);
  await untilHydrated(page);
  await expect.poll(() => asked).toBeGreaterThan(0);
  isOut = false;
  const connected = page.waitForResponse((response) => response.url().includes('/api/events?') && response.ok());
  expect((await olga.api.patch(`/api/documents/${id}`, { content: 'Other words.' })).status).toBe(200);
  await connected;
  await page.locator('.prose').getByText('Other words.').waitFor();
  await context.close();
});
