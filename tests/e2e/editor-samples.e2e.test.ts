import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { beginWriting, closeWriter, openWriter, storedText, waitForStored } from '#tests/e2e/writer.ts';
import { repeats } from '#tests/support/length.ts';
import { makeDocument } from '#tests/support/people.ts';
import { sampleTexts } from '#tests/support/samples.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

it('a letter at the end of a real document changes no other byte', async () => {
  const all = sampleTexts(process.env.SAMPLES);
  const samples = all.slice(0, repeats(6, all.length));
  expect(samples.length).toBeGreaterThan(5);
  const writer = await openWriter(stage, '');
  const { page, person } = writer;
  for (const { name, content } of samples) {
    const { id: docId } = await makeDocument(person, { title: name, content });
    const before = await storedText({ person, docId });
    const text = await beginWriting(page, `${stage.server.url}/doc/${docId}`);
    await text.press('Control+End');
    await page.keyboard.type('q');
    // Typing continues in a paragraph below the last block.
    const after = await until(async () => {
      const stored = await storedText({ person, docId });
      expect(stored.endsWith('q'), name).toBe(true);
      return stored;
    });
    expect(after.slice(0, before.length), name).toBe(before);
    expect(after.slice(before.length), name).toMatch(/^\n{0,2}q$/);
  }
  // The content security policy blocks images of other sites, and the browser logs each.
  const pictures = writer.complaints.filter((text) => text.startsWith('Loading the image'));
  await closeWriter({ ...writer, complaints: writer.complaints.filter((text) => !pictures.includes(text)) });
});

const HARD: Record<string, string> = {
  'a table of 60 columns': `|${' a |'.repeat(60)}\n|${' - |'.repeat(60)}\n|${' b |'.repeat(60)}\n\n`,
  '10,000 lines of list': `${'- item\n'.repeat(10_000)}\n`,
  'text from right to left': 'שלום עולם, זהו טקסט. مرحبا بالعالم.\n\n',
  'combining marks': `a${'\u0301\u0323'.repeat(40)} e\u0302\u0323\n\n`,
  'emoji of many code points': '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👍🏽\n\n',
};

it('hard texts are written on, and keep every other byte', async () => {
  const writer = await openWriter(stage, '');
  const { page, person } = writer;
  for (const [name, content] of Object.entries(HARD)) {
    const { id: docId } = await makeDocument(person, { title: name, content });
    const text = await beginWriting(page, `${stage.server.url}/doc/${docId}`);
    await text.press('Control+End');
    await page.keyboard.type('Typed');
    await waitForStored({ person, docId }, `${content}Typed`);
  }
  await closeWriter(writer);
});

it('a text above 500 KB is shown as plain Markdown, which the editor says, and is written like any other', async () => {
  const content = `# Long\n\n${'A **line** of a very long text.\n\n'.repeat(repeats(18_000, 46_000))}`;
  expect(content.length).toBeGreaterThan(repeats(500 * 1024, 1.4 * 1024 * 1024));
  const writer = await openWriter(stage, content);
  const { page, text } = writer;
  await page.getByText('it is shown as plain Markdown').waitFor();
  expect(await text.locator('.cm-strong').count()).toBe(0);
  await text.press('Control+End');
  await page.keyboard.type('Typed');
  await expect.poll(async () => (await readEditor(page)).text.endsWith('\n\nTyped')).toBe(true);
  await waitForStored(writer, `${content}Typed`);
  await closeWriter(writer);
});
