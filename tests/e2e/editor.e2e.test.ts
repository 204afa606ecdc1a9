import type { Page, Route } from 'playwright';
import { expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew, PASSWORD, writeDocument } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { AiServer } from '#tests/support/ai-server.ts';
import { until } from '#tests/support/until.ts';
import { PNG } from '#tests/support/upload.ts';

const provider = new AiServer();

const stage = setOwnStage({ beside: provider, env: () => provider.env });

let count = 0;

type Writer = Visitor & { url: string; text: ReturnType<Page['locator']> };

/** Opens the editor as a new person, with the cursor at the end. */
async function openEditor(content: string, lng: 'en' | 'zh' = 'en', { hasSockets = true } = {}): Promise<Writer> {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { page } = visitor;
  count += 1;
  await enterAsNew(page, stage.server, `editor-${count}@example.com`);
  const url = await writeDocument(page, 'Garden', content);
  if (!hasSockets) await page.routeWebSocket(/\/live$/, (socket) => void socket.close());
  await page.goto(`${url}/edit?lng=${lng}`);
  const text = page.locator('.cm-content');
  await text.waitFor();
  await text.press('Control+End');
  return { ...visitor, url, text };
}

const saved = (page: Page) => page.locator('.save-note[data-state="saved"]').waitFor();
const stored = async (page: Page, url: string): Promise<{ content: string; version: number }> => {
  const response = await page.request.get(`${new URL(url).origin}/api/documents/${url.split('/').at(-1)}`);
  return (await response.json()).data;
};
const storedText = async (page: Page, url: string) => (await stored(page, url)).content;
const waitForText = (page: Page, url: string, content: string) =>
  until(async () => expect(await storedText(page, url)).toBe(content));

async function finish({ context, complaints }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}

it('draws Markdown as it will be read, shows the marks where the cursor is, and writes only what was typed', async () => {
  const content = 'Some **bold** text.\n\n* star\n+ plus\n\n1) odd   \n\n<b>html</b>\n\nEnd';
  const writer = await openEditor(content);
  const { page, url, text } = writer;
  expect(await text.locator('.cm-strong').innerText()).toBe('bold');
  await text.press('Control+Home');
  await text.press('ArrowRight');
  await expect.poll(() => text.locator('.cm-strong').innerText()).toBe('bold');
  for (let step = 0; step < 7; step += 1) await text.press('ArrowRight');
  await expect.poll(() => text.locator('.cm-strong').innerText()).toBe('**bold**');
  await text.press('Control+End');
  await page.keyboard.type(' of it');
  await waitForText(page, url, `${content} of it`);
  await saved(page);
  await page.getByRole('button', { name: 'Markdown source' }).click();
  await expect.poll(() => text.locator('.cm-line').first().innerText()).toBe('Some **bold** text.');
  expect(await violationsOn(page)).toEqual([]);
  await finish(writer);
});

