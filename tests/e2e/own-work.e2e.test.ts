import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, plantDocument, untilHydrated, writeDocument } from '#tests/e2e/journey.ts';
import { call, liveTree, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('work in somebody else’s tree, %s', (_name, javaScriptEnabled) => {
  it('is copied by its writer, named before a share ends, and mailed when it has', async () => {
    const [ada, ben] = [
      await newVisitor(stage.browser, { javaScriptEnabled }),
      await newVisitor(stage.browser, { javaScriptEnabled }),
    ];
    const email = `ben-own-${javaScriptEnabled}@example.com`;
    await enterAsNew(ben.page, stage.server, email);
    await enterAsNew(ada.page, stage.server, `ada-own-${javaScriptEnabled}@example.com`);
    const project = await plantDocument(ada.page, 'Project', 'Ours.');
    await ada.page.goto(`${project}/share`);
    await ada.page.getByLabel('E-mail').fill(email);
    await ada.page.getByLabel('Permission', { exact: true }).selectOption('EDIT');
    await ada.page.getByRole('main').getByRole('button', { name: 'Share' }).click();
    await ada.page.getByText(`Shared with ${email}`).first().waitFor();

    await ben.page.goto(project);
    await ben.page.getByText('Inside').first().waitFor();
    const plan = await writeDocument(ben.page, 'Plan', 'Sow in *spring*.');
    if (javaScriptEnabled) await untilHydrated(ben.page);
    await ben.page.getByRole('main').getByRole('button', { name: 'More' }).click();
    await ben.page.getByRole('button', { name: 'Take a copy to my documents' }).click();
    await ben.page.getByText('Took a copy of “Plan” to your documents').first().waitFor();
    await ben.page.locator('.prose em', { hasText: 'spring' }).waitFor();
    expect(ben.page.url()).not.toBe(plan);

    if (javaScriptEnabled) {
      await ben.page.goto(project);
      await untilHydrated(ben.page);
      await ben.page.getByRole('main').getByRole('button', { name: 'More' }).click();
      const leave = ben.page.getByRole('main').getByRole('button', { name: 'Leave' });
      await leave.click();
      const asked = ben.page.getByRole('alertdialog', { name: 'Leave' });
      await asked.waitFor();
      // A press in its padding is not outside.
      await asked.click({ position: { x: 4, y: 4 } });
      expect(await asked.isVisible()).toBe(true);
      // Escape closes one layer: the question, not the menu behind it.
      await ben.page.keyboard.press('Escape');
      await asked.waitFor({ state: 'detached' });
      expect(await leave.evaluate((button) => button === document.activeElement)).toBe(true);
    }

    await ada.page.goto(`${project}/share`);
    const warning = `${email} wrote 1 document here and can no longer open it once this share ends.`;
    await ada.page.getByText(warning).waitFor();
    if (javaScriptEnabled) await untilHydrated(ada.page);
    await ada.page.getByRole('button', { name: 'Remove' }).click();
    if (javaScriptEnabled) {
      const dialog = ada.page.getByRole('alertdialog', { name: 'Remove', description: warning });
      await dialog.waitFor();
      expect(await ada.page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await ada.page.getByRole('button', { name: 'Remove' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
    }
    await ada.page.getByText('No longer shared').first().waitFor();

    const { text } = await until(async () => {
      const mail = await newestMail(stage.server.dataDir, email);
      expect(mail.subject).toBe('Your document “Plan” is kept for you');
      return mail;
    });
    expect((await ben.page.goto(plan))?.status()).toBe(404);
    const download = ben.page.waitForEvent('download');
    const path = /\/takeouts\/\w+/.exec(text)![0];
    await ben.page.goto(`${stage.server.url}/settings`);
    await ben.page.locator(`a[href="${path}"]`).click();
    expect((await download).suggestedFilename()).toBe('Plan.zip');
    expect(ada.complaints).toEqual([]);
    expect(ben.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
    await Promise.all([ada.context.close(), ben.context.close()]);
  });
});

describe.each([
  ['en', 'Shared with me', 'Take a copy to my documents', 'Took a copy of “Plan” to your documents'],
  ['zh', '与我共享', '复制到我的文档', '已把「Plan」复制到你的文档'],
] as const)('the menu of a row in somebody else’s tree, %s', (lng, shared, takeCopy, taken) => {
  it('offers a copy to whoever wrote the row, also when the browser loaded it, and of nothing else', async () => {
    const [ada, ben] = [
      await newVisitor(stage.browser, { javaScriptEnabled: true }),
      await newVisitor(stage.browser, { javaScriptEnabled: true }),
    ];
    const email = `ben-row-${lng}@example.com`;
    await enterAsNew(ben.page, stage.server, email);
    await enterAsNew(ada.page, stage.server, `ada-row-${lng}@example.com`);
    const ids = await plantTree(ada.page, [['Project', ['Review', 'Drafts']]]);
    await call(ada.page, 'POST', `/api/documents/${ids.Project}/shares`, { email, permission: 'EDIT' });
    const below = (title: string, parentId: string | undefined) =>
      call(ben.page, 'POST', '/api/documents', { title, content: 'Sow.', parentId });
    const { id: plan } = await below('Plan', ids.Drafts);
    await below('Own', undefined);
    await ben.context.addCookies([{ name: 'i18next', value: lng, url: stage.server.url }]);
    await ben.page.goto(`${stage.server.url}/doc/${ids.Project}`);
    const { tree, focused } = await liveTree(ben.page, shared);
    const row = (title: string) => tree.getByRole('treeitem', { name: new RegExp(`^${title}`) });
    const openMenu = async (on: Locator, id: string) => {
      const answered = ben.page.waitForResponse(`**/api/documents/${id}/card`);
      await on.locator('a.row').click({ button: 'right' });
      await (await answered).finished();
    };
    await openMenu(row('Review'), ids.Review!);
    const menu = ben.page.getByRole('menu');
    await menu.waitFor();
    expect(await menu.getByRole('menuitem', { name: takeCopy }).count()).toBe(0);
    await ben.page.keyboard.press('Escape');
    await row('Drafts').focus();
    await ben.page.keyboard.press('ArrowRight');
    await openMenu(row('Plan'), plan);
    await menu.getByRole('menuitem', { name: takeCopy }).waitFor();
    await ben.page.keyboard.press('End');
    expect(await ben.page.evaluate(() => document.activeElement?.textContent)).toBe(takeCopy);
    await ben.page.keyboard.press('Escape');
    expect(await focused()).toMatch(/^Plan/);
    await openMenu(row('Plan'), plan);
    await menu.getByRole('menuitem', { name: takeCopy }).click();
    await ben.page.getByText(taken).first().waitFor();
    expect((await call(ben.page, 'GET', '/api/documents/tree')).map(({ title }: { title: string }) => title)).toEqual([
      'Own',
      'Plan',
    ]);
    expect([ada.complaints, ben.complaints]).toEqual([[], []]);
    await Promise.all([ada.context.close(), ben.context.close()]);
  });
});
