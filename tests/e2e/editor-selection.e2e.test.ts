import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { clickBelow, closeWriter, openWriter, typeAtHumanSpeed, untilShown, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

it('draws ranges and several cursors, and leaves a single cursor to the browser', async () => {
  const writer = await openWriter(stage, 'One.\n\nTwo.\n\nThree.');
  const { page, text } = writer;
  const [ranges, cursors] = [page.locator('.cm-selectionBackground'), page.locator('.cm-cursor')];
  const caretColour = () =>
    text.locator('.cm-line', { hasText: 'One' }).evaluate((line) => getComputedStyle(line).caretColor);
  await text.locator('.cm-line', { hasText: 'One' }).click();
  await page.keyboard.press('End');
  const leaf = await caretColour();
  expect(leaf).toBe(await text.evaluate((content) => getComputedStyle(content).caretColor));
  expect([await ranges.count(), await cursors.count()]).toEqual([0, 0]);
  await page.keyboard.press('Shift+Home');
  await ranges.first().waitFor();
  expect(await caretColour()).toBe('rgba(0, 0, 0, 0)');
  await page.keyboard.press('End');
  await ranges.first().waitFor({ state: 'detached' });
  expect(await caretColour()).toBe(leaf);
  await text.locator('.cm-line', { hasText: 'Three' }).click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => cursors.count()).toBe(2);
  await page.keyboard.type('!');
  await untilShown(page, 'One.!\n\nTwo.\n\nThree.!');
  await page.keyboard.press('Escape');
  await cursors.first().waitFor({ state: 'detached' });
  expect(await caretColour()).toBe(leaf);
  await closeWriter(writer);
});

it('takes back a style that nothing was written in: by a click below, and in the title', async () => {
  const writer = await openWriter(stage, 'Above.\n\n');
  const { page, text } = writer;
  for (const leave of [() => clickBelow(writer), () => page.getByLabel('Title', { exact: true }).click()]) {
    await text.locator('.cm-line').nth(2).click();
    await page.keyboard.press('Control+Shift+x');
    await untilShown(page, 'Above.\n\n~~~~');
    await leave();
    await untilShown(page, 'Above.\n\n');
  }
  await closeWriter(writer);
});

it('puts a click on a bullet, a number or a label into the text, and leaves the block whole', async () => {
  const writer = await openWriter(stage, 'Top\n\n- item\n- two\n\n1. one\n\n> [!NOTE]\n> said\n\n## Head');
  const { page, text } = writer;
  const press = async (line: string, x: number, letter: string) => {
    await text.locator('.cm-line', { hasText: 'Top' }).click();
    const box = (await text.locator('.cm-line', { hasText: line }).boundingBox())!;
    await page.mouse.click(box.x + x, box.y + box.height / 2);
    await page.keyboard.type(letter);
  };
  const bullet = (await text.locator('.cm-bullet').nth(1).boundingBox())!;
  await text.locator('.cm-line', { hasText: 'Top' }).click();
  await page.mouse.click(bullet.x + 2, bullet.y + bullet.height / 2);
  await page.keyboard.type('A');
  await press('item', 1, 'B');
  await press('one', 3, 'C');
  await press('Note', 20, 'D');
  await press('Head', 1, 'E');
  await untilShown(page, 'Top\n\n- Bitem\n- Atwo\n\n1. Cone\n\n> [!NOTE]\n> Dsaid\n\n## EHead');
  await closeWriter(writer);
});

it('drops a dragged word into the line below, where the toolbar was', async () => {
  const writer = await openWriter(stage, 'Alpha one\n\nGamma delta');
  const { page, text } = writer;
  const first = (await text.locator('.cm-line', { hasText: 'Alpha' }).boundingBox())!;
  const below = (await text.locator('.cm-line', { hasText: 'Gamma' }).boundingBox())!;
  await page.mouse.dblclick(first.x + 60, first.y + first.height / 2);
  await page.locator('.cm-floating').waitFor();
  await page.mouse.move(first.x + 60, first.y + first.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) {
    const y = first.y + first.height / 2 + (step / 8) * (below.y - first.y);
    await page.mouse.move(first.x + 60, y, { steps: 2 });
  }
  await page.mouse.up();
  await expect.poll(async () => (await text.innerText()).replace(/\s+/g, ' ')).not.toContain('Alpha one');
  await closeWriter(writer);
});

