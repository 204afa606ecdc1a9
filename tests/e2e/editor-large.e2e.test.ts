import { describe, expect, it } from 'vitest';
import { notesOf } from '#tests/bench/browser/long-texts.ts';
import { crash, keptTexts } from '#tests/e2e/kept-drafts.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { beginWriting, closeWriter, openWriter, storedText, type Writer, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();
const LONG = notesOf(120_000);
/** Matches the worker's script. Without it the worker cannot start, as after an update of the server. */
const isWorker = (url: URL) => /\/assets\/worker-[^/]+\.js$/.test(url.pathname);

/** Types at the end of the text, waits until it is stored, and expects no draft to be left. */
async function writeAtEnd(writer: Writer, word: string, expected: string): Promise<void> {
  const { page, text } = writer;
  await text.press('Control+End');
  await page.keyboard.type(word, { delay: 60 });
  await page.locator('.save-note[data-state="saved"]').waitFor();
  await waitForStored(writer, expected);
  await expect.poll(() => keptTexts(page)).toEqual([]);
}

/** Waits until a text is stored; takes an offered draft. */
async function bringBack(writer: Writer, expected: string): Promise<void> {
  const offer = writer.page.locator('.draft-offer').getByRole('button', { name: 'Bring it back' });
  await expect
    .poll(async () => {
      if ((await offer.count()) > 0) await offer.first().click();
      return storedText(writer);
    })
    .toBe(expected);
}

describe('a text of 120 KB', () => {
  it('is saved and kept by a worker, which returns what others wrote meanwhile', async () => {
    const writer = await openWriter(stage, LONG);
    const { page, person, docId } = writer;
    await expect.poll(() => page.workers().length).toBe(1);
    await writeAtEnd(writer, ' One.', `${LONG} One.`);
    // A program writes at the start while more is typed at the end.
    await person.api.patch(`/api/documents/${docId}`, { content: `Above.\n\n${LONG} One.` });
    await writeAtEnd(writer, ' Two.', `Above.\n\n${LONG} One. Two.`);
    await page.keyboard.type(' Three.', { delay: 60 });
    await page.reload();
    await writer.text.waitFor();
    await bringBack(writer, `Above.\n\n${LONG} One. Two. Three.`);
    await closeWriter(writer);
  });

  it('is kept as it stands at a crash, wherever and however it was edited', async () => {
    const writer = await openWriter(stage, LONG);
    const { page, context, text, url } = writer;
    await expect.poll(() => page.workers().length).toBe(1);
    await context.setOffline(true);
    const edits: [key: string, typed: string][] = [
      ['Control+End', ' End.'],
      ['Control+Home', 'Start. '],
      ['PageDown', 'Below. '],
      ['Control+Shift+End', 'Short.'],
    ];
    // Each is a draft of its own, sent to the worker as a change of the one before.
    const write = async (key: string, typed: string) => {
      await text.press(key);
      await page.keyboard.type(typed, { delay: 60 });
      const { text: shown } = await readEditor(page);
      await expect.poll(() => keptTexts(page)).toEqual([shown]);
    };
    for (const edit of edits) await write(...edit);
    // On a slow machine several steps hold what was typed.
    while (!(await readEditor(page)).text.endsWith(' End.')) await write('Control+z', '');
    await write('Control+End', ' More.');
    const { text: shown } = await readEditor(page);
    expect(shown).toMatch(/^Start\. .*Below\. .* End\. More\.$/s);
    expect(shown.length).toBe(LONG.length + 'Start. Below.  End. More.'.length);
    await crash(page);
    await page.close();
    await context.setOffline(false);
    const again = { ...writer, page: await context.newPage() };
    await beginWriting(again.page, url);
    await bringBack(again, shown);
    await context.close();
  });

  it('is saved where the worker cannot be loaded', async () => {
    const writer = await openWriter(stage, '');
    const { page, docId, person, url } = writer;
    await person.api.patch(`/api/documents/${docId}`, { content: LONG });
    const refused: string[] = [];
    await page.context().route(isWorker, (route) => {
      refused.push(route.request().url());
      return route.abort();
    });
    await page.goto(`${url}/edit`);
    await writer.text.waitFor();
    await writeAtEnd(writer, ' One.', `${LONG} One.`);
    expect(refused).not.toEqual([]);
    writer.complaints.length = 0;
    await closeWriter(writer);
  });
});
