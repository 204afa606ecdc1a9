import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const stage = setStage();

it('a task ticked without scripts leads back to it, with focus on its box', async () => {
  const olga = await newPerson(stage.server);
  const lines = Array.from({ length: 60 }, (_, index) => `- [ ] Bed ${index}\n\n  Words.\n`);
  const { id } = await makeDocument(olga, { content: lines.join('\n') });
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false });
  const { url } = stage.server;
  await context.addCookies([...olga.browser.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}/doc/${id}`);
  const box = page.getByRole('checkbox', { name: 'Bed 47' });
  await box.click();
  await page.waitForURL('**/doc/*#task-47');
  expect(await box.getAttribute('aria-checked')).toBe('true');
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await box.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true);
  await context.close();
});
