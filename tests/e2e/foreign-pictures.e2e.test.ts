import { expect, test } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const FOREIGN = 'http://192.0.2.1/tracks.png';
const stage = setStage();

test('S11: neither a text nor a script of the page makes the browser ask another host for a picture', async () => {
  const ada = await newPerson(stage.server);
  const { id } = await makeDocument(ada, { title: 'Pictures', content: `![tracks](${FOREIGN})` });
  const { page } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const cookies = [...ada.browser.cookies].map(([name, value]) => ({ name, value, url: stage.server.url }));
  await page.context().addCookies(cookies);
  const own = new URL(stage.server.url).origin;
  const asked: string[] = [];
  const stopped: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('requestfailed', (request) => {
    if (!request.url().startsWith(own)) stopped.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  await page.goto(`${stage.server.url}/doc/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Pictures' }).waitFor();
  await page.evaluate((source) => {
    const image = document.createElement('img');
    image.id = 'drawn';
    image.src = source;
    document.body.append(image);
  }, FOREIGN);
  await expect
    .poll(() => page.evaluate(() => (document.getElementById('drawn') as HTMLImageElement).src))
    .toContain('/api/pictures?url=');
  // The policy blocks the script's request inside the browser; the document's image is not requested from that host at
  // all.
  const foreign = asked.filter((url) => url.startsWith('http') && !url.startsWith(own));
  expect(stopped).toEqual(foreign.map((url) => `${url} csp`));
  expect(foreign.length).toBeLessThanOrEqual(1);
  expect(asked.some((url) => url.includes('/pictures/'))).toBe(true);
  await page.context().close();
});

test('the editor asks this server for a picture of another host, and no other', async () => {
  const ada = await newPerson(stage.server);
  const { id } = await makeDocument(ada, { title: 'Pictures', content: `Tracks\n\n![tracks](${FOREIGN})` });
  const { page } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const cookies = [...ada.browser.cookies].map(([name, value]) => ({ name, value, url: stage.server.url }));
  await page.context().addCookies(cookies);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${stage.server.url}/doc/${id}/edit`);
  const image = page.locator('.cm-content img.cm-image');
  await image.waitFor({ state: 'attached' });
  expect(await image.getAttribute('src')).toBe(`/api/pictures?url=${encodeURIComponent(FOREIGN)}`);
  expect(asked.filter((url) => url.startsWith('http') && !url.startsWith(new URL(stage.server.url).origin))).toEqual(
    [],
  );
  await page.context().close();
});
