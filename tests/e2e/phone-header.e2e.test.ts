import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';

const stage = setStage();

/** Opens a document on a phone, as its owner. */
async function openOnPhone(width: number): Promise<Page> {
  const owner = await newPerson(stage.server);
  const { id } = await makeDocument(owner, { title: 'Garden' });
  const context = await stage.browser.newContext({ hasTouch: true, isMobile: true, viewport: { width, height: 844 } });
  await context.addCookies([...owner.browser.cookies].map(([name, value]) => ({ name, value, url: stage.server.url })));
  const page = await context.newPage();
  await page.goto(`${stage.server.url}/doc/${id}`);
  return page;
}

it('the search of the header keeps the size of its letters on a phone once scripts have made it a button', async () => {
  const page = await openOnPhone(390);
  const size = await page.locator('#palette-button').evaluate((button) => getComputedStyle(button).fontSize);
  expect(size).toBe('16px');
  await page.context().close();
});

it('the settings menu lies in a narrow window without scripts too, beside the count of the inbox', async () => {
  const owner = await newPerson(stage.server);
  const ben = await newPerson(stage.server, 'ben');
  const { id } = await makeDocument(owner, { title: 'Garden' });
  await share(owner, id, ben.email, 'READ');
  await ben.api.post(`/api/documents/${id}/comments`, { body: 'Ripe?' });
  const context = await stage.browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await context.addCookies([...owner.browser.cookies].map(([name, value]) => ({ name, value, url: stage.server.url })));
  const page = await context.newPage();
  await page.goto(stage.server.url);
  await page.locator('.unread-count').waitFor();
  for (const name of ['Settings', 'Account']) {
    await page.getByRole('banner').getByRole('button', { name }).click();
    const box = (await page.locator('.bar .pop[open] > .pop-content').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
  }
  await context.close();
});

it('on the narrowest phone without scripts the field of the header shows its hint once there is room for it', async () => {
  const owner = await newPerson(stage.server);
  const context = await stage.browser.newContext({
    javaScriptEnabled: false,
    isMobile: true,
    hasTouch: true,
    viewport: { width: 320, height: 640 },
  });
  await context.addCookies([...owner.browser.cookies].map(([name, value]) => ({ name, value, url: stage.server.url })));
  const page = await context.newPage();
  await page.goto(stage.server.url);
  const field = page.getByRole('banner').getByRole('searchbox');
  const hint = () =>
    field.evaluate((input: HTMLInputElement) => {
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = getComputedStyle(input).font;
      const { color } = getComputedStyle(input, '::placeholder');
      const isWhole = pen.measureText(input.placeholder).width <= input.clientWidth;
      return { isHidden: color === 'rgba(0, 0, 0, 0)', isWhole };
    });
  expect(await hint()).toEqual({ isHidden: true, isWhole: false });
  await field.tap();
  expect(await hint()).toEqual({ isHidden: false, isWhole: true });
  await context.close();
});

it('the way home is as wide as a finger on a phone, where it has no name', async () => {
  const page = await openOnPhone(360);
  expect((await page.locator('.logo').boundingBox())!.width).toBeGreaterThanOrEqual(44);
  await page.context().close();
});

it('the field of the palette shows its whole hint on a phone, and no key that a phone does not have', async () => {
  const page = await openOnPhone(360);
  await page.locator('#palette-button').tap();
  const field = page.getByRole('combobox');
  await field.waitFor();
  const spare = await field.evaluate((input: HTMLInputElement) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    pen.font = getComputedStyle(input).font;
    return input.clientWidth - pen.measureText(input.placeholder).width;
  });
  expect(spare).toBeGreaterThan(0);
  expect(await page.locator('.palette-field kbd').evaluate((key) => getComputedStyle(key).fontSize)).toBe('0px');
  await page.locator('.palette-field').getByRole('button', { name: 'Close' }).tap();
  await field.waitFor({ state: 'hidden' });
  await page.context().close();
});
