import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { closeWriter, openWriter, storedText, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

/** Pastes into the focused element. */
const paste = (page: Page, plain: string, html = '') =>
  page.evaluate(
    ([text, markup]) => {
      const data = new DataTransfer();
      data.setData('text/plain', text!);
      if (markup) data.setData('text/html', markup);
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
      if (document.activeElement?.dispatchEvent(event)) document.execCommand('insertText', false, text);
    },
    [plain, html],
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
const LIST_HTML = '<ul><li>x</li><li>y</li></ul>';
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

it('cells copied from a spreadsheet fill the cells of a table', async () => {
  const writer = await openWriter(stage, '| a | b |\n|---|--:|\n| c | d |\n');
  const { page, text } = writer;
  await text.getByRole('cell', { name: 'd' }).click();
  await paste(page, '1\t2\n3\t4|5');
  await typeAtHumanSpeed(page, 'Z');
  await waitForStored(writer, '| a | b |  |\n| --- | --: | --- |\n| c | 1Z | 2 |\n|  | 3 | 4\\|5 |\n');
  await closeWriter(writer);
});

it('Ctrl+A in a cell selects its text, and a triple click selects a paragraph without its line break', async () => {
  const writer = await openWriter(stage, 'one two\n\nthree\n\n| a | b |\n|---|---|\n| c | d |\n');
  const { page, text } = writer;
  await text.locator('.cm-line').first().click({ clickCount: 3 });
  await typeAtHumanSpeed(page, 'new');
  await text.getByRole('cell', { name: 'd' }).click();
  await page.keyboard.press('Control+a');
  await typeAtHumanSpeed(page, 'other');
  await waitForStored(writer, 'new\n\nthree\n\n| a | b |\n|---|---|\n| c | other |\n');
  await closeWriter(writer);
});

it('a file dropped on a table, or beside the text, is attached and does not replace the page', async () => {
  const table = '| a |\n|---|\n| b |';
  const writer = await openWriter(stage, `${table}\n\nEnd`);
  const { page, person, docId, url } = writer;
  const drop = (selector: string, name: string) =>
    page.evaluate(
      ([at, fileName]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['text'], fileName!, { type: 'text/plain' }));
        const { left, top } = document.querySelector(at!)!.getBoundingClientRect();
        const init = { bubbles: true, cancelable: true, dataTransfer, clientX: left + 5, clientY: top + 5 };
        const isIgnored = ['dragover', 'drop'].map((kind) =>
          document.querySelector(at!)!.dispatchEvent(new DragEvent(kind, init)),
        );
        return isIgnored.some(Boolean);
      },
      [selector, name],
    );
  expect(await drop('.cm-table td', 'one.txt')).toBe(false);
  await until(async () => expect(await storedText({ person, docId })).toContain('[one.txt]('));
  expect(await drop('body', 'two.txt')).toBe(false);
  const stored = await until(async () => {
    const now = await storedText({ person, docId });
    expect(now).toContain('[two.txt](');
    return now;
  });
  expect(stored).toContain(`${table}\n\n`);
  expect(page.url()).toBe(`${url}/edit`);
  await closeWriter(writer);
});
