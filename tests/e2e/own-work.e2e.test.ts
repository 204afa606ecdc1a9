import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, untilHydrated, writeDocument } from '#tests/e2e/journey.ts';
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
    const project = await writeDocument(ada.page, 'Project', 'Ours.');
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

    await ada.page.goto(`${project}/share`);
    const warning = `1 document written by ${email} goes along when this entry ends.`;
    await ada.page.getByText(warning).waitFor();
    if (javaScriptEnabled) await untilHydrated(ada.page);
    await ada.page.getByRole('button', { name: 'Remove' }).click();
    if (javaScriptEnabled) {
      const dialog = ada.page.getByRole('dialog', { name: 'Remove' });
      await dialog.getByText(warning).waitFor();
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
