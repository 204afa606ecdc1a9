import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, plantDocument, untilHydrated, writeDocument } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { arborOn, IN_A_MONTH } from '#tests/support/arbor.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { until } from '#tests/support/until.ts';

// A purge takes every account that was deleted a month ago.
const stage = setOwnStage();

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('a text in the tree of a purged account, %s', (_name, javaScriptEnabled) => {
  it('is mailed to its writer, who downloads it as a zip', async () => {
    const [ada, ben] = [
      await newVisitor(stage.browser, { javaScriptEnabled }),
      await newVisitor(stage.browser, { javaScriptEnabled }),
    ];
    const [owner, writer] = ['ada', 'ben'].map((name) => `${name}-purged-${javaScriptEnabled}@example.com`);
    await enterAsNew(ben.page, stage.server, writer!);
    await enterAsNew(ada.page, stage.server, owner!);
    const project = await plantDocument(ada.page, 'Project', 'Ours.');
    await ada.page.goto(`${project}/share`);
    await ada.page.getByLabel('E-mail').fill(writer!);
    await ada.page.getByLabel('Permission', { exact: true }).selectOption('EDIT');
    await ada.page.getByRole('main').getByRole('button', { name: 'Share' }).click();
    await ada.page.getByText(`Shared with ${writer}`).first().waitFor();
    await ben.page.goto(project);
    const plan = await writeDocument(ben.page, 'Plan', 'Sow in *spring*.');
    // A writer who may still edit would get the branch itself.
    await ada.page.goto(`${project}/share`);
    if (javaScriptEnabled) await untilHydrated(ada.page);
    await ada.page.getByLabel(`Permission of ${writer}`).selectOption('READ');
    await ada.page.locator('button[value="share-update"]').click();
    await ada.page.getByText('Saved').first().waitFor();
    await arborOn(stage.server, ['user', 'delete', owner!, '--yes']);
    await arborOn(stage.server, ['user', 'purge', '--yes'], IN_A_MONTH);
    expect((await ben.page.goto(plan))?.status()).toBe(404);
    const { text } = await until(async () => {
      const mail = await newestMail(stage.server.dataDir, writer!);
      expect(mail.subject).toBe('Your document “Plan” is kept for you');
      return mail;
    });
    expect(text).toContain('The account that owned documents shared with you was deleted');
    const path = /\/takeouts\/\w+/.exec(text)![0];
    const download = ben.page.waitForEvent('download');
    await ben.page.goto(`${stage.server.url}/settings`);
    await ben.page.locator(`a[href="${path}"]`).click();
    expect((await download).suggestedFilename()).toBe('Plan.zip');
    await Promise.all([ada.context.close(), ben.context.close()]);
  });
});
