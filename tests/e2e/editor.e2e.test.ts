import { expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, untilSaved, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

it('draws Markdown as it will be read, shows the marks where the cursor is, and writes only what was typed', async () => {
  const content = 'Some **bold** text.\n\n* star\n+ plus\n\n1) odd   \n\n<b>html</b>\n\nEnd';
  const writer = await openWriter(stage, content);
  const { page, text } = writer;
  await text.press('Control+End');
  expect(await text.locator('.cm-strong').innerText()).toBe('bold');
  await text.press('Control+Home');
  await text.press('ArrowRight');
  await expect.poll(() => text.locator('.cm-strong').innerText()).toBe('bold');
  for (let step = 0; step < 7; step += 1) await text.press('ArrowRight');
  await expect.poll(() => text.locator('.cm-strong').innerText()).toBe('**bold**');
  await text.press('Control+End');
  await page.keyboard.type(' of it');
  await waitForStored(writer, `${content} of it`);
  await untilSaved(page);
  await page.getByRole('button', { name: 'Markdown source' }).click();
  await expect.poll(() => text.locator('.cm-line').first().innerText()).toBe('Some **bold** text.');
  expect(await violationsOn(page)).toEqual([]);
  await closeWriter(writer);
});

it('saves after a second of rest, and Save leads to the page at once', async () => {
  const writer = await openWriter(stage, 'One.');
  const { page, url, text } = writer;
  await text.press('Control+End');
  await page.keyboard.type(' Two.');
  await waitForStored(writer, 'One. Two.');
  await page.keyboard.type(' Three.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(url);
  await page.getByRole('article').getByText('One. Two. Three.').waitFor();
  await page.getByRole('status').getByText('Saved').waitFor();
  await closeWriter(writer);
});

it('continues lists, ticks tasks, sets marks by shortcut and takes them away again', async () => {
  const writer = await openWriter(stage, '- [ ] water');
  const { page, text } = writer;
  await text.press('Control+End');
  await text.press('Enter');
  await page.keyboard.type('weed');
  await text.press('Enter');
  await text.press('Enter');
  await page.keyboard.type('rest');
  await text.press('Control+Shift+ArrowLeft');
  await text.press('Control+b');
  await waitForStored(writer, '- [ ] water\n- [ ] weed\n\n**rest**');
  await text.press('Control+b');
  await text.getByRole('checkbox').first().click();
  await waitForStored(writer, '- [x] water\n- [ ] weed\n\nrest');
  await closeWriter(writer);
});

it('without sockets someone else’s paragraph is taken in beneath what is typed; the same leads to both texts', async () => {
  const writer = await openWriter(stage, 'Mine.\n\nTheirs.', 1280, { hasSockets: false });
  const { page, person, docId, text } = writer;
  await text.press('Control+End');
  const other = async (content: string) => {
    const { version: baseVersion } = (await person.api.get(`/api/documents/${docId}`)).body.data;
    await person.api.patch(`/api/documents/${docId}`, { content, baseVersion });
  };
  await other('Mine.\n\nTheirs, changed.');
  await text.press('Control+Home');
  await page.keyboard.type('All ');
  await waitForStored(writer, 'All Mine.\n\nTheirs, changed.');
  await text.getByText('Theirs, changed.').waitFor();
  // Offline, so that the page learns of the other text only after it was typed in.
  await page.context().setOffline(true);
  await page.keyboard.type('of ');
  await other('Somebody’s.\n\nTheirs, changed.');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'Someone else saved first' }).waitFor();
  expect(await page.getByLabel('Text (Markdown)').inputValue()).toBe('All of Mine.\n\nTheirs, changed.');
  await closeWriter(writer);
});

it('what an input method composes stands as it is written, and is saved once it is chosen', async () => {
  const writer = await openWriter(stage, '**前** ');
  const { page, text } = writer;
  await text.press('Control+End');
  const session = await page.context().newCDPSession(page);
  for (const letters of ['n', 'ni', 'nih', '你好']) {
    await session.send('Input.imeSetComposition', {
      text: letters,
      selectionStart: letters.length,
      selectionEnd: letters.length,
    });
  }
  await session.send('Input.insertText', { text: '你好' });
  await waitForStored(writer, '**前** 你好');
  await closeWriter(writer);
});
