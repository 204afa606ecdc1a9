import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { call, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, typeAtHumanSpeed } from '#tests/e2e/writer.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

describe.each([
  ['a removed share', 'en', 'Keep it as a new document'],
  ['a move out of the shared branch', 'en', 'Keep it as a new document'],
  ['a move out of the shared branch', 'zh', '存为新文档'],
] as const)('losing access while writing, by %s, %s', (way, lng, keep) => {
  it('brings what was stored as a zip, and offers what was not as a new document', async () => {
    const [ada, ben] = [
      await newVisitor(stage.browser, { javaScriptEnabled: true }),
      await newVisitor(stage.browser, { javaScriptEnabled: true }),
    ];
    const email = `ben-lost-${way.replaceAll(' ', '-')}-${lng}@example.com`;
    await enterAsNew(ben.page, stage.server, email);
    await enterAsNew(ada.page, stage.server, `ada-of-${email}`);
    const { Project } = await plantTree(ada.page, ['Project']);
    await call(ada.page, 'POST', `/api/documents/${Project}/shares`, { email, permission: 'EDIT' });
    const { id } = await call(ben.page, 'POST', '/api/documents', { title: 'Plan', content: 'Sow', parentId: Project });
    await ben.context.addCookies([{ name: 'i18next', value: lng, url: stage.server.url }]);
    const text = await beginWriting(ben.page, `${stage.server.url}/doc/${id}`);
    await ben.context.route(`**/api/documents/${id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await text.press('Control+End');
    await typeAtHumanSpeed(ben.page, ' in spring');
    await ben.page.locator('.save-note[data-state="offline"]').waitFor();
    if (way === 'a removed share') {
      const [{ id: shareId }] = await call(ada.page, 'GET', `/api/documents/${Project}/shares`);
      await call(ada.page, 'DELETE', `/api/documents/${Project}/shares`, { shareId });
    } else await call(ada.page, 'POST', '/api/documents/move', { id, targetId: null, dropPosition: 0 });
    await ben.page.getByRole('button', { name: keep }).waitFor();
    expect(await ben.page.getByRole('textbox', { name: 'Plan' }).inputValue()).toBe('Sow in spring');
    await ben.page.reload();
    await ben.page.getByRole('button', { name: keep }).click();
    await ben.page.locator('.prose', { hasText: 'Sow in spring' }).waitFor();
    expect((await call(ben.page, 'GET', '/api/documents/tree')).map(({ title }: { title: string }) => title)).toEqual([
      'Plan',
    ]);
    await ben.page.goto(`${stage.server.url}/doc/${id}`);
    await ben.page.locator('form.ask').waitFor();
    expect(await ben.page.getByRole('button', { name: keep }).count()).toBe(0);
    await until(async () => expect((await newestMail(stage.server.dataDir, email)).text).toMatch(/\/takeouts\/c/));
    await Promise.all([ada.context.close(), ben.context.close()]);
  });
});
