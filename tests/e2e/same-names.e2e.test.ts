import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, untilHydrated } from '#tests/e2e/journey.ts';
import { call, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
const NAME = 'Team plan';
const PARENTS = ['Kitchen', 'Garden'];

it('two documents of one name are told apart by those above them: in results, palette, Recent and behind "[["', async () => {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(page, stage.server, 'same-names@example.com');
  const tops = await plantTree(page, PARENTS);
  for (const parent of PARENTS) await call(page, 'POST', '/api/documents', { title: NAME, parentId: tops[parent] });

  await page.goto(`${stage.server.url}/search?keyword=plan`);
  const hits = await page.locator('main li > p.quiet-text').allInnerTexts();
  expect(hits.toSorted()).toEqual(PARENTS.toSorted());
  await page.goto(stage.server.url);
  await untilHydrated(page);
  const recent = await page.locator('main .path').allInnerTexts();
  expect(recent.toSorted()).toEqual(PARENTS.toSorted());

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('team');
  const options = page.getByRole('dialog').getByRole('option', { name: NAME });
  await expect.poll(() => options.count()).toBe(2);
  const texts = async () => (await options.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  expect((await texts()).toSorted()).toEqual([`${NAME} Garden`, `${NAME} Kitchen`]);
  await page.keyboard.press('Escape');

  await page.goto(`${stage.server.url}/doc/${tops.Garden}/edit`);
  await page.locator('.cm-content').press('Control+End');
  await page.keyboard.type('[[Team', { delay: 60 });
  const offered = page.locator('.cm-tooltip-autocomplete').getByRole('option', { name: NAME });
  await expect.poll(() => offered.count()).toBe(2);
  const details = await offered.locator('.cm-completionDetail').allInnerTexts();
  expect(details.toSorted()).toEqual(PARENTS.toSorted());
  expect(complaints).toEqual([]);
  await context.close();
});
