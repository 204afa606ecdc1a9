import { expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, untilHydrated, writeDocument } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

let count = 0;

async function openDocument(text: string, javaScriptEnabled = true): Promise<Visitor & { url: string }> {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled });
  count += 1;
  await enterAsNew(visitor.page, stage.server, `reading-aids-${count}@example.com`);
  const url = await writeDocument(visitor.page, 'Orchard', text);
  await visitor.page.goto(url);
  return { ...visitor, url };
}

async function finish({ context, complaints }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}

it('the list of contents follows the scroll', async () => {
  const part = (name: string) => `## ${name}\n\n${'A line of text.\n\n'.repeat(30)}`;
  const reader = await openDocument(['Apples', 'Pears', 'Plums'].map(part).join('\n'));
  const { page } = reader;
  await page.getByRole('heading', { name: 'Pears' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  const current = page.locator('.toc a[aria-current]');
  await until(async () => expect(await current.allInnerTexts()).toEqual(['Pears']));
  await page.mouse.wheel(0, 20_000);
  await until(async () => expect(await current.allInnerTexts()).toEqual(['Plums']));
  await finish(reader);
});

it('the text stands where it is drawn before its contents have arrived in the margin', async () => {
  const part = (name: string) => `## ${name}\n\nA line of text.\n`;
  const reader = await openDocument(['Apples', 'Pears', 'Plums'].map(part).join('\n'), false);
  const { page } = reader;
  const heading = page.getByRole('heading', { level: 1 });
  const contents = page.locator('.toc');
  const [text, margin] = [await heading.boundingBox(), await contents.boundingBox()];
  expect(margin!.x).toBeGreaterThan(text!.x + text!.width);
  await contents.evaluate((element) => element.remove());
  expect(await heading.boundingBox()).toEqual(text);
  await finish(reader);
});

it('code is copied by a button, a picture opens over the page, a link shows what it leads to', async () => {
  const reader = await openDocument('Beds and fences.');
  const { page, context, url } = reader;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${stage.server.url}/`);
  const link = new URL(url).pathname;
  const cover = '/covers/hills.svg';
  await writeDocument(
    page,
    'Tools',
    `\`\`\`\nspade\n\`\`\`\n\n![Hills](${cover})\n\n![Rain](/covers/rain.svg)\n\n[Orchard](${link})\n\n![](${cover})`,
  );
  const article = page.getByRole('article');
  await article.hover();
  await article.getByRole('button', { name: 'Copy' }).click();
  await article.getByRole('button', { name: 'Copied' }).waitFor();
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe('spade');

  await article.getByRole('button', { name: 'Hills' }).press('Enter');
  const lightbox = page.getByRole('dialog', { name: 'Picture' });
  await lightbox.getByRole('img', { name: 'Hills' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await lightbox.getByRole('img', { name: 'Rain' }).waitFor();
  await lightbox.getByRole('status').getByText('Picture 2 of 3: Rain').waitFor();
  await page.keyboard.press('ArrowRight');
  await lightbox.getByRole('status').getByText('Picture 3 of 3', { exact: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await lightbox.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('alt'))).toBe('Rain');
  expect(await article.getByRole('button', { name: 'Picture 3 of 3' }).count()).toBe(1);

  await article.getByRole('link', { name: 'Orchard' }).hover();
  await page.locator('.hover-card').getByText('Beds and fences.').waitFor();
  // The pointer slips off the link and is back within the grace time.
  await page.evaluate(() => {
    document.querySelector('.hover-card')?.setAttribute('data-old', '');
    const over = { bubbles: true, pointerType: 'mouse' };
    for (const target of ['article', '.prose a[href*="/doc/"]'])
      document.querySelector(target)?.dispatchEvent(new PointerEvent('pointerover', over));
  });
  await page.locator('.hover-card:not([data-old])').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.hover-card').waitFor({ state: 'detached' });

  // Somebody else's acts: a minute later the card tells the new title, and a marked passage takes no aid away.
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')!.value;
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token) };
  const api = `${stage.server.url}/api/documents`;
  await context.request.patch(`${api}/${link.split('/').at(-1)}`, { headers, data: { title: 'Old orchard' } });
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 61_000;
  });
  await page.mouse.move(0, 0);
  await article.getByRole('link', { name: 'Orchard' }).hover();
  await page.locator('.hover-card').getByText('Old orchard').waitFor();
  const data = { body: 'Whose?', quote: 'spade' };
  await context.request.post(`${api}/${new URL(page.url()).pathname.split('/').at(-1)}/comments`, { headers, data });
  await article.locator('.passage-mark').waitFor();
  await page.mouse.wheel(0, 10);
  await article.getByRole('button', { name: 'Copy' }).waitFor();
  await finish(reader);
});

it('a cover is put where one wants it by the arrow keys, and stays there', async () => {
  const reader = await openDocument('Text.');
  const { page, url } = reader;
  await page.locator('summary[aria-label="More"]').click();
  await page.getByText('Cover', { exact: true }).click();
  await page.getByRole('button', { name: /1/ }).first().click();
  await page.waitForURL(url);
  const cover = page.locator('.cover');
  await cover.hover();
  await page.getByRole('button', { name: 'Reposition' }).click();
  const slider = page.getByRole('slider');
  for (let press = 0; press < 5; press += 1) await slider.press('ArrowDown');
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('10');
  await page.locator('.cover-frame').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Reposition' }).waitFor();
  await expect.poll(() => page.locator('#cover-scroll').inputValue()).toBe('10');
  await page.reload();
  expect(await cover.evaluate((image: HTMLImageElement) => image.style.objectPosition)).toBe('50% 10%');
  await finish(reader);
});

