import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { agreed, openTwo } from '#tests/e2e/two-writers.ts';
import { typeAtHumanSpeed } from '#tests/e2e/writer.ts';

const stage = setStage();

it('the tree has no notice for the document that is open, on its first page and while others write in it', async () => {
  const writers = await openTwo(stage, 'Roses.');
  const [ada, ben] = writers;
  const row = ben.page.locator(`.side [role="treeitem"][data-key="${ben.docId}"]`);
  await row.waitFor();
  expect(await row.locator('.chip').count()).toBe(0);
  await ada.text.press('Control+End');
  await typeAtHumanSpeed(ada.page, ' Tulips.');
  await agreed(writers);
  // Another browser of Ada's saves; the tree that Ben's page loads after it is newer than the text.
  const title = 'Flowers';
  expect((await ada.person.api.patch(`/api/documents/${ben.docId}`, { title })).status).toBe(200);
  await row.getByText(title).waitFor();
  expect(await row.getAttribute('aria-label')).toBe(title);
  expect(await row.locator('.chip').count()).toBe(0);
  await Promise.all(writers.map(({ context }) => context.close()));
});

it('without scripts neither', async () => {
  const [ada, ben] = await openTwo(stage, 'Roses.');
  expect((await ada.person.api.patch(`/api/documents/${ada.docId}`, { content: 'Tulips.' })).status).toBe(200);
  const { text } = await ben.person.browser.request(`/doc/${ben.docId}`);
  const tree = /<ul class="tree">.*?<\/ul>/s.exec(text)?.[0];
  expect(tree).toContain(`href="/doc/${ben.docId}" aria-current="page"`);
  expect(tree).not.toContain('chip');
  await Promise.all([ada, ben].map(({ context }) => context.close()));
});
