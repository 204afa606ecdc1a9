import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter } from '#tests/e2e/writer.ts';

const stage = setStage();

it('comments on several pages: a passage and an old address lead to theirs, and a reply that was begun is kept', async () => {
  const writer = await openWriter(stage, 'Apples ripen late, pears early.');
  const { page, person, docId, url } = writer;
  const start = async (fields: object) =>
    (await person.api.post(`/api/documents/${docId}/comments`, fields)).body.data.id as string;
  const first = await start({ body: 'Number 0', quote: 'Apples' });
  for (let nth = 1; nth < 55; nth += 1)
    await person.api.post(`/api/threads/${first}/comments`, { body: `Number ${nth}` });
  const last = await start({ body: 'On pears', quote: 'pears' });
  await page.goto(url);
  await page.locator('a.passage-mark', { hasText: 'pears' }).click();
  const card = page.locator(`#thread-${last}.in-margin`);
  await card.waitFor();
  expect(new URL(page.url()).search).toBe(`?at=${last}`);

  await page.goto(`${url}#thread-${last}`);
  await card.waitFor();
  await card.click();
  await card.getByText('Reply', { exact: true }).click();
  await card.getByLabel('Your reply').click();
  await page.keyboard.type('Begun', { delay: 60 });
  await page.getByRole('navigation', { name: 'Pages of comments' }).getByRole('link', { name: 'Previous' }).click();
  await page.locator('.comment-body', { hasText: 'Number 7' }).waitFor({ state: 'attached' });
  const unsent = page.locator('.unsent-comment');
  expect(await unsent.innerText()).toContain('belongs to a comment on another page');
  expect(await unsent.locator('textarea').inputValue()).toBe('Begun');
  await page.getByRole('link', { name: '5 later comments in this thread' }).click();
  await card.waitFor();
  await expect.poll(() => unsent.count()).toBe(0);
  await card.click();
  expect(await card.getByLabel('Your reply').inputValue()).toBe('Begun');
  await card.getByRole('button', { name: 'Send', exact: true }).click();
  await card.locator('.comment', { hasText: 'Begun' }).waitFor();
  await closeWriter(writer);
});