it('a cover that is being put somewhere can be put again after a change by someone else', async () => {
  const { url } = stage.server;
  const person = await newPerson(stage.server);
  const { id } = await makeDocument(person, { title: 'Orchard', content: 'Apples.' });
  await person.api.put(`/api/documents/${id}/cover`, { url: '/covers/hills.svg', isPreset: true });
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}/doc/${id}`);
  await untilHydrated(page);
  await page.locator('.cover').hover();
  await page.getByRole('button', { name: 'Reposition' }).click();
  await page.getByRole('slider').press('ArrowDown');
  await person.api.patch(`/api/documents/${id}`, { content: 'Pears.' });
  await page.getByText('Pears.').waitFor();
  await expect.poll(() => page.getByRole('slider').count()).toBe(0);
  await page.locator('.cover').hover();
  await page.getByRole('button', { name: 'Reposition' }).click();
  const slider = page.getByRole('slider');
  await slider.press('ArrowDown');
  expect(await slider.getAttribute('aria-valuenow')).toBe('2');
  await context.close();
});

it('under a finger a cover of which something is hidden offers to be moved, without a tap on it', async () => {
  const { url } = stage.server;
  const person = await newPerson(stage.server);
  const { id } = await makeDocument(person, { title: 'Orchard', content: 'Apples.' });
  const { page, context, complaints } = await newVisitor(stage.browser, {
    javaScriptEnabled: true,
    width: 390,
    hasTouch: true,
  });
  await context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })));
  const [move, bar] = [page.getByRole('button', { name: 'Reposition' }), page.locator('.cover-bar')];
  // 358 pixels wide, the built-in one is lower than its frame.
  await person.api.put(`/api/documents/${id}/cover`, { url: '/covers/hills.svg', isPreset: true });
  await page.goto(`${url}/doc/${id}`);
  await untilHydrated(page);
  // The aids load with the first touch.
  await page.getByRole('heading', { name: 'Orchard' }).tap();
  await page.locator('.cover-bar').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.cover')?.complete);
  expect(await move.isVisible()).toBe(false);
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="900" viewBox="0 0 300 900" />';
  await page.route('**/covers/hills.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  await page.reload();
  await untilHydrated(page);
  await page.getByRole('heading', { name: 'Orchard' }).tap();
  await move.waitFor();
  expect(await bar.evaluate((part) => getComputedStyle(part).opacity)).toBe('1');
  await move.tap();
  const [hint, buttons] = [await page.locator('.cover-slider > span').boundingBox(), await bar.boundingBox()];
  expect(hint!.y + hint!.height).toBeLessThan(buttons!.y);
  expect(complaints).toEqual([]);
  await context.close();
});

it('an icon is found by its name, in Chinese too, and becomes the document’s', async () => {
  const reader = await openDocument('Text.');
  const { page, url } = reader;
  await page.goto(`${url}?lng=zh`);
  await page.locator('summary[aria-label="更多"]').click();
  await page.getByLabel('图标', { exact: true }).click();
  // Escape closes one layer: the icons, not the menu around them.
  await page.getByLabel('搜索图标').press('Escape');
  await page.getByLabel('搜索图标').waitFor({ state: 'detached' });
  expect(await page.getByLabel('图标', { exact: true }).isVisible()).toBe(true);
  await page.getByLabel('图标', { exact: true }).click();
  await page.getByLabel('搜索图标').fill('苹果');
  await page.getByRole('button', { name: '红苹果' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: '红苹果' }).click();
  await expect.poll(() => page.getByLabel('图标', { exact: true }).inputValue()).toBe('🍎');
  await page.getByRole('button', { name: '保存' }).first().click();
  await page.locator('.doc > .icon').getByText('🍎').waitFor();
  await finish(reader);
});

it.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('full width, small text and the document alone, %s', async (_name, javaScriptEnabled) => {
  const reader = await openDocument('Text.', javaScriptEnabled);
  const { page, url } = reader;
  const main = page.locator('main');
  const choose = async (role: 'button' | 'link', name: string) => {
    const control = page.getByRole(role, { name, exact: true });
    if (!(await control.isVisible())) await page.locator('summary[aria-label="More"]').click();
    await control.click();
  };
  await choose('button', 'Full width');
  await page.locator('main.wide').waitFor();
  await choose('button', 'Small text');
  await page.locator('main.small').waitFor();
  // A choice made by script is stored asynchronously.
  await until(async () => {
    await page.goto(url);
    expect(await main.getAttribute('class')).toBe('doc wide small');
  });
  await choose('button', 'Full width');
  await page.locator('main:not(.wide)').waitFor();
  await choose('link', 'Focus');
  await page.getByRole('link', { name: 'Leave focus' }).waitFor();
  const isHeading = () => page.evaluate(() => document.activeElement?.tagName === 'H1');
  await expect.poll(isHeading).toBe(javaScriptEnabled);
  expect(await page.getByRole('navigation', { name: 'My documents' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Leave focus' }).click();
  await page.waitForURL(url);
  await expect.poll(isHeading).toBe(javaScriptEnabled);
  await finish(reader);
});
