import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { closeWriter, openWriter, storedText, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';
import { PNG } from '#tests/support/upload.ts';

const stage = setStage();

/** Pastes into the focused element: text with or without markup, or a picture. */
const paste = (page: Page, plain: string, html = '', picture: Buffer | null = null) =>
  page.evaluate(
    ({ plain, html, bytes }) => {
      const data = new DataTransfer();
      if (plain) data.setData('text/plain', plain);
      if (html) data.setData('text/html', html);
      if (bytes) data.items.add(new File([new Uint8Array(bytes)], 'bed.png', { type: 'image/png' }));
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
      if (document.activeElement?.dispatchEvent(event)) document.execCommand('insertText', false, plain);
    },
    { plain, html, bytes: picture && [...picture] },
  );

it('what is typed while the first paste is converted stands behind it', async () => {
  const writer = await openWriter(stage, 'start');
  const { page, text } = writer;
  await page.route('**/assets/html-to-markdown*', async (route) => {
    await until(async () => expect((await readEditor(page)).text).toBe('startABC'));
    await route.continue();
  });
  await text.press('Control+End');
  await paste(page, 'bold', '<b>bold</b>');
  await page.keyboard.type('ABC');
  await waitForStored(writer, 'start**bold**ABC');
  await closeWriter(writer);
});

const TABLE_HTML = '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>';
const RECIPE_HTML =
  '<table><tr><th>Step</th><th>What</th></tr><tr><td>1</td><td><ul><li>flour</li><li>milk</li></ul></td></tr>' +
  '<tr><td>2</td><td>mix<br>well</td></tr><tr><td>3</td><td><p>para1</p><p>para2</p></td></tr></table>';
const LIST_HTML = '<ul><li>x</li><li>y</li></ul>';
const PAGE_HTML =
  '<meta charset="utf-8"><p style="color: rgb(0, 0, 0); font-family: sans-serif;">Run:</p>' +
  '<pre style="font-family: monospace; white-space: pre;"><code>x = 1\n</code></pre><p style="color: red;">Done</p>';
const VS_CODE_HTML =
  '<meta charset="utf-8"><div style="color: #ccc;font-family: Consolas, monospace;white-space: pre;">' +
  '<div><span style="color: #f00;">if a:</span></div><div><span style="color: #ccc;">    b = *c*</span></div></div>';
const JETBRAINS_HTML =
  '<html><head><meta charset="utf-8"></head><body><pre style="font-family:\'JetBrains Mono\',monospace;">' +
  '<span style="color:#f00;">if </span>a:<br>    b</pre></body></html>';
const BLOCKS: [does: string, content: string, html: string, plain: string, after: string][] = [
  ['items take the place of an empty item', '- one\n- ', LIST_HTML, 'x\ny', '- one\n- x\n- yZ'],
  ['a heading begins behind a paragraph', 'one', '<h2>H</h2><p>t</p>', 'H\nt', 'one\n\n## H\n\ntZ'],
  ['a quote keeps its marks', '> one', '<p>t</p><p>u</p>', 't\nu', '> onet\n>\n> uZ'],
  ['plain lines get the marks of a quote', '> > one', '', 't\n\n- u\r\nv', '> > onet\n> >\n> > - u\n> > vZ'],
  ['lines that have marks keep them', '> one', '', 't\n> u', '> onet\n> uZ'],
  [
    'what follows a table is a paragraph',
    'a\n',
    TABLE_HTML,
    '1\t2',
    'a\n\n|   |   |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n\nZ',
  ],
  [
    'a cell of several lines is one line of Markdown',
    '',
    RECIPE_HTML,
    'Step\tWhat\n1\t',
    '| Step | What              |\n| ---- | ----------------- |\n| 1    | • flour<br>• milk |\n' +
      '| 2    | mix<br>well       |\n| 3    | para1<br>para2    |\n\nZ',
  ],
  ['a paragraph below another is one of its own', 'one\n', '<p>t</p><p>u</p>', 't\nu', 'one\n\nt\n\nuZ'],
  ['plain lines below a paragraph too', 'one\n', '', 't\r\n\r\nu', 'one\n\nt\n\nuZ'],
  ['HTML without plain text is Markdown', 'one', '<p> <b>t</b></p>', '', 'one**t**Z'],
  ['HTML without plain text is text in code', '```\none', '<p><b>t</b></p>', '', '```\nonetZ'],
  ['bold that ends with a blank', '', '<p>Some <b>bold </b>and</p>', 'Some bold and', 'Some **bold** andZ'],
  ['code of a web page is a code block', '', PAGE_HTML, 'Run:\nx = 1\nDone', 'Run:\n\n```\nx = 1\n```\n\nDoneZ'],
  [
    'code of VS Code is in a fence',
    'a\n',
    VS_CODE_HTML,
    'if a:\n    b = *c*',
    'a\n\n```\nif a:\n    b = *c*\n```\n\nZ',
  ],
  ['a part of a line of code is inline code', 'a ', VS_CODE_HTML, 'b = `*c`', 'a `` b = `*c` ``Z'],
  [
    'code of JetBrains is in a fence in its item',
    '- a',
    JETBRAINS_HTML,
    'if a:\n    b\n',
    '- a\n  ```\n  if a:\n      b\n  ```\n\n  Z',
  ],
  ['items become tasks in an empty task', '- a\n- [ ] ', LIST_HTML, 'x\ny', '- a\n- [ ] x\n- [ ] yZ'],
  ['plain items take the place of an empty item', '- one\n  - ', '', '- x\n- y', '- one\n  - x\n  - yZ'],
  ['plain lines in a task become tasks', '- [ ] ', '', 'x\r\ny\r\n\r\nz\r\n', '- [ ] x\n- [ ] y\n- [ ] zZ'],
  [
    'plain lines with tabs become a table',
    'a\n',
    '',
    'b\tc\r\n1\t2|3\r\n',
    'a\n\n| b | c |\n| --- | --- |\n| 1 | 2\\|3 |\n\nZ',
  ],
  ['plain lines with tabs stay lines in code', '```\n', '', 'b\tc\n1\t2', '```\nb\tc\n1\t2Z'],
  ['also below Markdown of a table', '', '', '| x |\n| - |\n| 1 |', '| x |\n| - |\n| 1 |\n\nZ'],
];

it.each(BLOCKS)('pasted blocks: %s', async (_does, content, html, plain, after) => {
  const writer = await openWriter(stage, content);
  const { page, text } = writer;
  await text.press('Control+End');
  await paste(page, plain, html);
  await until(async () => expect((await readEditor(page)).text.length).toBeGreaterThan(content.length));
  await page.keyboard.type('Z');
  await waitForStored(writer, after);
  await closeWriter(writer);
});

const DIV_HTML =
  '<meta charset="utf-8"><div style="font-family: Menlo, Monaco, monospace; white-space: pre;">' +
  '<div>def a():</div><div>    return 1</div></div>';
const PLACED: [does: string, content: string, keys: string[], plain: string, html: string, after: string][] = [
  [
    'code behind text is a block of its own',
    'Top words\n\nNext\n\n- li\n\nEnd',
    ['End'],
    '```\nx\n```',
    '',
    'Top words\n\n```\nx\n```\n\nNext\n\n- li\n\nEnd',
  ],
  ['code at the end of an item', '- one\n- two', ['End'], '```js\nx\n```', '', '- one\n  ```js\n  x\n  ```\n- two'],
  ['a list before text', 'Words here', [], '- a\n- b\n', '', '- a\n- b\n\nWords here'],
  [
    'code without colours in an item',
    '- one\n- two',
    ['End'],
    'def a():\n    return 1\n',
    DIV_HTML,
    '- one\n  ```\n  def a():\n      return 1\n  ```\n- two',
  ],
];

it.each(PLACED)('pasted in its place: %s', async (_does, content, keys, plain, html, after) => {
  const writer = await openWriter(stage, content);
  const { page, text } = writer;
  await text.press('Control+Home');
  for (const key of keys) await page.keyboard.press(key, { delay: 60 });
  await paste(page, plain, html);
  await waitForStored(writer, after);
  await closeWriter(writer);
});

it('text with a fence that is pasted into code stays code, and one undo takes it back', async () => {
  const writer = await openWriter(stage, '```\na\n```\n\nend');
  const { page, text } = writer;
  await text.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await paste(page, '\n```\nbar\n```\nbaz');
  await waitForStored(writer, '````\na\n```\nbar\n```\nbaz\n````\n\nend');
  await page.keyboard.press('Control+z');
  await waitForStored(writer, '```\na\n```\n\nend');
  await closeWriter(writer);
});

it('pastes a web page, Google Docs and Word as Markdown', async () => {
  const writer = await openWriter(stage, '');
  const { page, text } = writer;
  await text.press('Control+End');
  await paste(page, 'Beds', '<h2>Beds</h2><p>With <b>peas</b> and <a href="https://example.com/">more</a></p>');
  await waitForStored(writer, '## Beds\n\nWith **peas** and [more](https://example.com/)');
  await page.keyboard.press('Control+a');
  const docs =
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Bold</span><span style="font-style:italic"> slanted</span></p><ul><li><p>one</p></li><li><p>two</p></li></ul></b>';
  await paste(page, 'Bold slanted', docs);
  await waitForStored(writer, '**Bold** *slanted*\n\n- one\n- two');
  await page.keyboard.press('Control+a');
  const word = [1, 2]
    .map(
      (n) =>
        `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>item ${n}<o:p></o:p></p>`,
    )
    .join('');
  await paste(page, 'List', `<html xmlns:o="x"><body><p class=MsoNormal>List<o:p></o:p></p>${word}</body></html>`);
  await waitForStored(writer, 'List\n\n- item 1\n- item 2');
  await closeWriter(writer);
});

it('cells copied from a spreadsheet fill the cells of a table', async () => {
  const writer = await openWriter(stage, '| a | b |\n|---|--:|\n| c | d |\n');
  const { page, text } = writer;
  await text.getByRole('cell', { name: 'd' }).click();
  await paste(page, '1\t2\n3\t4|5');
  await typeAtHumanSpeed(page, 'Z');
  await waitForStored(writer, '| a | b |  |\n| --- | --: | --- |\n| c | 1Z | 2 |\n|  | 3 | 4\\|5 |\n');
  await text.locator('th').first().click();
  await page.keyboard.press('End');
  await paste(page, ' one\r\ntwo|\n');
  await typeAtHumanSpeed(page, 'Z');
  const after = '| aone<br>two\\|Z | b |  |\n| --- | --: | --- |\n| c | 1Z | 2 |\n|  | 3 | 4\\|5 |\n';
  await waitForStored(writer, after);
  await closeWriter(writer);
});

it('uploads a picture that is pasted, and one that cannot be sent is tried again', async () => {
  const writer = await openWriter(stage, 'Look:\n\n');
  const { page, text } = writer;
  await text.press('Control+End');
  await paste(page, '', '', PNG);
  await until(async () => expect(await storedText(writer)).toMatch(/^Look:\n\n!\[bed\.png\]\(\/api\/files\/c\w+\)\n$/));
  await text.getByRole('img', { name: 'bed.png' }).waitFor();
  await page.route('**/api/files/upload-request', (route) => route.abort());
  await text.press('Control+End');
  await paste(page, '', '', PNG);
  await text.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/api/files/upload-request');
  await text.getByRole('button', { name: 'Try again' }).click();
  await until(async () => expect((await storedText(writer)).match(/!\[/g)).toHaveLength(2));
  await closeWriter(writer);
});
