import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';

const stage = setStage();

/** Opens a document of Olga, with a thread of hers, as Ben with whom it is shared. */
async function openAsReader(javaScriptEnabled: boolean, lng: 'en' | 'zh' = 'en', permission = 'READ') {
  const { server, browser } = stage;
  const [owner, ben] = [await newPerson(server, 'olga'), await newPerson(server, 'ben')];
  const { id } = await makeDocument(owner, { title: 'Orchard', content: 'Apples.' });
  const shareId = await share(owner, id, ben.email, permission);
  const { body } = await owner.api.post(`/api/documents/${id}/comments`, { body: 'Which?' });
  const visitor = await newVisitor(browser, { javaScriptEnabled, lng });
  const cookies = [...ben.browser.cookies].filter(([name]) => name !== 'i18next');
  await visitor.context.addCookies(
    [...cookies, ['i18next', lng] as const].map(([name, value]) => ({ name, value, url: server.url })),
  );
  const followed = javaScriptEnabled ? visitor.page.waitForResponse(/\/api\/events/) : null;
  await visitor.page.goto(`${server.url}/doc/${id}`);
  // The page follows what others do from now on.
  await followed;
  return { ...visitor, owner, id, shareId, thread: body.data as { id: string; comments: { id: string }[] } };
}

const unsent = (page: Page) => page.locator('.unsent-comment');
const isReadOnly = (page: Page) => unsent(page).locator('textarea').getAttribute('readonly');
const archive = (owner: Person, id: string) => owner.api.post(`/api/documents/${id}/archive`);
const sendButton = (page: Page) => page.locator('.comment-form .button.main');

test.each([
  [true, 'en', 'Your comment was not sent', 'You may no longer write comments here.'],
  [false, 'en', 'Your comment was not sent', 'You may no longer write comments here.'],
  [false, 'zh', '你的评论没有发送', '你已不能在这里写评论。'],
] as const)(
  'a comment sent after commenting was switched off is given back (scripts: %s, %s)',
  async (hasScripts, lng, title, why) => {
    const { page, context, owner, id, complaints } = await openAsReader(hasScripts, lng);
    await page.locator('#comment-body').fill('Late\nwords');
    await owner.api.patch(`/api/documents/${id}`, { commenting: 'off' });
    await sendButton(page).click();
    await unsent(page).getByRole('heading', { name: title }).waitFor();
    await unsent(page).getByText(why).waitFor();
    expect(await unsent(page).getByRole('textbox').inputValue()).toBe('Late\nwords');
    expect([await isReadOnly(page), complaints]).toEqual(['', []]);
    await context.close();
  },
);

test.each([true, false])('a comment sent after the document was archived is given back (scripts: %s)', async (has) => {
  const { page, context, owner, id, complaints } = await openAsReader(has);
  await page.locator('#comment-body').fill('Late words');
  await page.getByText('About a passage').click();
  await page.locator('#comment-quote').fill('Apples');
  await archive(owner, id);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await unsent(page).getByText('This document is archived or deleted').waitFor();
  expect(await unsent(page).getByRole('textbox').inputValue()).toBe('Late words');
  expect(await unsent(page).locator('blockquote').innerText()).toBe('Apples');
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([true, false])('a reply to a thread that was deleted meanwhile is given back (scripts: %s)', async (has) => {
  const { page, context, owner, thread, complaints } = await openAsReader(has);
  await page.getByText('Reply', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Your reply' }).fill('The red ones');
  await owner.api.delete(`/api/comments/${thread.comments[0]!.id}`);
  // With scripts the thread may leave the page before the reply is sent.
  if (!has) await page.locator('.thread-acts .button', { hasText: 'Send' }).click();
  await unsent(page).getByText('has been deleted').waitFor();
  expect(await unsent(page).getByRole('textbox').inputValue()).toBe('The red ones');
  expect(complaints).toEqual([]);
  await context.close();
});

test('comments being typed when a share ends are on the page that follows, and only there', async () => {
  const { page, context, owner, id, shareId, complaints } = await openAsReader(true);
  await page.locator('#comment-body').fill('A long thought');
  await page.getByText('Reply', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Your reply' }).fill('The red ones');
  await owner.api.delete(`/api/documents/${id}/shares`, { shareId });
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  const fields = unsent(page).getByRole('textbox');
  const texts = () => fields.evaluateAll((all) => all.map((field) => (field as HTMLTextAreaElement).value).sort());
  await expect.poll(texts).toEqual(['A long thought', 'The red ones']);
  await page.reload();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect([await unsent(page).count(), complaints]).toEqual([0, []]);
  await context.close();
});

test('a reply being typed when its thread is resolved stays in its field', async () => {
  const { page, context, owner, thread, complaints } = await openAsReader(true);
  await page.getByText('Reply', { exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Your reply' });
  await field.fill('The red ones');
  await owner.api.post(`/api/threads/${thread.id}/resolve`);
  await page.locator(`.resolved #reply-${thread.id}`).waitFor();
  expect([await field.isVisible(), await field.inputValue()]).toEqual([true, 'The red ones']);
  expect([await unsent(page).count(), complaints]).toEqual([0, []]);
  await context.close();
});

test('what a refused form or a preview shows stays while others change the document', async () => {
  const { page, context, owner, id, complaints } = await openAsReader(true, 'en', 'EDIT');
  const long = 'a'.repeat(10_001);
  await page.locator('#comment-body').fill(long);
  const followed = page.waitForResponse(/\/api\/events/);
  await sendButton(page).click();
  await page.locator('#comment-body-error').waitFor();
  await followed;
  await owner.api.post(`/api/documents/${id}/comments`, { body: 'Another thread' });
  await page.getByText('Another thread').waitFor();
  expect((await page.locator('#comment-body').inputValue()).length).toBe(long.length);
  expect(await page.locator('#comment-body-error').isVisible()).toBe(true);

  // A preview is no editor, which would save its text over the one of somebody else.
  const followedByEditor = page.waitForResponse(/\/api\/events/);
  await page.goto(`${stage.server.url}/doc/${id}/edit`);
  await page.locator('.cm-content').waitFor();
  await followedByEditor;
  const following = page.waitForResponse(/\/api\/events/);
  await page.locator('button[value="preview"]').click();
  await page.locator('.preview').getByText('Apples.').waitFor();
  await following;
  const changed = { title: 'Orchards', content: 'Apples.\n\nPears.', baseVersion: 1 };
  expect((await owner.api.patch(`/api/documents/${id}`, changed)).status).toBe(200);
  await page.waitForFunction(() => document.title.includes('Orchards'));
  expect([await page.locator('.preview').count(), await page.locator('.cm-content').count()]).toEqual([1, 0]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('words selected for a comment are still the selected ones after somebody else commented', async () => {
  const { page, context, owner, id, complaints } = await openAsReader(true, 'en', 'EDIT');
  await owner.api.patch(`/api/documents/${id}`, { content: 'Apples here.\n\nApples there.', baseVersion: 1 });
  await page.getByText('Apples there.').waitFor();
  await page.evaluate(() => {
    const text = document.querySelector('#document-body p:last-child')!.firstChild!;
    getSelection()!.setBaseAndExtent(text, 0, text, 'Apples'.length);
  });
  await page.keyboard.press('Control+Alt+m');
  await page.keyboard.type('These?');
  await owner.api.post(`/api/documents/${id}/comments`, { body: 'Another thread' });
  await page.getByText('Another thread').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/#thread-/);
  expect(await page.locator('#document-body p:has(.passage-mark)').innerText()).toBe('Apples there.');
  expect(complaints).toEqual([]);
  await context.close();
});
