import { expect, test } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { plantGarden, takeSeat } from '#tests/e2e/every-page.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';

const stage = setOwnStage();

test('an owner shares with a known person and mentions them in one step, in a comment and in the text', async () => {
  const garden = await plantGarden(stage.server);
  const { owner } = garden.people;
  const [first, second] = [await newPerson(stage.server, 'greta'), await newPerson(stage.server, 'henry')];
  const { body } = await owner.api.post('/api/documents', { title: 'Elsewhere', content: '', parentId: null });
  for (const { email } of [first, second])
    await owner.api.post(`/api/documents/${body.data.id}/shares`, { email, permission: 'READ' });
  const look = { javaScriptEnabled: true, width: 1280, theme: 'light' } as const;
  const { page, complaints } = await takeSeat(stage.browser, garden, 'owner', look);
  const docId = garden.document.split('/').at(-1)!;
  const readers = async () =>
    (await owner.api.get(`/api/documents/${docId}/shares`)).body.data.map(({ email }: { email: string }) => email);

  // Sharing takes long, and writing goes on.
  let release = () => {};
  await page.route('**/api/documents/*/shares', async (route) => {
    await new Promise<void>((done) => {
      release = done;
    });
    await route.continue();
  });

  await page.goto(stage.server.url + garden.document);
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.click();
  await page.keyboard.type('Look, @gret', { delay: 60 });
  await page.getByRole('button', { name: /^Share with / }).waitFor();
  const asked = page.waitForRequest('**/api/documents/*/shares');
  await page.keyboard.press('Enter');
  await asked;
  await page.keyboard.type(' please', { delay: 60 });
  release();
  await expect.poll(() => field.inputValue()).toMatch(new RegExp(`^Look, \\[@.*\\]\\(/people/${first.id}\\) +please$`));
  await page.getByText(`Shared with ${first.email}`).waitFor();
  expect(await readers()).toContain(first.email);
  await page.locator('.comment-form').getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForURL(/#thread-/);
  const inbox = async ({ api }: typeof first) => (await api.get('/api/notifications?unread=true')).body.data.items;
  expect(await inbox(first)).toContainEqual(expect.objectContaining({ kind: 'mention', docId }));

  await page.goto(`${stage.server.url + garden.document}/edit`);
  const text = page.locator('.cm-content');
  await text.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('See @henr', { delay: 120 });
  await page.getByRole('option', { name: /^Share with / }).waitFor();
  const askedAgain = page.waitForRequest('**/api/documents/*/shares');
  await page.keyboard.press('Enter');
  await askedAgain;
  await page.keyboard.type(' there.', { delay: 60 });
  release();
  await page.getByText(`Shared with ${second.email}`).waitFor();
  expect(await readers()).toContain(second.email);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const mention = page.locator(`#document-body a[href="/people/${second.id}"]`);
  await mention.waitFor();
  expect(await mention.locator('..').innerText()).toMatch(/^See @.* there\.$/);
  expect(complaints).toEqual([]);
});

test('the first @ in the text offers people as soon as they are loaded, without another key', async () => {
  const owner = await newPerson(stage.server, 'olga');
  const elsewhere = await makeDocument(owner, { title: 'Elsewhere' });
  await share(owner, elsewhere.id, (await newPerson(stage.server, 'greta')).email, 'READ');
  const { id } = await makeDocument(owner, { title: 'Orchard' });
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { url } = stage.server;
  await context.addCookies([...owner.browser.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}/doc/${id}/edit`);
  await page.locator('.cm-content').press('Control+End');
  await page.keyboard.type(' @', { delay: 60 });
  await page.getByRole('option', { name: /^Share with greta/ }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('arrows choose among people of one name, and the keys of an input method choose nobody', async () => {
  const owner = await newPerson(stage.server, 'olga');
  const { id } = await makeDocument(owner, { title: 'Orchard' });
  const readers = [await newPerson(stage.server, 'wei'), await newPerson(stage.server, 'wei')];
  for (const { email } of readers) await share(owner, id, email, 'READ');
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { url } = stage.server;
  await context.addCookies([...owner.browser.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}/doc/${id}`);
  await untilHydrated(page);
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.click();
  await page.keyboard.type('@wei', { delay: 60 });
  const offers = page.locator('.mention-offers li');
  await expect.poll(() => offers.count()).toBe(2);
  const session = await context.newCDPSession(page);
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, key: 'Enter' });
  expect(await field.inputValue()).toBe('@wei');
  const names = await offers.allTextContents();
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('.mention-offers li[data-active]').textContent()).toBe(names[1]);
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toContain(`[@${names[1]}](/people/`);
  expect(complaints).toEqual([]);
  await context.close();
});