it('a quick drag moves the selected text and nothing else', async () => {
  const writer = await openWriter(stage, 'First para here.\n\nSecond para there.\n\nThird\n\nlast');
  const { page, text } = writer;
  const boxOf = async (words: string) => (await text.locator('.cm-line', { hasText: words }).boundingBox())!;
  await text.locator('.cm-line', { hasText: 'First' }).click();
  await page.keyboard.press('Home');
  for (let letter = 0; letter < 'First '.length; letter += 1) await page.keyboard.press('Shift+ArrowRight');
  const [from, to] = [await boxOf('First'), await boxOf('Second')];
  await page.mouse.move(from.x + 18, from.y + from.height / 2);
  await page.mouse.down();
  // The end of the line: a drop there has one place only.
  await page.mouse.move(to.x + 300, to.y + to.height / 2, { steps: 3 });
  await page.mouse.up();
  await untilShown(page, 'para here.\n\nSecond para there.First \n\nThird\n\nlast');
  await page.keyboard.press('Control+z');
  await untilShown(page, 'First para here.\n\nSecond para there.\n\nThird\n\nlast');
  await closeWriter(writer);
});

it('text dragged into a cell is one step of undo', async () => {
  const before = 'A one\n\n| a | b |\n| --- | --- |\n| c | dee |\n\nend';
  const writer = await openWriter(stage, before);
  const { page, text } = writer;
  const line = (await text.locator('.cm-line', { hasText: 'A one' }).boundingBox())!;
  const cell = (await text.locator('.cm-table td').nth(1).boundingBox())!;
  await page.mouse.dblclick(line.x + 30, line.y + line.height / 2);
  await page.mouse.down();
  await page.mouse.move(cell.x + cell.width - 4, cell.y + cell.height / 2, { steps: 12 });
  await page.mouse.up();
  await untilShown(page, before.replace('A one', 'A ').replace('dee', 'deeone'));
  await page.keyboard.press('Control+z');
  await untilShown(page, before);
  await page.keyboard.press('Control+Shift+z');
  await untilShown(page, before.replace('A one', 'A ').replace('dee', 'deeone'));
  await page.keyboard.press('Control+z');
  await untilShown(page, before);
  await closeWriter(writer);
});

it.each([
  ['code', '```js\none\ntwo\n```', 'two', '```js\nX\n```'],
  ['a formula', '$$\na+b\n$$', 'a+b', '$$\nX\n$$'],
  [
    'the question of a toggle',
    '<details><summary>Question</summary>\n\nAnswer\n\n</details>',
    'Question',
    '<details><summary>X</summary>\n\nAnswer\n\n</details>',
  ],
])('Ctrl+A in %s selects it first, then the whole text', async (_name, block, inside, expected) => {
  const writer = await openWriter(stage, `Before\n\n${block}\n\nAfter`);
  const { page, text } = writer;
  await text.locator('.cm-line', { hasText: 'Before' }).click();
  if (block.startsWith('$$')) await text.locator('.cm-maths-block').click();
  else await text.locator('.cm-line', { hasText: inside }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('X');
  await untilShown(page, `Before\n\n${expected}\n\nAfter`);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Y');
  await untilShown(page, 'Y');
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

it.each(['$$\nx\n$$', '| a |\n| --- |\n| b |', '$$\nx\n$$\n| a |\n| --- |\n| b |'])(
  'what is typed replaces the selected text %j, which has drawn blocks alone',
  async (content) => {
    const writer = await openWriter(stage, content);
    const { page, text } = writer;
    await text.locator('.cm-line, th').first().click();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+a');
    await text.locator('.cm-table, .cm-maths-block').first().waitFor({ state: 'detached' });
    await typeAtHumanSpeed(page, 'words');
    await untilShown(page, 'words');
    await closeWriter(writer);
  },
);
