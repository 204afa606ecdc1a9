import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, takeDraft, waitForSignIn, waitForStored } from '#tests/e2e/writer.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { postWithoutSession, signInAgain } from '#tests/support/unsent-form.ts';

const stage = setStage();

it.each([
  ['en', 'What you entered is kept', 'E-mail', 'Password', 'Sign in'],
  ['zh', '你填写的内容都还在', '邮箱', '密码', '登录'],
] as const)(
  'without scripts, a wrong password after an ended session still says that the text is kept (%s)',
  async (lng, says, mail, secret, signIn) => {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: false, lng });
    const person = await newPerson(stage.server);
    const { url } = stage.server;
    await context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })));
    const { id } = await makeDocument(person, { title: 'Garden', content: 'Base' });
    await page.goto(`${url}/doc/${id}/edit`);
    await page.locator('#content').fill('Written late');
    await context.clearCookies({ name: /^arbor_/ });
    await page.locator('.editor-bar .button.main').click();
    const main = page.getByRole('main');
    await main.getByText(says).waitFor();
    const enter = async (password: string) => {
      await main.getByLabel(mail).fill(person.email);
      await main.getByLabel(secret).fill(password);
      await main.getByRole('button', { name: signIn, exact: true }).click();
    };
    await enter('Wrong-password-1');
    await main.getByText(says).waitFor();
    await enter(PASSWORD);
    await page.locator('#content').waitFor();
    expect(await page.locator('#content').inputValue()).toBe('Written late');
    await context.close();
  },
);

it('an ended session leads to signing in, and what was typed is in the text after it', async () => {
  const writer = await openWriter(stage, 'Kept.');
  const { page, person, text } = writer;
  await text.press('Control+End');
  await page.context().clearCookies({ name: /^arbor_/ });
  // At once: on a slow machine the page leaves for signing in between two keys.
  await page.keyboard.insertText(' Typed late.');
  await waitForSignIn(page);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/edit/);
  // On a busy machine the draft is offered before the live connection could merge it.
  await expect
    .poll(async () => {
      await takeDraft(page);
      return text.innerText();
    })
    .toBe('Kept. Typed late.');
  await waitForStored(writer, 'Kept. Typed late.');
  expect(await page.getByRole('button', { name: 'Bring it back' }).count()).toBe(0);
  // The browser logs the refusal if the live connection asks before the page leaves.
  const complaints = writer.complaints.filter((text) => !text.includes('HTTP Authentication failed'));
  await closeWriter({ ...writer, complaints });
});

it('what is typed on the sign-in page stays while a call of the page before still signs out', async () => {
  const { page, context, person, complaints } = await openWriter(stage, 'Kept.');
  const { url } = stage.server;
  await page.goto(url);
  await untilHydrated(page);
  await context.clearCookies({ name: /^arbor_/ });
  const [signingOut, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/auth/logout', async (route) => {
    signingOut.resolve();
    await ended.promise;
    // The page that called may be gone.
    await route.continue().catch(() => undefined);
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Gar', { delay: 60 });
  await signingOut.promise;
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Starred' }).first().click();
  await page.waitForURL(/\/login\?redirectTo=%2Fstarred$/);
  await page.getByLabel('E-mail').fill(person.email);
  ended.resolve();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${url}/starred`);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a text that was posted after the session ended is merged with newer ones, once', async () => {
  const person = await newPerson(stage.server);
  const { id } = await makeDocument(person, { title: 'Garden', content: 'Apples.\n\nPears.' });
  const stored = async () => (await person.api.get(`/api/documents/${id}`)).body.data.content as string;
  await person.api.patch(`/api/documents/${id}`, { content: 'Apples of theirs.\n\nPears.', baseVersion: 1 });
  const typed = { intent: 'save', title: 'Garden', content: 'Apples.\n\nPears of mine.', baseVersion: '1' };
  const { url } = stage.server;
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const address = await signInAgain(person, await postWithoutSession(person, `/doc/${id}/edit`, typed));
  await context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(url + address);
  const text = page.locator('.cm-content');
  await text.waitFor();
  await expect.poll(stored).toBe('Apples of theirs.\n\nPears of mine.');
  await text.press('Control+End');
  await page.keyboard.type(' And plums.');
  const after = 'Apples of theirs.\n\nPears of mine. And plums.';
  await expect.poll(stored).toBe(after);
  await page.reload();
  await text.getByText('And plums.').waitFor();
  expect([new URL(page.url()).search, await stored()]).toEqual(['', after]);
  expect(complaints).toEqual([]);
  await context.close();
});
