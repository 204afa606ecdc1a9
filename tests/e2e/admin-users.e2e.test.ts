import { beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, PASSWORD, signIn } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';

const CHIEF = 'chief@example.com';

const stage = setOwnStage();
beforeAll(async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false });
  await enterAsNew(page, stage.server, CHIEF);
  await context.close();
});

describe.each([
  ['with JavaScript', true, 1280],
  ['without JavaScript on a phone', false, 360],
])('administering people, %s', (name, javaScriptEnabled, width) => {
  const person = `ben-${name.replaceAll(' ', '-').toLowerCase()}@example.com`;

  it('finds, suspends, lets in, promotes, deletes after asking, restores, invites', async () => {
    const ben = await newVisitor(stage.browser, { javaScriptEnabled });
    await enterAsNew(ben.page, stage.server, person);
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled, width });
    await signIn(page, stage.server.url, CHIEF, PASSWORD);
    await page.waitForURL(`${stage.server.url}/`);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('main').getByLabel('Search people').fill(person);
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 account', { exact: true }).waitFor();

    const row = page.getByRole('row').filter({ hasText: person });
    const act = async (action: string) => {
      await page.getByRole('button', { name: `Actions for ${person}` }).click();
      await row.getByRole('button', { name: action, exact: true }).click();
    };
    await act('Suspend');
    await page.getByRole('status').getByText(`${person} is suspended`).waitFor();
    await row.getByText('Suspended').waitFor();
    await ben.page.goto(`${stage.server.url}/settings`);
    await ben.page.waitForURL(/\/login\?redirectTo=%2Fsettings/);
    await act('Let in again');
    await row.getByText('Active').waitFor();
    await act('Make administrator');
    await row.getByText('Administrator').waitFor();
    await act('Make ordinary user');
    await row.getByText('User', { exact: true }).waitFor();

    await act('Delete');
    await page.getByRole('heading', { name: `Delete ${person}?` }).waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await row.getByText('Active').waitFor();
    await act('Delete');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('status').getByText(`${person} is deleted`).waitFor();
    await row.getByText(/Deleted, removed \d{4}-\d\d-\d\d/).waitFor();
    await act('Restore');
    await row.getByText('Active').waitFor();

    await page.getByLabel('E-mail', { exact: true }).fill('nobody@');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.locator('.wrong', { hasText: 'Email is invalid' }).waitFor();
    expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('nobody@');
    await page.getByLabel('E-mail', { exact: true }).fill(`guest-of-${person}`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('status').getByText(`Invited guest-of-${person}`).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: `guest-of-${person}` })
      .getByRole('button')
      .click();
    await page.getByRole('status').getByText('taken back').waitFor();
    await page.getByText('What was done last').click();
    await page
      .getByText(`Restored ${person}`)

      .first()
      .waitFor();

    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect([...complaints, ...ben.complaints]).toEqual([]);
    await Promise.all([context.close(), ben.context.close()]);
  });
});

it.each([
  ['light', 'en'],
  ['dark', 'zh'],
])(
  'axe finds nothing with a menu and the trail open, nor on the question, in the %s theme, in %s',
  async (theme, lng) => {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
    await signIn(page, stage.server.url, CHIEF, PASSWORD);
    await page.waitForURL(`${stage.server.url}/`);
    const cookie = (key: string, value: string) => ({ name: key, value, url: stage.server.url });
    await context.addCookies([cookie('vite-ui-theme', theme), cookie('i18next', lng)]);
    await page.goto(`${stage.server.url}/admin/users`);
    // A click elsewhere would close the menu.
    await page.locator('.trail summary').click();
    await page.locator('tbody summary').first().click();
    const violations = async () => {
      const found = await violationsOn(page);
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    };
    expect(await violations()).toEqual([]);
    await page.locator('button[value=delete]').first().click();
    await page.waitForURL(/confirm=delete/);
    expect(await violations()).toEqual([]);
    await context.close();
  },
);

it.each([
  ['/admin/users', 'Last active', 'lastSeenAt'],
  ['/admin/token-usage', 'Requests', 'requests'],
])('a phone sorts the cards of %s by the links above them', async (path, name, column) => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false, width: 360 });
  await signIn(page, stage.server.url, CHIEF, PASSWORD);
  await page.waitForURL(`${stage.server.url}/`);
  await page.goto(stage.server.url + path);
  for (const link of await page.locator('thead a').all()) {
    const box = (await link.boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(24);
    expect(box.x + box.width).toBeLessThanOrEqual(360);
  }
  await page.getByRole('link', { name, exact: true }).click();
  await page.waitForURL(new RegExp(`sort=${column}`));
  expect(await page.locator('[aria-sort] a').innerText()).toContain(name);
  await context.close();
});
