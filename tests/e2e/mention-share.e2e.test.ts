import { expect, test } from 'vitest';
import { plantGarden, takeSeat } from '#tests/e2e/every-page.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { newPerson } from '#tests/support/people.ts';

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

  await page.goto(stage.server.url + garden.document);
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.click();
  await page.keyboard.type('Look, @gret', { delay: 60 });
  await page.getByRole('button', { name: /^Share with / }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toContain(`](/people/${first.id}) `);
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
  await page.keyboard.press('Enter');
  await expect.poll(readers).toContain(second.email);
  await page.getByText(`Shared with ${second.email}`).waitFor();
  await page.keyboard.type('there.', { delay: 60 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator(`#document-body a[href="/people/${second.id}"]`).waitFor();
  expect(complaints).toEqual([]);
});
