import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, plantDocument } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

const told = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();
const mailCount = async (email: string, count: number) =>
  until(async () => expect(await mailsTo(stage.server.dataDir, email)).toHaveLength(count));

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('sharing, %s', (_name, javaScriptEnabled) => {
  it('invites, sends again, withdraws; makes a link, changes it, shows it to anyone, revokes it', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    await enterAsNew(page, stage.server, `olga-${javaScriptEnabled}@example.com`);
    const garden = await plantDocument(page, 'Garden', 'Carrots go **north**.');
    await plantDocument(page, 'Beds', 'Rows and rows.', garden);
    await page.goto(`${garden}/share`);

    const guest = `guest-${javaScriptEnabled}@example.com`;
    await page.getByLabel('E-mail').fill(guest);
    await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
    await page.getByText('Invited').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await told(page, `Invitation sent again to ${guest}`);
    await mailCount(guest, 2);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('alert').getByText('Too many requests').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await told(page, 'No longer shared');

    await page.getByRole('button', { name: 'Create the link' }).click();
    await told(page, 'The link is ready');
    const link = await page.getByLabel('Address').inputValue();
    const anyone = await newVisitor(stage.browser, { javaScriptEnabled });
    await anyone.page.goto(link);
    await anyone.page.locator('.prose strong', { hasText: 'north' }).waitFor();
    expect(await anyone.page.getByText('Beds').count()).toBe(0);

    await page.getByText('Change what it shows').click();
    await page.getByLabel('Include every document under it').check();
    await page.getByLabel('Good until').fill('2099-12-31');
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
    await page.getByText('good until Dec 31, 2099').waitFor();
    expect(await page.getByLabel('Address').inputValue()).toBe(link);
    await page.getByText('Read 1 time', { exact: false }).waitFor();
    await anyone.page.goto(link);
    await anyone.page.getByRole('main').getByRole('link', { name: 'Beds' }).click();
    await anyone.page.getByText('Rows and rows.').waitFor();
    await anyone.page.getByRole('link', { name: '中文' }).click();
    await anyone.page.locator('html[lang=zh]').waitFor();
    await anyone.page.getByRole('link', { name: '浅色' }).click();
    await anyone.page.locator('html.light[lang=zh]').waitFor();
    await anyone.page.getByRole('link', { name: 'Garden' }).first().click();
    await anyone.page.locator('html.light[lang=zh]').waitFor();
    expect(await anyone.context.cookies()).toEqual([]);

    await page.getByRole('button', { name: 'Revoke the link' }).click();
    await told(page, 'The link is revoked');
    expect((await anyone.page.reload())?.status()).toBe(404);
    await anyone.page.getByRole('heading', { name: '这里没有可读的内容' }).waitFor();
    // The browser logs the refused request; nothing else may be logged.
    expect(anyone.complaints.filter((text) => !text.includes('404'))).toEqual([]);
    expect(complaints.filter((text) => !text.includes('429'))).toEqual([]);
    await Promise.all([context.close(), anyone.context.close()]);
  });

  it('asks for access, and lets somebody in', async () => {
    const owner = await newVisitor(stage.browser, { javaScriptEnabled });
    const friend = await newVisitor(stage.browser, { javaScriptEnabled });
    const email = `olaf-${javaScriptEnabled}@example.com`;
    await enterAsNew(owner.page, stage.server, email);
    await enterAsNew(friend.page, stage.server, `fred-${javaScriptEnabled}@example.com`);
    const plan = await plantDocument(owner.page, 'Plan', 'For friends.');
    for (const address of [`${stage.server.url}/doc/c00000000000000000000000`, plan]) {
      expect((await friend.page.goto(address))?.status()).toBe(404);
      await friend.page.getByLabel('Message').fill('Let me in');
      await friend.page.getByRole('button', { name: 'Send the request' }).click();
      await told(friend.page, 'Sent. If there is a document, its owner now knows.');
    }
    await mailCount(email, 1);
    await owner.page.goto(`${plan}/share`);
    await owner.page.getByRole('cell', { name: 'Let me in' }).waitFor();
    await owner.page.getByRole('button', { name: `Share with fred-${javaScriptEnabled}` }).click();
    await told(owner.page, 'Shared with');
    expect(await owner.page.getByRole('cell', { name: 'Let me in' }).count()).toBe(0);
    await friend.page.goto(plan);
    await friend.page.getByText('For friends.').waitFor();
    await Promise.all([owner.context.close(), friend.context.close()]);
  });

  it('sorts, folds and unfolds the tree, also on the way to the current document, and remembers it', async () => {
    const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled });
    await enterAsNew(page, stage.server, `tilda-${javaScriptEnabled}@example.com`);
    const garden = await plantDocument(page, 'Garden', 'x');
    await plantDocument(page, 'Zinnias', 'x', garden);
    const beds = await plantDocument(page, 'Beds', 'x', garden);
    const tree = page.getByRole('navigation', { name: 'My documents' });
    const rows = () => tree.locator('.tree .name').allInnerTexts();
    await page.goto(garden);
    await expect.poll(rows).toEqual(['Garden', 'Zinnias', 'Beds']);
    await page.getByText('Sort', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await told(page, 'Sorted');
    await expect.poll(rows).toEqual(['Garden', 'Beds', 'Zinnias']);
    await page.goto(`${stage.server.url}/starred`);
    await expect.poll(rows).toEqual(['Garden']);
    await tree.getByRole('link', { name: 'Expand Garden' }).click();
    await expect.poll(rows).toEqual(['Garden', 'Beds', 'Zinnias']);
    await page.goto(`${stage.server.url}/shared`);
    await expect.poll(rows).toEqual(['Garden', 'Beds', 'Zinnias']);
    await page.goto(beds);
    await tree.getByRole('link', { name: 'Collapse Garden' }).click();
    await expect.poll(rows).toEqual(['Garden']);
    await page.reload();
    await expect.poll(rows).toEqual(['Garden']);
    await page.goto(`${stage.server.url}/starred`);
    await expect.poll(rows).toEqual(['Garden']);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('axe finds nothing on public pages, on the page that asks for access and where it is granted', async () => {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'axel@example.com');
  const garden = await plantDocument(
    page,
    'Garden',
    '# Beds\n\n[A link](https://example.com) and `code`.\n\n- [x] done\n',
  );
  await plantDocument(page, 'Beds', 'x', garden);
  const other = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(other.page, stage.server, 'axana@example.com');
  await other.page.goto(garden);
  await other.page.getByRole('button', { name: 'Send the request' }).click();
  await told(other.page, 'Sent.');
  await page.goto(`${garden}/share`);
  await page.getByLabel('Include every document under it').check();
  await page.getByRole('button', { name: 'Create the link' }).click();
  const link = await page.getByLabel('Address').inputValue();
  const found: string[] = [];
  const look = async (at: Page, address: string) => {
    await at.goto(address);
    const violations = await violationsOn(at);
    found.push(...violations.map(({ id, nodes }) => `${address} ${id}: ${nodes.map(({ html }) => html).join(' ')}`));
  };
  for (const theme of ['light', 'dark']) {
    for (const lng of ['en', 'zh']) {
      await look(page, `${link}?theme=${theme}&lng=${lng}`);
      await look(page, `${stage.server.url}/s/none?theme=${theme}&lng=${lng}`);
    }
    await context.addCookies([{ name: 'vite-ui-theme', value: theme, url: stage.server.url }]);
    await other.context.addCookies([{ name: 'vite-ui-theme', value: theme, url: stage.server.url }]);
    await look(page, `${garden}/share`);
    await look(other.page, garden);
  }
  expect(found).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});
