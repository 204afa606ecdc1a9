import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, makeGroup, newPerson, type Person } from '#tests/support/people.ts';

const stage = setStage();

/** Opens a page as a person; returns the page and its context. */
async function openAs(person: Person, path: string, javaScriptEnabled: boolean) {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled });
  const { url } = stage.server;
  await context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(url + path);
  if (javaScriptEnabled) await untilHydrated(page);
  return { page, context };
}
const hasFocus = (of: Locator) => of.evaluate((element) => element === document.activeElement);
const isInWindow = (of: Locator) =>
  of.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

it('an opened twig without scripts is in view and has focus', async () => {
  const olga = await newPerson(stage.server);
  for (let n = 0; n < 40; n += 1) await makeDocument(olga, { title: `Bed ${n}` });
  const { id } = await makeDocument(olga, { title: 'Orchard' });
  await makeDocument(olga, { title: 'Quince', parentId: id });
  const { page, context } = await openAs(olga, '/starred', false);
  await page.getByRole('link', { name: 'Expand Orchard' }).click();
  await page.getByRole('navigation', { name: 'Documents' }).getByRole('link', { name: 'Quince' }).waitFor();
  const twig = page.getByRole('link', { name: 'Collapse Orchard' });
  expect([await hasFocus(twig), await isInWindow(twig)]).toEqual([true, true]);
  await context.close();
});

it.each([
  ['without scripts', false],
  ['with scripts', true],
])('a section saved in the settings is in view, with focus on its button, %s', async (_name, javaScriptEnabled) => {
  const olga = await newPerson(stage.server);
  const { page, context } = await openAs(olga, '/settings', javaScriptEnabled);
  const save = page.locator('button[value="notifications"]');
  await save.click();
  await page.waitForURL('**/settings#save-notifications');
  if (javaScriptEnabled) await untilHydrated(page);
  expect([await hasFocus(save), await isInWindow(save)]).toEqual([true, true]);
  await context.close();
});

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

it('a person added to a group by Enter leaves focus on the button that adds, never on one that removes', async () => {
  const [chief, ada, ben] = [
    await newPerson(stage.server, 'chief', { isAdmin: true }),
    await newPerson(stage.server, 'ada'),
    await newPerson(stage.server, 'ben'),
  ];
  const group = await makeGroup(chief, 'Gardeners', ada);
  const { page, context } = await openAs(chief, `/admin/groups?group=${group}`, true);
  const section = page.locator(`#group-${group}`);
  const field = page.locator(`#member-add-${group}`);
  await field.fill(ben.email);
  await field.press('Enter');
  await section.getByText(ben.email).first().waitFor();
  await untilHydrated(page);
  expect(await hasFocus(section.locator('button[value="member-add"]'))).toBe(true);
  await page.keyboard.press('Enter');
  await untilHydrated(page);
  expect(await section.locator('button[value="member-remove"]').count()).toBe(2);
  await context.close();
});
