import { expect, it } from 'vitest';
import { setNetwork } from '#tests/e2e/behind-network.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { beginWriting, typeAtHumanSpeed } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
const around = setNetwork(stage);
const TEXT = 'Apples ripen late in the valley. Pears ripen early, and plums last of all.';

it('a passage stays at its words while others write, also what they wrote while this editor was offline', async () => {
  const { writer, friend } = await around.begin(TEXT);
  const { page, text, person, docId, url } = writer;
  const path = `/api/documents/${docId}/comments`;
  for (const quote of ['Pears ripen early', 'plums']) await person.api.post(path, { body: `On ${quote}`, quote });
  await beginWriting(page, url);
  const marks = page.locator('.cm-passage');
  const words = () => marks.allTextContents();
  await until(async () => expect(await words()).toEqual(['Pears ripen early', 'plums']));
  const other = await around.join(friend, writer);
  other.content.insert(0, 'First of all: ');
  other.content.insert(other.text.indexOf('early'), 'very ');
  await until(async () => expect(await words()).toEqual(['Pears ripen very early', 'plums']));
  around.network.cut();
  await text.press('Control+Home');
  await typeAtHumanSpeed(page, 'Pears ripen early? ');
  await page.locator('.save-note[data-state="offline"]').waitFor();
  other.content.delete(0, 'First '.length);
  other.content.insert(other.text.indexOf('Pears'), 'Sweet ');
  other.content.insert(other.text.indexOf('ripen very') + 'ripen '.length, 'not ');
  await until(() => expect(other.isStored).toBe(true));
  around.network.restore();
  const expected =
    'Pears ripen early? of all: Apples ripen late in the valley. Sweet Pears ripen not very early, and plums';
  await until(async () => expect((await readEditor(page)).text).toContain(expected));
  await until(async () => expect(await words()).toEqual(['Pears ripen not very early', 'plums']));
  // A comment that arrives meanwhile is marked, and the others stay at their words.
  await friend.api.post(path, { body: 'Where?', quote: 'valley' });
  await until(async () => expect(await words()).toEqual(['valley', 'Pears ripen not very early', 'plums']));
  // Words that are deleted and come back are marked again.
  await text.press('Control+End');
  for (let count = 0; count < 'plums last of all.'.length; count += 1) await page.keyboard.press('Backspace');
  await until(async () => expect(await words()).toEqual(['valley', 'Pears ripen not very early']));
  for (let count = 0; count < 30 && (await marks.count()) < 3; count += 1) {
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => document.querySelector('.cm-content') !== null);
  }
  await until(async () => expect(await words()).toEqual(['valley', 'Pears ripen not very early', 'plums']));
  other.leave();
  await writer.context.close();
});
