import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';

const stage = setStage();

async function openAs(person: Person, path: string) {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { url } = stage.server;
  await visitor.context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })));
  await visitor.page.goto(url + path);
  await untilHydrated(visitor.page);
  return visitor;
}

it('the row of the open document is in view in a long tree, and the page stays at its top', async () => {
  const olga = await newPerson(stage.server);
  let last = '';
  for (let n = 0; n < 60; n += 1) last = (await makeDocument(olga, { title: `Bed ${n}` })).id;
  const { page, context } = await openAs(olga, `/doc/${last}`);
  const isInView = () =>
    page.evaluate((href) => {
      const row = document.querySelector(`.side a.row[href="${href}"]`)?.getBoundingClientRect();
      return row !== undefined && row.top >= 0 && row.bottom <= innerHeight;
    }, `/doc/${last}`);
  await expect.poll(isInView).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await context.close();
});

it('a title that is cut off shows whole as a tooltip; a whole one has none', async () => {
  const olga = await newPerson(stage.server);
  const long = 'The orchard, its beds, and everything that grows between them in a good year';
  await makeDocument(olga, { title: 'Bed' });
  await makeDocument(olga, { title: long });
  const { page, context } = await openAs(olga, '/starred');
  const side = page.getByRole('navigation', { name: 'My documents' });
  const cut = side.locator('.name', { hasText: 'orchard' });
  const whole = side.locator('.name', { hasText: /^Bed$/ });
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await cut.hover();
      return cut.getAttribute('title');
    })
    .toBe(long);
  await whole.hover();
  expect(await whole.getAttribute('title')).toBeNull();
  await context.close();
});

it('the menu of a document copies its link and leads to its history', async () => {
  const olga = await newPerson(stage.server);
  const { id } = await makeDocument(olga);
  const { page, context } = await openAs(olga, `/doc/${id}`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('summary[aria-label="More"]').click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stage.server.url}/doc/${id}`);
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'History' }).click();
  await page.waitForURL(`**/doc/${id}/history`);
  await context.close();
});

it('a link and code are copied over plain HTTP, where browsers have no clipboard object', async () => {
  const olga = await newPerson(stage.server);
  const { id } = await makeDocument(olga, { content: '```\nspade\n```' });
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { page, context } = visitor;
  await context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const { url } = stage.server;
  await context.addCookies([...olga.browser.cookies].map(([name, value]) => ({ name, value, url })));
  const pasted = async () => {
    await page.getByRole('main').getByRole('searchbox').fill('');
    await page.keyboard.press('Control+v');
    return page.getByRole('main').getByRole('searchbox').inputValue();
  };
  await page.goto(`${url}/doc/${id}`);
  await untilHydrated(page);
  await page.locator('summary[aria-label="More"]').click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  await page.goto(`${url}/search`);
  expect(await pasted()).toBe(`${url}/doc/${id}`);
  await page.goto(`${url}/doc/${id}`);
  const article = page.getByRole('article');
  await article.hover();
  await article.getByRole('button', { name: 'Copy' }).click();
  await article.getByRole('button', { name: 'Copied' }).waitFor();
  await page.goto(`${url}/search`);
  expect((await pasted()).trim()).toBe('spade');
  await context.close();
});

it('the history has times of the browser’s zone, and of UTC without scripts', async () => {
  const olga = await newPerson(stage.server);
  const { id } = await makeDocument(olga);
  const { url } = stage.server;
  const times: string[] = [];
  for (const javaScriptEnabled of [true, false]) {
    const context = await stage.browser.newContext({ timezoneId: 'Asia/Tokyo', locale: 'en-GB', javaScriptEnabled });
    await context.addCookies([...olga.browser.cookies].map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    await page.goto(`${url}/doc/${id}/history`);
    if (javaScriptEnabled) await untilHydrated(page);
    times.push(await page.locator('main time').first().innerText());
    await context.close();
  }
  const [local, utc] = times.map((time) => Number(/(\d+):/.exec(time)?.[1]) + (/PM/.test(time) ? 12 : 0));
  expect(times[1]).toMatch(/ UTC$/);
  expect(times[0]).not.toMatch(/UTC/);
  expect((local! - utc! + 24) % 12).toBe(9);
});

it.each([true, false])(
  'a chosen version is in sight on a phone, and beside the list of a wide window (scripts: %s)',
  async (javaScriptEnabled) => {
    const olga = await newPerson(stage.server);
    const { id } = await makeDocument(olga, { title: 'Orchard', content: 'Apples fall.\n\n'.repeat(80) });
    for (let nth = 0; nth < 8; nth += 1)
      await olga.api.patch(`/api/documents/${id}`, { content: `Pears ${nth}.\n\n`.repeat(40) });
    const { url } = stage.server;
    for (const width of [390, 1280]) {
      const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled, width });
      await context.addCookies([...olga.browser.cookies].map(([name, value]) => ({ name, value, url })));
      const topOf = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.y;
      const isShown = async (name: string) => {
        if (width === 1280) await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
        else await expect.poll(() => topOf(name)).toBeLessThan(200);
        expect(await topOf(name)).toBeGreaterThan(50);
      };
      await page.goto(`${url}/doc/${id}/history`);
      if (javaScriptEnabled) await untilHydrated(page);
      await page.getByRole('link', { name: 'Version 3' }).click();
      await page.waitForURL(/revision=/);
      await isShown('What this save changed');
      await page.getByRole('radio', { name: 'From version 2' }).check();
      await page.getByRole('button', { name: 'Compare the two' }).click();
      await page.waitForURL(/from=/);
      await isShown('What is different');
      expect(complaints).toEqual([]);
      await context.close();
    }
  },
);