it('saves after a second of rest, and Save leads to the page at once', async () => {
  const writer = await openEditor('One.');
  const { page, url } = writer;
  await page.keyboard.type(' Two.');
  await waitForText(page, url, 'One. Two.');
  await page.keyboard.type(' Three.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(url);
  await page.getByRole('article').getByText('One. Two. Three.').waitFor();
  await page.getByRole('status').getByText('Saved').waitFor();
  await finish(writer);
});

it('continues lists, ticks tasks, sets marks by shortcut and takes them away again', async () => {
  const writer = await openEditor('- [ ] water');
  const { page, url, text } = writer;
  await text.press('Enter');
  await page.keyboard.type('weed');
  await text.press('Enter');
  await text.press('Enter');
  await page.keyboard.type('rest');
  await text.press('Control+Shift+ArrowLeft');
  await text.press('Control+b');
  await waitForText(page, url, '- [ ] water\n- [ ] weed\n\n**rest**');
  await text.press('Control+b');
  await text.getByRole('checkbox').first().click();
  await waitForText(page, url, '- [x] water\n- [ ] weed\n\nrest');
  await finish(writer);
});

it('inserts from the slash menu, in either language, by keyboard alone', async () => {
  const english = await openEditor('Before\n\n');
  await english.page.keyboard.type('/tab');
  await english.page.getByRole('option', { name: 'Table' }).waitFor();
  expect(await violationsOn(english.page)).toEqual([]);
  await english.text.press('Enter');
  await waitForText(english.page, english.url, 'Before\n\n|  |  |  |\n| --- | --- | --- |\n|  |  |  |');
  await finish(english);

  const chinese = await openEditor('之前\n\n', 'zh');
  await chinese.page.keyboard.insertText('、引用');
  await chinese.page.getByRole('option', { name: '引用' }).waitFor();
  await chinese.text.press('Enter');
  await chinese.page.keyboard.insertText('古人说');
  await waitForText(chinese.page, chinese.url, '之前\n\n> 古人说');
  await finish(chinese);
});

it('writes a table in its cells: only they change, Tab leads on, and rows are added', async () => {
  const table = '| Name | Count |\n|:--|--:|\n| Pears | 3 |';
  const writer = await openEditor(`Fruit\n\n${table}\n\nEnd`);
  const { page, url, text } = writer;
  await text.getByRole('cell', { name: 'Pears' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' | plums');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Figs');
  await waitForText(page, url, 'Fruit\n\n| Name | Count |\n|:--|--:|\n| Pears \\| plums | 30 |\n| Figs |  |\n\nEnd');
  await page.getByRole('button', { name: 'Remove row' }).click();
  await page.keyboard.press('Control+z');
  await text.getByRole('cell', { name: 'Figs' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await finish(writer);
});

it('links a document behind "[[" and writes an emoji behind ":"', async () => {
  const writer = await openEditor('See ');
  const { page, url } = writer;
  await page.keyboard.type('[[Gard');
  await page.getByRole('option', { name: 'Garden' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' :seedling');
  await page
    .getByRole('option', { name: /seedling/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await waitForText(page, url, `See [Garden](${new URL(url).pathname}) 🌱`);
  await finish(writer);
});

it('an Enter pressed before the options have loaded chooses the first, and breaks the line where there is none', async () => {
  const writer = await openEditor('See ');
  const { page, url } = writer;
  const slowly = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  };
  await page.route('**/api/documents?*', slowly);
  await page.route('**/emoji/*.json', slowly);
  await page.keyboard.type('[[Garden');
  await page.keyboard.press('Enter');
  const link = `[Garden](${new URL(url).pathname})`;
  await waitForText(page, url, `See ${link}`);
  await page.keyboard.type(' :seedling');
  await page.keyboard.press('Enter');
  await writer.text.getByText('🌱').waitFor();
  await page.keyboard.type(' :nosuchname');
  await page.keyboard.press('Enter');
  await page.keyboard.type('and [[Garden');
  await page.keyboard.press('Enter');
  // Another key does not wait.
  await page.keyboard.type('on');
  await waitForText(page, url, `See ${link} 🌱 :nosuchname\n\nand [[Garden\n\non]]`);
  await finish(writer);
});

/** Dispatches paste and drop events with the given data. */
async function give(
  page: Page,
  event: 'paste' | 'drop',
  html: string,
  plain: string,
  picture?: number[],
): Promise<void> {
  await page.evaluate(
    ([event, html, plain, picture]) => {
      const data = new DataTransfer();
      if (html) data.setData('text/html', html as string);
      if (plain) data.setData('text/plain', plain as string);
      if (picture) data.items.add(new File([new Uint8Array(picture as number[])], 'bed.png', { type: 'image/png' }));
      const target = document.querySelector('.cm-content') as HTMLElement;
      const init = { bubbles: true, cancelable: true };
      if (event === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
      else {
        const { left, bottom } = target.getBoundingClientRect();
        target.dispatchEvent(
          new DragEvent('drop', { ...init, dataTransfer: data, clientX: left + 5, clientY: bottom - 5 }),
        );
      }
    },
    [event, html, plain, picture] as const,
  );
}

it('pastes a web page, Google Docs and Word as Markdown', async () => {
  const writer = await openEditor('');
  const { page, url } = writer;
  await give(page, 'paste', '<h2>Beds</h2><p>With <b>peas</b> and <a href="https://example.com/">more</a></p>', 'Beds');
  await waitForText(page, url, '## Beds\n\nWith **peas** and [more](https://example.com/)');
  await page.keyboard.press('Control+a');
  const docs =
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Bold</span><span style="font-style:italic"> slanted</span></p><ul><li><p>one</p></li><li><p>two</p></li></ul></b>';
  await give(page, 'paste', docs, 'Bold slanted');
  await waitForText(page, url, '**Bold** *slanted*\n\n- one\n- two');
  await page.keyboard.press('Control+a');
  const word = [1, 2]
    .map(
      (n) =>
        `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>item ${n}<o:p></o:p></p>`,
    )
    .join('');
  await give(
    page,
    'paste',
    `<html xmlns:o="x"><body><p class=MsoNormal>List<o:p></o:p></p>${word}</body></html>`,
    'List',
  );
  await waitForText(page, url, 'List\n\n- item 1\n- item 2');
  await finish(writer);
});

it('uploads a picture that is pasted, and one that cannot be sent is tried again', async () => {
  const writer = await openEditor('Look:\n\n');
  const { page, url, text } = writer;
  await give(page, 'paste', '', '', [...PNG]);
  await until(async () =>
    expect(await storedText(page, url)).toMatch(/^Look:\n\n!\[bed\.png\]\(\/api\/files\/c\w+\)\n$/),
  );
  await text.getByRole('img', { name: 'bed.png' }).waitFor();
  await page.route('**/api/files/upload-request', (route) => route.abort());
  await text.press('Control+End');
  await give(page, 'paste', '', '', [...PNG]);
  await text.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/api/files/upload-request');
  await text.getByRole('button', { name: 'Try again' }).click();
  await until(async () => expect((await storedText(page, url)).match(/!\[/g)).toHaveLength(2));
  await finish(writer);
});

it('an ended session leads to signing in, and what was typed is in the text after it', async () => {
  const writer = await openEditor('Kept.');
  const { page, url, text } = writer;
  const email = `editor-${count}@example.com`;
  await page.context().clearCookies({ name: /^arbor_/ });
  await page.keyboard.type(' Typed late.');
  await page.waitForURL(/\/login\?redirectTo=/);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/edit/);
  await expect.poll(() => text.innerText()).toBe('Kept. Typed late.');
  await waitForText(page, url, 'Kept. Typed late.');
  expect(await page.getByRole('button', { name: 'Bring it back' }).count()).toBe(0);
  await finish(writer);
});

it('without sockets someone else’s paragraph is taken in beneath what is typed; the same leads to both texts', async () => {
  const writer = await openEditor('Mine.\n\nTheirs.', 'en', { hasSockets: false });
  const { page, url, text } = writer;
  const other = async (content: string) => {
    const { version } = await stored(page, url);
    const cookies = await page.context().cookies();
    const token = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '');
    const path = `${new URL(url).origin}/api/documents/${url.split('/').at(-1)}`;
    await page.request.patch(path, { data: { content, baseVersion: version }, headers: { 'X-XSRF-TOKEN': token } });
  };
  await other('Mine.\n\nTheirs, changed.');
  await text.press('Control+Home');
  await page.keyboard.type('All ');
  await waitForText(page, url, 'All Mine.\n\nTheirs, changed.');
  await text.getByText('Theirs, changed.').waitFor();
  await other('Somebody’s.\n\nTheirs, changed.');
  await page.keyboard.type('of ');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'Someone else saved first' }).waitFor();
  expect(await page.getByLabel('Text (Markdown)').inputValue()).toBe('All of Mine.\n\nTheirs, changed.');
  await finish(writer);
});

it('an answer of the AI streams in under the text, to be accepted, tried again or left', async () => {
  const writer = await openEditor('Teh pears are ripe.');
  const { page, url, text } = writer;
  provider.trouble = null;
  provider.answer = 'The pears are ripe.';
  await text.press('Control+a');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' /improve');
  await page.getByRole('option', { name: 'AI: improve the wording' }).waitFor();
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Result' });
  await answer.getByRole('button', { name: 'Replace' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await answer.getByRole('button', { name: 'Discard' }).click();
  expect(await storedText(page, url)).toContain('Teh');
  await text.press('Control+a');
  const asked = provider.asked.length;
  await page.locator('.cm-floating').getByRole('button', { name: /AI/ }).click();
  await page.getByRole('menu', { name: 'What to do' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(provider.asked).toHaveLength(asked);
  await page.keyboard.press('Enter');
  await answer.getByRole('button', { name: 'Replace' }).click();
  await waitForText(page, url, 'The pears are ripe.');
  await finish(writer);
});

it('what an input method composes stands as it is written, and is saved once it is chosen', async () => {
  const writer = await openEditor('**前** ');
  const { page, url } = writer;
  const session = await page.context().newCDPSession(page);
  for (const text of ['n', 'ni', 'nih', '你好']) {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await session.send('Input.insertText', { text: '你好' });
  await waitForText(page, url, '**前** 你好');
  await finish(writer);
});
