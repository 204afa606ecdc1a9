import type { Locator, Page, Request } from 'playwright';
import { expect, test } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { compose } from '#tests/e2e/compose.ts';
import { plantGarden, takeSeat } from '#tests/e2e/every-page.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter } from '#tests/e2e/writer.ts';
import { newPerson, share } from '#tests/support/people.ts';

const stage = setOwnStage();

test('the editor marks passages, shows and answers their comments, and comments on selected words', async () => {
  const garden = await plantGarden(stage.server);
  const look = { javaScriptEnabled: true, width: 1280, theme: 'light' } as const;
  const { page: reading } = await takeSeat(stage.browser, garden, 'reader', look);
  const { page, complaints } = await takeSeat(stage.browser, garden, 'owner', look);
  const address = stage.server.url + garden.document;
  await reading.goto(address);
  await reading.getByRole('textbox', { name: 'Comment', exact: true }).fill('Is *new* right?');
  await reading.getByText('About a passage').click();
  await reading.getByLabel('Passage', { exact: true }).fill('code, new');
  await reading.getByRole('button', { name: 'Send', exact: true }).last().click();
  await reading.waitForURL(/#thread-/);

  await page.goto(`${address}/edit`);
  const mark = page.locator('.cm-passage');
  const marked = async () => (await mark.allTextContents()).join('').replace(/\W/g, '');
  // The garden comes with a comment on the link.
  await expect.poll(marked).toBe('Alinkcodenew');
  await page.locator('.cm-content').press('Control+Home');
  await page.keyboard.press('End');
  await page.keyboard.type(' of the garden', { delay: 60 });
  expect(await marked()).toBe('Alinkcodenew');
  await mark.filter({ hasText: 'new' }).first().click();
  const card = page.getByRole('group', { name: 'Comments' });
  await card.getByText('Is new right?').waitFor();
  await card.getByRole('textbox', { name: 'Your reply' }).fill('It is.');
  await card.getByRole('button', { name: 'Send' }).click();
  await card.getByText('It is.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => card.count()).toBe(0);
  await reading.locator('.comment-body', { hasText: 'It is.' }).waitFor();

  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Control+Alt+m');
  await page.keyboard.type('A good name.', { delay: 60 });
  await page.keyboard.press('Control+Enter');
  await card.getByText('A good name.').waitFor();
  await card.getByRole('button', { name: 'Close' }).click();
  expect(await page.locator('.cm-content').evaluate((text) => text === document.activeElement)).toBe(true);
  expect((await violationsOn(page)).map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const own = page.locator('.thread', { hasText: 'A good name.' });
  await own.waitFor();
  await page.locator('a.passage-mark', { hasText: 'Beds of the garden' }).waitFor();

  await page.goto(`${address}/edit`);
  await expect.poll(() => mark.count()).toBeGreaterThan(2);
  await page.locator('.cm-content').press('Control+Home');
  await page.keyboard.press('Control+Alt+m');
  await card.getByRole('button', { name: 'Resolve' }).click();
  await expect.poll(() => card.count()).toBe(0);
  await expect.poll(() => page.locator('.cm-passage', { hasText: 'Beds' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

/** Opens the card for a comment on the first line. The code of the keys loads after the editor. */
async function commentOnLine(page: Page, text: Locator, card: Locator): Promise<void> {
  await text.press('Control+Home');
  await page.keyboard.press('Shift+End');
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+Alt+m');
      return card.count();
    })
    .toBe(1);
}

test('a card that is closed keeps what was typed, and two presses of its keys send one comment', async () => {
  const writer = await openWriter(stage, 'Beds of the garden.');
  const { page, text, person, docId } = writer;
  const card = page.getByRole('group', { name: 'Comments' });
  const open = () => commentOnLine(page, text, card);
  await open();
  await page.keyboard.type('A good name', { delay: 60 });
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await open();
  await page.keyboard.press('End');
  const session = await page.context().newCDPSession(page);
  await compose(session, ['h', 'ha']);
  // With an input method, Escape ends the composition only.
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, key: 'Escape' });
  await session.send('Input.insertText', { text: '好' });
  expect(await card.getByRole('textbox').inputValue()).toBe('A good name好');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await card.locator('.comment-body').getByText('A good name好').waitFor();
  const { body } = await person.api.get(`/api/documents/${docId}/comments`);
  expect(body.data.map(({ comments }: { comments: unknown[] }) => comments.length)).toEqual([1]);
  await closeWriter(writer);
});

/** Holds requests of one kind until the returned function is called; `isRefused` fails them then. */
async function hold(page: Page, address: string, isRefused = false): Promise<() => Promise<void>> {
  const [sent, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.resolve();
    await released.promise;
    await (isRefused ? route.abort() : route.continue());
  });
  return async () => {
    await sent.promise;
    const isHeld = (request: Request) =>
      request.method() === 'POST' && request.url().endsWith(address.replaceAll('*', ''));
    const answered = isRefused
      ? page.waitForEvent('requestfailed', isHeld)
      : page.waitForEvent('requestfinished', isHeld);
    released.resolve();
    await answered;
    await page.unroute(address);
  };
}

test('a card closed while its comment is sent stays closed, and gives the text back only if sending fails', async () => {
  const writer = await openWriter(stage, 'Beds of the garden.');
  const { page, text, person, docId } = writer;
  const card = page.getByRole('group', { name: 'Comments' });
  const field = card.getByRole('textbox');
  const sendAndClose = async (isRefused: boolean) => {
    const release = await hold(page, '**/comments', isRefused);
    await page.keyboard.press('Control+Enter');
    await card.locator('button.main:disabled').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await release();
  };
  await commentOnLine(page, text, card);
  await page.keyboard.type('A good name', { delay: 60 });
  await sendAndClose(true);
  await page.locator('.toast').waitFor();
  await commentOnLine(page, text, card);
  expect(await field.inputValue()).toBe('A good name');
  await sendAndClose(false);
  await page.locator('.cm-passage').waitFor();
  await commentOnLine(page, text, card);
  expect(await field.inputValue()).toBe('');
  const { body } = await person.api.get(`/api/documents/${docId}/comments`);
  expect(body.data.map(({ comments }: { comments: unknown[] }) => comments.length)).toEqual([1]);

  // Another card that was opened meanwhile stays when a thread is resolved.
  await page.keyboard.press('Escape');
  await text.press('Control+Home');
  await page.keyboard.press('Control+Alt+m');
  const release = await hold(page, '**/resolve');
  await card.getByRole('button', { name: 'Resolve' }).click();
  await page.keyboard.press('Escape');
  await commentOnLine(page, text, card);
  await page.keyboard.type('Another', { delay: 60 });
  await release();
  await page.locator('.cm-passage').waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('Another');

  // The card follows a text that became shorter while the comment was sent.
  const send = await hold(page, '**/comments');
  await page.keyboard.press('Control+Enter');
  await card.locator('button.main:disabled').waitFor();
  await text.press('Control+a');
  await page.keyboard.press('Delete');
  await send();
  await card.locator('.comment-body').getByText('Another').waitFor();
  await closeWriter(writer);
});

test('what is typed while a comment is sent stays in the field, and goes on there', async () => {
  const writer = await openWriter(stage, 'Beds of the garden.');
  const { page, text } = writer;
  const card = page.getByRole('group', { name: 'Comments' });
  await commentOnLine(page, text, card);
  await page.keyboard.type('A good name', { delay: 60 });
  const release = await hold(page, '**/comments');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type(' for a', { delay: 60 });
  await release();
  await card.locator('.comment-body').getByText('A good name').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' garden', { delay: 60 });
  expect(await card.getByRole('textbox').inputValue()).toBe('for a garden');
  await closeWriter(writer);
});

test('the card offers people after an @, by keys and by clicks', async () => {
  const writer = await openWriter(stage, 'Beds of the garden.');
  const { page, text, person, docId } = writer;
  const readers = [await newPerson(stage.server, 'wei'), await newPerson(stage.server, 'wei')];
  for (const { email } of readers) await share(person, docId, email, 'READ');
  await page.reload();
  const card = page.getByRole('group', { name: 'Comments' });
  await commentOnLine(page, text, card);
  const field = card.getByRole('textbox');
  const offers = card.getByRole('list', { name: 'Mention somebody' }).getByRole('listitem');
  await page.keyboard.type('Look, @wei', { delay: 60 });
  await expect.poll(() => offers.count()).toBe(2);
  // It closes the offers only.
  await page.keyboard.press('Escape');
  expect([await offers.count(), await field.inputValue()]).toEqual([0, 'Look, @wei']);
  await field.click();
  const names = await offers.allTextContents();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  expect(await card.locator('.mention-offers [data-active]').textContent()).toBe(names[1]);
  const box = (await offers.last().boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  await page.keyboard.press('Enter');
  const idOf = (name: string | undefined) => readers.find(({ email }) => email === name)?.id;
  expect(await field.inputValue()).toBe(`Look, [@${names[1]}](/people/${idOf(names[1])}) `);
  await card.getByRole('button', { name: 'Send' }).click();
  await card.locator('.comment-body', { hasText: `@${names[1]}` }).waitFor();

  await card.getByRole('textbox', { name: 'Your reply' }).click();
  await page.keyboard.type('And @we', { delay: 60 });
  await offers.first().getByRole('button').click();
  expect(await field.inputValue()).toMatch(/^And \[@.+\]\(\/people\/[^)]+\) $/);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+Enter');
  await card.locator('.comment-body', { hasText: 'And @' }).waitFor();
  await closeWriter(writer);
});
