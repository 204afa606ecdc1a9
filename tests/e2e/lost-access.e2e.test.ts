import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { call, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { beginWriting, typeAtHumanSpeed } from '#tests/e2e/writer.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

/** Counts the drafts in a browser. */
const draftsIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('arbor-drafts');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('drafts').objectStore('drafts').count();
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
  );

/** Ben writes below Ada's project; the end of his text does not reach the server. */
async function writeUnsent(email: string, lng: string, { hasEvents = true } = {}) {
  const [ada, ben] = [
    await newVisitor(stage.browser, { javaScriptEnabled: true }),
    await newVisitor(stage.browser, { javaScriptEnabled: true }),
  ];
  await enterAsNew(ben.page, stage.server, email);
  await enterAsNew(ada.page, stage.server, `ada-of-${email}`);
  const { Project } = await plantTree(ada.page, ['Project']);
  await call(ada.page, 'POST', `/api/documents/${Project}/shares`, { email, permission: 'EDIT' });
  const { id } = await call(ben.page, 'POST', '/api/documents', { title: 'Plan', content: 'Sow', parentId: Project });
  await ben.context.addCookies([{ name: 'i18next', value: lng, url: stage.server.url }]);
  if (!hasEvents) await ben.context.route('**/api/events*', (route) => route.abort());
  const text = await beginWriting(ben.page, `${stage.server.url}/doc/${id}`);
  await ben.context.route(`**/api/documents/${id}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await text.press('Control+End');
  await typeAtHumanSpeed(ben.page, ' in spring');
  await ben.page.locator('.save-note[data-state="offline"]').waitFor();
  const shares = `/api/documents/${Project}/shares`;
  const [{ id: shareId }] = await call(ada.page, 'GET', shares);
  const end = () => Promise.all([ada.context.close(), ben.context.close()]);
  return { ada, ben, id, project: Project!, shares, shareId, end };
}

/** Keeps the offered text as a new document; `keep` is the name of the button. */
async function keepUnsent(page: Page, keep: string): Promise<void> {
  await page.getByRole('button', { name: keep }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Plan' }).inputValue()).toBe('Sow in spring');
  await page.reload();
  await page.getByRole('button', { name: keep }).dblclick();
  await page.locator('.prose', { hasText: 'Sow in spring' }).waitFor();
  const roots = await call(page, 'GET', '/api/documents/tree');
  expect(roots.map(({ title }: { title: string }) => title)).toEqual(['Plan']);
  expect(await draftsIn(page)).toBe(0);
}

describe.each([
  ['a removed share', 'en', 'Keep it as a new document'],
  ['a move out of the shared branch', 'en', 'Keep it as a new document'],
  ['a move out of the shared branch', 'zh', '存为新文档'],
] as const)('losing access while writing, by %s, %s', (way, lng, keep) => {
  it('brings what was stored as a zip, and offers what was not as a new document', async () => {
    const email = `ben-lost-${way.replaceAll(' ', '-')}-${lng}@example.com`;
    const { ada, ben, id, shares, shareId, end } = await writeUnsent(email, lng);
    if (way === 'a removed share') await call(ada.page, 'DELETE', shares, { shareId });
    else await call(ada.page, 'POST', '/api/documents/move', { id, targetId: null, dropPosition: 0 });
    await keepUnsent(ben.page, keep);
    await until(async () => expect((await newestMail(stage.server.dataDir, email)).text).toMatch(/\/takeouts\/c/));
    await end();
  });
});

describe.each([
  ['en', 'Keep it as a new document'],
  ['zh', '存为新文档'],
] as const)('a document archived while somebody writes in it, %s', (lng, keep) => {
  it('leaves its editor, and what was not stored is offered as a new document', async () => {
    const { ada, ben, project, end } = await writeUnsent(`ben-archived-${lng}@example.com`, lng);
    await call(ada.page, 'POST', `/api/documents/${project}/archive`);
    await keepUnsent(ben.page, keep);
    await end();
  });
});

it('the editor of an archived document is left where no events arrive', async () => {
  const { ada, ben, id, project, end } = await writeUnsent('ben-archived-deaf@example.com', 'en', { hasEvents: false });
  await call(ada.page, 'POST', `/api/documents/${project}/archive`);
  await ben.context.unroute(`**/api/documents/${id}`);
  await keepUnsent(ben.page, 'Keep it as a new document');
  await end();
});

it('whoever may only read from now on is offered the text, and it is gone once discarded', async () => {
  const { ada, ben, shares, shareId, end } = await writeUnsent('ben-lost-reading@example.com', 'en');
  await call(ada.page, 'PATCH', shares, { shareId, permission: 'READ' });
  const keep = ben.page.getByRole('button', { name: 'Keep it as a new document' });
  await keep.waitFor();
  await ben.page.getByRole('heading', { name: 'Not allowed' }).waitFor();
  expect(await violationsOn(ben.page)).toEqual([]);
  expect(await draftsIn(ben.page)).toBe(1);
  await ben.page.getByRole('link', { name: 'Open the document' }).click();
  await ben.page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor();
  await keep.waitFor();
  expect(await violationsOn(ben.page)).toEqual([]);
  await ben.page.getByRole('button', { name: 'Discard it' }).click();
  await keep.waitFor({ state: 'detached' });
  expect(await draftsIn(ben.page)).toBe(0);
  await end();
});
