import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const stage = setStage();

it.each([
  ['without', false],
  ['with', true],
] as const)('on a phone %s scripts a document is shared with a group by touch', async (how, javaScriptEnabled) => {
  const { browser, server } = stage;
  const [chief, member] = [await newPerson(server, 'chief', { isAdmin: true }), await newPerson(server, 'member')];
  const name = `Gardeners ${how} scripts`;
  const { id: groupId } = (await chief.api.post('/api/groups', { name })).body.data;
  await chief.api.post(`/api/groups/${groupId}/members`, { email: member.email });
  const { id } = await makeDocument(chief, { title: 'Plan' });
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ javaScriptEnabled, hasTouch: true, isMobile: true, viewport });
  await context.addCookies([...chief.browser.cookies].map(([key, value]) => ({ name: key, value, url: server.url })));
  const page = await context.newPage();
  await page.goto(`${server.url}/doc/${id}/share`);
  await page.locator('select[name=groupId]').selectOption({ label: `${name} (1)` });
  await page.getByRole('button', { name: 'Add group' }).tap();
  await page.getByRole('main').locator('li', { hasText: name }).first().waitFor();
  expect((await member.api.get(`/api/documents/${id}`)).status).toBe(200);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await context.close();
});
